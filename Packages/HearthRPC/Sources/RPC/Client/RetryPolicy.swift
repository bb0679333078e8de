/// Which failed attempts are retried, and after what backoff. Only one layer retries: calls made inside a handler whose
/// own call is a retry are not retried.
public struct RetryPolicy: Sendable {
    /// The highest number of attempts, the first one included.
    public var attempts: Int
    /// The upper bound of the first backoff; it doubles with every attempt.
    public var firstBackoff: Duration
    /// The upper bound of every backoff.
    public var longestBackoff: Duration

    /// Three attempts, 10 ms doubling to at most 500 ms, with full jitter.
    public static let standard = RetryPolicy(attempts: 3)

    /// Makes a policy; the defaults are the standard policy's.
    public init(
        attempts: Int, firstBackoff: Duration = .milliseconds(10), longestBackoff: Duration = .milliseconds(500)
    ) {
        (self.attempts, self.firstBackoff, self.longestBackoff) = (attempts, firstBackoff, longestBackoff)
    }

    /// Whether a call that failed with `error` may be retried: it was certainly not executed, or repeating is harmless.
    public func allows(_ error: RPCError, safety: CallSafety, hasKey: Bool) -> Bool {
        guard !error.isHeldBack, error.code == .unavailable || error.retryAfter != nil else { return false }
        switch error.executed {
        case .no: return true
        case .yes: return false
        case .maybe:
            switch safety {
            case .readOnly, .idempotent: return true
            case .idempotentByKey: return hasKey
            case .unsafe: return false
            }
        }
    }

    /// The backoff before attempt number `attempt` (the second is 2): full jitter, or what the server asked for.
    public func backoff(
        before attempt: Int, error: RPCError, using source: inout some RandomNumberGenerator
    ) -> Duration {
        let doublings = min(max(0, attempt - 2), 20)
        let ceiling = min(longestBackoff, firstBackoff * (1 << doublings))
        let jitter = Duration.nanoseconds(Int64.random(in: 0...max(0, ceiling.wholeNanoseconds), using: &source))
        return max(jitter, error.retryAfter ?? .zero)
    }
}

/// Limits retries to a share of the calls, so that they cannot multiply an overload (Finagle's retry budget; a tenth is
/// gRPC's ratio, proposal A6).
public struct RetryBudget: Sendable {
    /// Retries that a new budget holds.
    static let reserve = 10
    /// The number of calls that add one retry.
    static let callsPerRetry = 10
    /// The most retries that a budget holds.
    static let most = 100
    /// What one call adds: one `callsPerRetry`th of a retry.
    private var shares = reserve * callsPerRetry

    /// A budget with ten retries in it, and one more for every ten calls.
    public init() {}

    /// Notes a first attempt.
    public mutating func noteCall() { shares = min(Self.most * Self.callsPerRetry, shares + 1) }

    /// Takes a retry out of the budget; false when it is exhausted.
    public mutating func takeRetry() -> Bool {
        guard shares >= Self.callsPerRetry else { return false }
        shares -= Self.callsPerRetry
        return true
    }
}
