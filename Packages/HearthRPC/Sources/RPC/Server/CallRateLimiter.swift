/// Limits how often one connection may open calls: a rate per second, of which a tenth may come at once. Pure.
///
/// The generic cell rate algorithm (ITU-T I.371, annex A, "virtual scheduling"): the only state is when the next call
/// would be due if all came evenly. A call is admitted unless it is earlier than that by more than a burst.
struct CallRateLimiter: Sendable {
    /// The part of a second whose calls may come at once.
    static let burst = Duration.milliseconds(100)

    /// The interval of evenly spaced calls in nanoseconds; 0 admits all.
    private let interval: UInt64
    private let tolerance: UInt64
    private var due: UInt64 = 0

    /// - Parameter callsPerSecond: the rate; nil admits all.
    init(callsPerSecond: Int?) {
        interval = callsPerSecond.map { max(1, 1_000_000_000 / UInt64(max(1, $0))) } ?? 0
        // The first call of a burst needs no tolerance.
        tolerance = max(UInt64(Self.burst.wholeNanoseconds), interval) - interval
    }

    /// Whether a call is admitted now; an admitted one counts.
    mutating func admits(at now: MonotonicInstant) -> Bool {
        if interval == 0 { return true }
        if due > now.nanoseconds &+ tolerance { return false }
        due = max(due, now.nanoseconds) &+ interval
        return true
    }
}
