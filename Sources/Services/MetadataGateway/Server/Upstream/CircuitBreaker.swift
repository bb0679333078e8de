internal import RPC

/// Leaves a host alone that failed too often in a row, and tries it with one question after a rest. Pure: it is told what
/// time it is.
struct CircuitBreaker: Sendable {
    private let failuresBeforeRest: Int
    private let rest: Duration
    private var failures = 0
    private var restsUntil: MonotonicInstant?

    init(failuresBeforeRest: Int, rest: Duration) { (self.failuresBeforeRest, self.rest) = (failuresBeforeRest, rest) }

    /// Whether the host may be asked now. After its rest one question is let through, and the next after another rest,
    /// unless that one succeeded.
    mutating func admits(at now: MonotonicInstant) -> Bool {
        guard let end = restsUntil else { return true }
        guard now >= end else { return false }
        restsUntil = now.advanced(by: rest)
        return true
    }

    /// The host answered.
    mutating func succeed() { (failures, restsUntil) = (0, nil) }

    /// The host did not.
    mutating func fail(at now: MonotonicInstant) {
        failures += 1
        if failures >= failuresBeforeRest { restsUntil = now.advanced(by: rest) }
    }

    /// How long the host is still left alone; nil when it is not.
    func remainingRest(at now: MonotonicInstant) -> Duration? {
        restsUntil.flatMap { $0 > now ? now.duration(to: $0) : nil }
    }
}
