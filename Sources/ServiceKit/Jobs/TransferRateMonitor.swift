package import RPC

/// Judges whether a transfer comes fast enough: a sender that stops, dribbles or never ends holds nothing for long.
package struct TransferRateMonitor: Sendable {
    /// What a transfer may take.
    package struct Limits: Sendable {
        /// How long nothing may come.
        package var silence = Duration.seconds(30)
        /// How long each stretch is in which ``bytesPerSecond`` must come on average.
        package var window = Duration.seconds(60)
        /// The least bytes a second.
        package var bytesPerSecond: Int64 = 1_024
        /// How long all of it may take.
        package var time = Duration.seconds(2 * 3_600)

        /// The limits of an upload.
        package init() {}
    }

    /// What is wrong with a transfer.
    package enum Problem: Sendable, Hashable {
        /// Nothing has come for ``Limits/silence``.
        case silent
        /// Less than ``Limits/bytesPerSecond`` has come on average over ``Limits/window``.
        case slow
        /// It has taken longer than ``Limits/time``.
        case late
    }

    private let limits: Limits
    private let begun: MonotonicInstant
    private var heard: MonotonicInstant
    private var total: Int64 = 0
    private var windowBegun: MonotonicInstant
    private var windowTotal: Int64 = 0

    /// Begins with a transfer of which nothing has come.
    package init(_ limits: Limits, at now: MonotonicInstant) {
        self.limits = limits
        (begun, heard, windowBegun) = (now, now, now)
    }

    /// Looks at a transfer.
    ///
    /// - Parameter total: the bytes that have come so far.
    /// - Returns: what is wrong with it; nil when nothing is.
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
