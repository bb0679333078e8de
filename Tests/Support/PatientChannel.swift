public import RPC

/// A channel whose calls wait longer than they say, where time is real.
///
/// Services wait half a second for what they can do without. Where thousands of tests share two cores, a fake that answers
/// at once may take longer, and the test would see what a person sees of a service that hangs. Tests of services that hang
/// run in simulated time, where a call waits for as long as it says.
public struct PatientChannel: RPCChannel {
    private static let factor = 20
    private let base: any RPCChannel

    /// Wraps a channel.
    public init(_ base: any RPCChannel) { self.base = base }

    public var runtime: any Runtime { base.runtime }
    public var retryBudget: SharedRetryBudget { base.retryBudget }
    public var overrides: CallPolicyOverrides { base.overrides }

    public func call(_ call: EncodedCall) async throws(RPCError) -> EncodedResponse {
        try await base.call(patient(call))
    }

    public func stream(_ call: EncodedCall) async throws(RPCError) -> EncodedStream {
        try await base.stream(patient(call))
    }

    private func patient(_ call: EncodedCall) -> EncodedCall {
        guard runtime is SystemRuntime, call.deadline < .distantFuture else { return call }
        let now = runtime.now
        let longest = max(call.deadline, now.advanced(by: TestTimeout.longest))
        return EncodedCall(
            method: call.method, body: call.body,
            deadline: min(now.advanced(by: now.duration(to: call.deadline) * Self.factor), longest), token: call.token,
            idempotencyKey: call.idempotencyKey, attempt: call.attempt, trace: call.trace, metadata: call.metadata,
            waitForReady: call.waitForReady, resumeAfter: call.resumeAfter, criticality: call.criticality)
    }
}
