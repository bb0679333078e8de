/// The backoff between retries after temporary failures.
struct Backoff: Hashable, Sendable {
    /// Failures since the last progress.
    private(set) var failures = 0
    /// The most bytes that were durable at a failure.
    private var furthest: Int64 = 0

    /// Records a failed attempt. When it made more progress than all before, it counts as the first; discarded bytes
    /// are no progress.
    ///
    /// - Parameters:
    ///   - bytes: how many are durable now.
    ///   - retryAfter: the delay that the server requests.
    ///   - random: 64 random bits of jitter, so that retries do not coincide.
    /// - Returns: the delay; nil when the retries are used up.
    mutating func fail(at bytes: Int64, retryAfter: Duration?, random: UInt64) -> Duration? {
        if bytes > furthest { (furthest, failures) = (bytes, 0) }
        failures += 1
        guard failures < DownloadsLimits.tries else { return nil }
        let ceiling = min(DownloadsLimits.longestPause, DownloadsLimits.shortestPause * (1 << failures))
        // At least half of it, so that a server that is down is not asked at once.
        let share = Double(random >> 11) * 0x1p-53
        return max(retryAfter ?? .zero, ceiling * (0.5 + share / 2))
    }
}
