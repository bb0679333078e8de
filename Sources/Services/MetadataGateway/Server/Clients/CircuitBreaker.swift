internal import RPC

/// Opens for a host after too many consecutive failures, and probes it with one request after a rest. Pure: the caller
/// passes the time.
struct CircuitBreaker: Sendable {
    private let failureThreshold: Int
    private let rest: Duration
    private var failures = 0
    private var openUntil: MonotonicInstant?

    init(failureThreshold: Int, rest: Duration) { (self.failureThreshold, self.rest) = (failureThreshold, rest) }

    /// Whether a request to the host is admitted. After the rest one probe is admitted, and another after the next
    /// rest, unless it succeeded.
    mutating func admits(at now: MonotonicInstant) -> Bool {
        guard let end = openUntil else { return true }
        guard now >= end else { return false }
        openUntil = now.advanced(by: rest)
        return true
    }

    /// The host answered.
    mutating func succeed() { (failures, openUntil) = (0, nil) }

    /// The host did not.
    mutating func fail(at now: MonotonicInstant) {
        failures += 1
        if failures >= failureThreshold { openUntil = now.advanced(by: rest) }
    }

    /// How long the breaker stays open; nil when it is closed.
    func remainingCoolDown(at now: MonotonicInstant) -> Duration? {
        openUntil.flatMap { $0 > now ? now.duration(to: $0) : nil }
    }
}
