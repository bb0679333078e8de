/// How long to wait before the next try of what failed for the moment.
struct Backoff: Hashable, Sendable {
    /// Failures since something last came.
    private(set) var failures = 0

    /// Something came: the next failure is the first one again.
    mutating func succeed() { failures = 0 }

    /// A try has failed.
    ///
    /// - Parameters:
    ///   - asked: how long the server asks to wait.
    ///   - random: 64 random bits, so that not all come back at once.
    /// - Returns: How long to wait; nil when it was tried often enough.
    mutating func fail(asked: Duration?, random: UInt64) -> Duration? {
        failures += 1
        guard failures < DownloadsLimits.tries else { return nil }
        let ceiling = min(DownloadsLimits.longestPause, DownloadsLimits.shortestPause * (1 << failures))
        // At least half of it, so that a server that is down is not asked at once.
        let share = Double(random >> 11) * 0x1p-53
        return max(asked ?? .zero, ceiling * (0.5 + share / 2))
    }
}
