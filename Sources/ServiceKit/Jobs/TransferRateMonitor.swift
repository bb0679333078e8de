package import RPC

/// Detects transfers that stop, are too slow or never end, so that they hold no resources for long.
package struct TransferRateMonitor: Sendable {
    /// The limits of a transfer.
    package struct Limits: Sendable {
        /// The maximum time without data.
        package var silence = Duration.seconds(30)
        /// The window over which ``bytesPerSecond`` must be reached on average.
        package var window = Duration.seconds(60)
        /// The minimum rate, in bytes a second.
        package var bytesPerSecond: Int64 = 1_024
        /// The maximum duration of the whole transfer.
        package var time = Duration.seconds(2 * 3_600)

        /// The limits of an upload.
        package init() {}
    }

    /// A violated limit.
    package enum Problem: Sendable, Hashable {
        /// No data came for ``Limits/silence``.
        case silent
        /// The average over ``Limits/window`` was below ``Limits/bytesPerSecond``.
        case slow
        /// The transfer took longer than ``Limits/time``.
        case late
    }

    private let limits: Limits
    private let begun: MonotonicInstant
    private var heard: MonotonicInstant
    private var total: Int64 = 0
    private var windowBegun: MonotonicInstant
    private var windowTotal: Int64 = 0

    /// Starts with a transfer of 0 bytes.
    package init(_ limits: Limits, at now: MonotonicInstant) {
        self.limits = limits
        (begun, heard, windowBegun) = (now, now, now)
    }

    /// Checks a transfer against the limits.
    ///
    /// - Parameter total: the bytes received so far.
    /// - Returns: the violated limit; nil when there is none.
    package mutating func look(total: Int64, at now: MonotonicInstant) -> Problem? {
        if total > self.total { (self.total, heard) = (total, now) }
        if begun.duration(to: now) >= limits.time { return .late }
        if heard.duration(to: now) >= limits.silence { return .silent }
        let elapsed = windowBegun.duration(to: now)
        guard elapsed >= limits.window else { return nil }
        let needed = Double(limits.bytesPerSecond) * Double(elapsed.wholeMilliseconds) / 1_000
        defer { (windowBegun, windowTotal) = (now, total) }
        return Double(total - windowTotal) < needed ? .slow : nil
    }
}
