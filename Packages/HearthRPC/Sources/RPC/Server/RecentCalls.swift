/// How one call ended, kept for later diagnosis. Contains none of its payload.
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

/// The most recent failed and slow calls, a fixed number of each: frequent failures do not push out slow calls.
/// Confined to the engine's loop; fast successful calls never get here.
struct RecentCalls: Sendable {
    private let slowMicroseconds: UInt64
    private(set) var failed: Ring
    private(set) var slow: Ring

    init(_ limits: RPCLimits) {
        slowMicroseconds = UInt64(clamping: limits.slowCall.wholeMicroseconds)
        (failed, slow) = (Ring(capacity: limits.recentCalls), Ring(capacity: limits.recentCalls))
    }

    /// Records an ended call, if it failed or was slow.
    mutating func note(_ run: CallRun, _ outcome: CallOutcome) {
        if let error = outcome.error {
            // A caller that cancels a call does not need its trace.
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

    /// A ring buffer of the most recent entries.
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

        /// The entries, latest first.
        var latestFirst: [EndedCall] { (calls[next...] + calls[..<next]).reversed() }
    }
}
