/// Which failed attempts are made again, and after how long. One layer retries: calls made inside a handler of a call
/// that is itself a retry are not retried.
public struct RetryPolicy: Sendable {
    /// How often to try at most, the first time included.
    public var attempts: Int
    /// The first wait's upper end; it doubles with every attempt.
    public var firstBackoff: Duration
    /// No wait is longer.
    public var longestBackoff: Duration

    /// Three attempts, 10 ms doubling to at most 500 ms, with full jitter.
    public static let standard = RetryPolicy(attempts: 3)

    /// Makes a policy; what is left out is the standard one's.
    public init(
        attempts: Int, firstBackoff: Duration = .milliseconds(10), longestBackoff: Duration = .milliseconds(500)
    ) {
        (self.attempts, self.firstBackoff, self.longestBackoff) = (attempts, firstBackoff, longestBackoff)
    }

    /// Whether a call that failed like this may be made again: it was certainly not executed, or repeating is harmless.
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

    /// How long to wait before attempt number `attempt` (the second is 2): full jitter, or what the server asked for.
    public func backoff(
        before attempt: Int, error: RPCError, using source: inout some RandomNumberGenerator
    ) -> Duration {
        let doublings = min(max(0, attempt - 2), 20)
        let ceiling = min(longestBackoff, firstBackoff * (1 << doublings))
        let jitter = Duration.nanoseconds(Int64.random(in: 0...max(0, ceiling.wholeNanoseconds), using: &source))
        return max(jitter, error.retryAfter ?? .zero)
    }
}

/// Keeps retries to a share of the calls, so that they cannot multiply an overload (Finagle's retry budget; a tenth is
/// gRPC's ratio, proposal A6).
public struct RetryBudget: Sendable {
    /// Retries that are there from the start.
    static let reserve = 10
    /// So many calls add one retry.
    static let callsPerRetry = 10
    /// No more retries than these are kept.
    static let most = 100
    /// What one call adds: a retry's `callsPerRetry`th part.
    private var shares = reserve * callsPerRetry

    /// A budget with ten retries in it, and one more for every ten calls.
    public init() {}

    /// Notes a first attempt.
    public mutating func noteCall() { shares = min(Self.most * Self.callsPerRetry, shares + 1) }

    /// Takes a retry out of the budget; false when it is used up.
    public mutating func takeRetry() -> Bool {
        guard shares >= Self.callsPerRetry else { return false }
        shares -= Self.callsPerRetry
        return true
    }
}
