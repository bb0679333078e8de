/// A server's liveness as its client observes it without extra calls: tells a dead, a stuck, a slow and a draining
/// server apart. The server's socket thread answers pings whatever its handlers do.
public struct ServerLiveness: Sendable, Hashable {
    /// The server's observed condition.
    public enum Condition: String, Sendable {
        /// No connection: the server is dead, or has not been started.
        case away
        /// It answers no pings: dead, suspended, or unreachable over the network.
        case silent
        /// It is shutting down, and begins no further calls.
        case draining
        /// It answers pings, but its tasks do not get to run.
        case stuck
        /// None of the above. A slow call is slow by itself.
        case well
    }

    /// A task pool lag above this means stuck rather than busy.
    public static let stuckLag = Duration.milliseconds(100)

    /// Whether there is a connection with a welcomed session.
    public let isConnected: Bool
    /// Whether the server has announced that it drains.
    public let isDraining: Bool
    /// When the last message arrived, if pings since then are unanswered; nil when the server is not silent.
    public let silentSince: MonotonicInstant?
    /// The server's task pool lag, from its last pong; nil before the first one.
    public let poolLag: Duration?
    /// When that lag was measured.
    public let poolLagMeasuredAt: MonotonicInstant?
    /// The server's load in thousandths of its slots, as of the last ended call.
    public let load: UInt32

    /// The condition in one word.
    public var condition: Condition {
        if !isConnected { return .away }
        if silentSince != nil { return .silent }
        if isDraining { return .draining }
        return isStuck ? .stuck : .well
    }

    private var isStuck: Bool { poolLag.map { $0 >= Self.stuckLag } ?? false }

    /// What the error of a timed-out call adds about the server, as the end of a sentence; nil when nothing was
    /// received since the call began.
    func excuse(of name: String, since begin: MonotonicInstant) -> String? {
        if !isConnected { return "; \(name) was not reached" }
        if silentSince != nil { return "; \(name) does not answer pings either" }
        guard let poolLag, let poolLagMeasuredAt, poolLagMeasuredAt >= begin else { return nil }
        if isStuck {
            return "; \(name) answers pings, but is stuck: its tasks have waited \(poolLag.wholeMilliseconds) ms"
        }
        return "; \(name) answers pings, and is still busy with the call"
    }
}

extension ClientMachine {
    /// The server's liveness now.
    var sight: ServerLiveness {
        ServerLiveness(
            isConnected: session != nil, isDraining: session?.isDraining ?? false,
            silentSince: session != nil && missedPongs > 0 ? lastHeard : nil, poolLag: session?.poolLag?.time,
            poolLagMeasuredAt: session?.poolLag?.heard, load: session?.load ?? 0)
    }
}
