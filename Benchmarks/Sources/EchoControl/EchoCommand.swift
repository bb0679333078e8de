/// The driver's commands to a client: `run <calls> <in flight> <bytes>`, `pace <calls> <calls a second> <bytes>`,
/// `stream <items> <streams>`.
struct EchoCommand {
    enum Kind {
        /// A number of concurrent calls.
        case run(width: Int)
        /// A rate of calls a second.
        case pace(rate: Int)
        /// A number of parallel streams.
        case stream(width: Int)
    }

    let kind: Kind
    /// Calls or items.
    let count: Int
    let payloadBytes: Int

    /// Parses a line; nil when it is none of these.
    init?(_ line: String) {
        let words = line.split(separator: " ")
        let numbers = words.dropFirst().compactMap { Int($0) }
        guard numbers.count == words.count - 1, numbers.allSatisfy({ $0 > 0 }) else { return nil }
        switch (words.first, numbers.count) {
        case ("run", 3): (kind, payloadBytes) = (.run(width: numbers[1]), numbers[2])
        case ("pace", 3): (kind, payloadBytes) = (.pace(rate: numbers[1]), numbers[2])
        case ("stream", 2): (kind, payloadBytes) = (.stream(width: numbers[1]), EchoControl.payloadBytes)
        default: return nil
        }
        guard payloadBytes <= EchoControl.largestPayloadBytes else { return nil }
        count = numbers[0]
    }
}
