internal import RPC

/// How long a service may fail to respond.
public struct WatchPolicy: Sendable, Hashable {
    /// How long a service that served may leave liveness checks unanswered before it is killed and restarted.
    public var silence = Duration.seconds(30)
    /// How long a new process may take until it responds at all.
    public var startTime = Duration.seconds(120)
    /// The interval between two checks.
    public var interval = Duration.seconds(3)
    /// The maximum time that counts for one check and the pause after it. A supervisor that was itself stopped, or
    /// asleep with its machine, sees a time jump in one of them, which must not make its services appear hung.
    public var longestRound = Duration.seconds(6)

    /// 30 s without a response, 120 s for a start.
    public init() {}
}

/// Measures how long a service has not responded.
struct Watchdog: Sendable {
    private let limit: Duration
    private let longestRound: Duration
    private(set) var silence = Duration.zero

    init(limit: Duration, longestRound: Duration) { (self.limit, self.longestRound) = (limit, longestRound) }

    /// Records a check, and the time since the previous one.
    ///
    /// - Returns: whether the service has been unresponsive for too long.
    mutating func note(hasResponded: Bool, after time: Duration) -> Bool {
        silence = hasResponded ? .zero : silence + min(time, longestRound)
        return silence >= limit
    }
}
