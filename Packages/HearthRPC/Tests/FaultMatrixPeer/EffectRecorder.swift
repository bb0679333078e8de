import RPC

/// Where handlers write down what they do, call by call. It outlives the server.
protocol EffectRecorder: Sendable {
    /// What holds handlers up.
    var gate: HandlerGate { get }
    /// A call's handler has begun.
    func begin(_ call: String, at now: MonotonicInstant)
    /// A call has had an effect; one of a key that was there is none.
    func commit(_ call: String, key: String)
    /// A call's handler has ended.
    func end(_ call: String)
}

/// What the server of a child process and its test say to each other, a line each. What a process has written before it was
/// killed is read all the same: so the test counts what it did until then.
enum PeerMessage {
    /// The server listens there.
    case listening(String)
    case begin(String, at: MonotonicInstant)
    case commit(String, key: String)
    case end(String)
    /// A handler waits at the gate.
    case arrival(String)
    /// A client was dropped, with what waited for it, since it did not take it.
    case drop
    /// An order was carried out.
    case done

    /// What the test wants of the process.
    enum Order: String {
        case open, shut, drain
        /// Leaves itself hardly more descriptors than it has.
        case starve
    }

    init?(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        switch (words.first, words.count) {
        case ("listening", 2): self = .listening(words[1])
        case ("begin", 3): self = .begin(words[2], at: MonotonicInstant(nanoseconds: UInt64(words[1]) ?? 0))
        case ("commit", 3): self = .commit(words[2], key: words[1])
        case ("end", 3): self = .end(words[2])
        case ("arrival", 3): self = .arrival(words[2])
        case ("drop", 1): self = .drop
        case ("done", 1): self = .done
        default: return nil
        }
    }

    var text: String {
        switch self {
        case .listening(let address): "listening \(address)"
        case .begin(let call, let now): "begin \(now.nanoseconds) \(call)"
        case .commit(let call, let key): "commit \(key) \(call)"
        case .end(let call): "end - \(call)"
        case .arrival(let call): "arrival - \(call)"
        case .drop: "drop"
        case .done: "done"
        }
    }
}
