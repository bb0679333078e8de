/// When a service that ended is started again, and when that is given up.
public struct RestartPolicy: Sendable, Hashable {
    /// The wait before the first new start; it doubles with every death in a row.
    public var firstBackoff = Duration.milliseconds(100)
    /// No wait is longer.
    public var longestBackoff = Duration.seconds(30)
    /// A service that served for so long is well: the next wait is the first again.
    public var stableAfter = Duration.seconds(60)
    /// So many deaths within ``crashLoopWindow`` are a crash loop, which is given up; 0 never gives up.
    public var crashLoopLimit = 5
    /// The time in which deaths are counted together.
    public var crashLoopWindow = Duration.seconds(60)

    /// The first wait before a service is started again that found its place held by another process; it doubles.
    public var heldWait = Duration.milliseconds(500)
    /// A service whose place is held for so long is given up.
    public var heldTime = Duration.seconds(30)

    /// 100 ms doubling to 30 s, well after 60 s; five deaths in 60 s are a crash loop.
    public init() {}

    /// How long to wait after so many deaths in a row.
    func backoff(afterDeaths deaths: Int) -> Duration { doubled(firstBackoff, deaths) }

    /// How long to wait after so many starts in a row that found the place held.
    func backoff(afterHeld count: Int) -> Duration { doubled(heldWait, count) }

    private func doubled(_ first: Duration, _ count: Int) -> Duration {
        let doublings = min(max(0, count - 1), Self.longestDoubling)
        return min(longestBackoff, first * (1 << doublings))
    }

    /// Beyond this the longest wait is reached whatever the first one was.
    private static let longestDoubling = 20
}
