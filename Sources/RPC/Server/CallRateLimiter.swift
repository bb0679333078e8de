/// How often one connection may open calls: so many a second, of which a tenth may come at once. Pure.
///
/// The generic cell rate algorithm (ITU-T I.371, annex A, "virtual scheduling"): all that is kept is when the next call
/// would be due had all come evenly. A call is let in unless it comes earlier than that by more than a burst.
struct CallRateLimiter: Sendable {
    /// The part of a second whose calls may come at once.
    static let burst = Duration.milliseconds(100)

    /// How far the calls are apart that come evenly, in nanoseconds; 0 lets all of them in.
    private let interval: UInt64
    private let tolerance: UInt64
    private var due: UInt64 = 0

    /// - Parameter callsPerSecond: how many; nil lets all of them in.
    init(callsPerSecond: Int?) {
        interval = callsPerSecond.map { max(1, 1_000_000_000 / UInt64(max(1, $0))) } ?? 0
        // The first of a burst needs no tolerance.
        tolerance = max(UInt64(Self.burst.wholeNanoseconds), interval) - interval
    }

    /// Whether a call may come now; one that may counts.
    mutating func admits(at now: MonotonicInstant) -> Bool {
        if interval == 0 { return true }
        if due > now.nanoseconds &+ tolerance { return false }
        due = max(due, now.nanoseconds) &+ interval
        return true
    }
}
