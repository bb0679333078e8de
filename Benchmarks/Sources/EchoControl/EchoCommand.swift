/// What the driver asks a client for: `run <calls> <in flight> <bytes>`, `pace <calls> <calls a second> <bytes>`,
/// `stream <items> <streams>`.
struct EchoCommand {
    enum Kind {
        /// So many calls at a time.
        case run(width: Int)
        /// So many calls a second.
        case pace(rate: Int)
        /// So many streams at a time.
        case stream(width: Int)
    }

    let kind: Kind
    /// Calls or items.
    let count: Int
    let payloadBytes: Int

    /// Reads a line; nil when it is none of these.
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
