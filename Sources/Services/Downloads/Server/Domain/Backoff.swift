/// How long to wait before the next try of what failed for the moment.
struct Backoff: Hashable, Sendable {
    /// Failures since it last came further than ever before.
    private(set) var failures = 0
    /// The most bytes that were durable when a try failed.
    private var furthest: Int64 = 0

    /// A try has failed. When it came further than all before, it is the first one again; what came and had to be thrown
    /// away is no progress.
    ///
    /// - Parameters:
    ///   - bytes: how many are durable now.
    ///   - asked: how long the server asks to wait.
    ///   - random: 64 random bits, so that not all come back at once.
    /// - Returns: How long to wait; nil when it was tried often enough.
    mutating func fail(at bytes: Int64, asked: Duration?, random: UInt64) -> Duration? {
        if bytes > furthest { (furthest, failures) = (bytes, 0) }
        failures += 1
        guard failures < DownloadsLimits.tries else { return nil }
        let ceiling = min(DownloadsLimits.longestPause, DownloadsLimits.shortestPause * (1 << failures))
        // At least half of it, so that a server that is down is not asked at once.
        let share = Double(random >> 11) * 0x1p-53
        return max(asked ?? .zero, ceiling * (0.5 + share / 2))
    }
}
