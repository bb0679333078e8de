/// How one call ended, for later diagnosis. Contains none of its payload.
package struct EndedCall: Sendable {
    /// The method.
    package let method: MethodDescriptor
    /// The caller's name for itself.
    package let peer: String
    /// The trace that it belongs to.
    package let trace: TraceContext
    /// Its criticality.
    package let criticality: Criticality
    /// The code that it was answered with.
    package let code: RPCCode
    /// Whether it had an effect.
    package let executed: Executed
    /// Its waiting and running times.
    package let timing: CallTiming
    /// When it ended.
    package let ended: MonotonicInstant
}

extension EndedCall {
    fileprivate init(_ run: CallRun, _ outcome: CallOutcome, _ code: RPCCode, _ executed: Executed) {
        self.init(
            method: run.call.method, peer: run.call.peer, trace: run.call.trace, criticality: run.call.criticality,
            code: code, executed: executed, timing: outcome.timing, ended: run.ended)
    }
}

extension ServerEngine {
    /// Reports an admitted call to the system service, if it failed or was slow. The choice is made here, so that fast
    /// successful calls cost two comparisons and no call through a closure.
    func reportEnded(_ run: CallRun, _ outcome: CallOutcome) {
        if let error = outcome.error {
            // A caller that cancels a call does not need its trace.
            if error.code != .cancelled { noteEnded?(EndedCall(run, outcome, error.code, error.executed)) }
        } else if run.call.received.microseconds(to: run.ended) >= slowMicroseconds, run.call.method.shape == .unary {
            noteEnded?(EndedCall(run, outcome, .ok, .yes))
        }
    }
}
