/// What a client sees of its server without asking it anything more: what tells a dead, a stuck, a slow and a draining one
/// apart. The server's thread of sockets answers pings whatever its handlers do.
public struct ServerLiveness: Sendable, Hashable {
    /// How the server is, as far as is known.
    public enum Condition: String, Sendable {
        /// There is no connection: it is dead, or has not been started.
        case away
        /// It answers no pings: dead, stopped, or behind a network that is.
        case silent
        /// It ends, and begins no further calls.
        case draining
        /// It answers pings, but its tasks do not get to run.
        case stuck
        /// None of that. What takes long is the call's own doing.
        case well
    }

    /// Tasks that wait for longer than this are stuck rather than many.
    public static let stuckLag = Duration.milliseconds(100)

    /// Whether there is a connection with a server that has said who it is.
    public let isConnected: Bool
    /// Whether the server has said that it ends.
    public let isDraining: Bool
    /// Nothing was heard since this, and that although the client has asked; nil when the server is not silent.
    public let silentSince: MonotonicInstant?
    /// For how long its task pool lets tasks wait, as its last pong said; nil when it had none to send.
    public let poolLag: Duration?
    /// When that was.
    public let poolLagMeasuredAt: MonotonicInstant?
    /// How many thousandths of its places for calls were taken when it last ended a call.
    public let load: UInt32

    /// All in one word.
    public var condition: Condition {
        if !isConnected { return .away }
        if silentSince != nil { return .silent }
        if isDraining { return .draining }
        return isStuck ? .stuck : .well
    }

    private var isStuck: Bool { poolLag.map { $0 >= Self.stuckLag } ?? false }

    /// What a caller whose time is over is told besides, as the end of a sentence; nil when nothing was heard since its call
    /// began.
    func excuse(of name: String, since begin: MonotonicInstant) -> String? {
        if !isConnected { return "; \(name) was not reached" }
        if silentSince != nil { return "; \(name) does not answer pings either" }
        guard let poolLag, let poolLagMeasuredAt, poolLagMeasuredAt >= begin else { return nil }
        if isStuck {
            return "; \(name) answers pings, but is stuck: its tasks have waited \(poolLag.wholeMilliseconds) ms"
        }
        return "; \(name) answers pings, and is just not done"
    }
}

extension ClientMachine {
    /// What is seen of the server.
    var sight: ServerLiveness {
        ServerLiveness(
            isConnected: session != nil, isDraining: session?.isDraining ?? false,
            silentSince: session != nil && unansweredPings > 0 ? lastHeard : nil, poolLag: session?.poolLag?.time,
            poolLagMeasuredAt: session?.poolLag?.heard, load: session?.load ?? 0)
    }
}
