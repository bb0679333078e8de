/// How one call ended, for those who look into a process afterwards. Nothing of what was said in it.
struct EndedCall: Sendable {
    let method: MethodDescriptor
    let peer: String
    let trace: TraceContext
    let criticality: Criticality
    let code: RPCCode
    let executed: Executed
    let timing: CallTiming
    let ended: MonotonicInstant
}

/// The last calls that failed and the last that were slow, so many of each: what fails often does not push out what is
/// slow. Confined to the engine's loop; calls that go well never get here.
struct RecentCalls: Sendable {
    private let slowMicroseconds: UInt64
    private(set) var failed: Ring
    private(set) var slow: Ring

    init(_ limits: RPCLimits) {
        slowMicroseconds = UInt64(clamping: limits.slowCall.wholeMicroseconds)
        (failed, slow) = (Ring(capacity: limits.recentCalls), Ring(capacity: limits.recentCalls))
    }

    /// Notes a call that has ended, if it is of interest.
    mutating func note(_ run: CallRun, _ outcome: CallOutcome) {
        if let error = outcome.error {
            // Who gives a call up wants to know no more of it.
            if error.code != .cancelled { failed.put(Self.ended(run, outcome, error.code, error.executed)) }
        } else if run.call.received.microseconds(to: run.ended) >= slowMicroseconds, run.call.method.shape == .unary {
            slow.put(Self.ended(run, outcome, .ok, .yes))
        }
    }

    private static func ended(
        _ run: CallRun, _ outcome: CallOutcome, _ code: RPCCode, _ executed: Executed
    ) -> EndedCall {
        EndedCall(
            method: run.call.method, peer: run.call.peer, trace: run.call.trace, criticality: run.call.criticality,
            code: code, executed: executed, timing: outcome.timing, ended: run.ended)
    }

    /// The last so many.
    struct Ring: Sendable {
        private let capacity: Int
        private var calls: [EndedCall] = []
        private var next = 0

        init(capacity: Int) { self.capacity = capacity }

        mutating func put(_ call: EndedCall) {
            if calls.count < capacity {
                calls.append(call)
            } else if capacity > 0 {
                calls[next] = call
                next = (next + 1) % capacity
            }
        }

        /// The latest first.
        var latestFirst: [EndedCall] { (calls[next...] + calls[..<next]).reversed() }
    }
}
