internal import RPC

/// How long a service that says nothing is waited for.
public struct WatchPolicy: Sendable, Hashable {
    /// How long a service that served may leave questions unanswered before it is killed and started again.
    public var silence = Duration.seconds(30)
    /// How long a new process may take until it answers at all.
    public var startTime = Duration.seconds(120)
    /// How long after one question the next is asked.
    public var interval = Duration.seconds(3)
    /// The most that one question and the wait after it count. A supervisor that was itself stopped, or asleep with its
    /// machine, finds the time gone in one of them, and must not take its services for hung because of that.
    public var longestRound = Duration.seconds(6)

    /// 30 s without an answer, 120 s for a start.
    public init() {}
}

/// Counts for how long a service has not answered.
struct Watchdog: Sendable {
    private let limit: Duration
    private let longestRound: Duration
    private(set) var silence = Duration.zero

    init(limit: Duration, longestRound: Duration) { (self.limit, self.longestRound) = (limit, longestRound) }

    /// One question was asked, and so much time has passed since the one before it.
    ///
    /// - Returns: whether the service has been silent for too long.
    mutating func note(isAnswered: Bool, after time: Duration) -> Bool {
        silence = isAnswered ? .zero : silence + min(time, longestRound)
        return silence >= limit
    }
}
