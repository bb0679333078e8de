/// When a service that ended is restarted, and when the supervisor gives up.
public struct RestartPolicy: Sendable, Hashable {
    /// The backoff before the first restart; it doubles with every consecutive crash.
    public var firstBackoff = Duration.milliseconds(100)
    /// The maximum backoff.
    public var longestBackoff = Duration.seconds(30)
    /// A service that served for this long is stable: the backoff starts over.
    public var stableAfter = Duration.seconds(60)
    /// This many crashes within ``crashLoopWindow`` are a crash loop, which ends the restarts; 0 disables the limit.
    public var crashLoopLimit = 5
    /// The time window in which crashes are counted.
    public var crashLoopWindow = Duration.seconds(60)

    /// The first retry delay of a service whose socket or shard is held by another process; it doubles.
    public var heldWait = Duration.milliseconds(500)
    /// How long a service is retried while its socket or shard is held.
    public var heldTime = Duration.seconds(30)

    /// Backoff of 100 ms doubling to 30 s, stable after 60 s; five crashes in 60 s are a crash loop.
    public init() {}

    /// The backoff after this many consecutive crashes.
    func backoff(afterDeaths deaths: Int) -> Duration { doubled(firstBackoff, deaths) }

    /// The retry delay after this many consecutive starts that found the socket or shard held.
    func backoff(afterHeld count: Int) -> Duration { doubled(heldWait, count) }

    private func doubled(_ first: Duration, _ count: Int) -> Duration {
        let doublings = min(max(0, count - 1), Self.longestDoubling)
        return min(longestBackoff, first * (1 << doublings))
    }

    /// Beyond this exponent the maximum is reached whatever the first delay.
    private static let longestDoubling = 20
}
