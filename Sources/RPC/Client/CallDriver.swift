/// Turns options into an encoded call, inherits from the surrounding call, and retries what may be retried.
struct CallDriver: Sendable {
    let channel: any RPCChannel
    let budget: SharedRetryBudget
    var policy = RetryPolicy.standard

    func run(_ method: MethodDescriptor, body: [UInt8], options: CallOptions) async throws(RPCError) -> EncodedAnswer {
        let surrounding = ServerCall.current
        var call = makeCall(method, body: body, options: options, surrounding: surrounding)
        let attempts = (surrounding?.attempt ?? 1) > 1 ? 1 : options.attempts
        // An attempt with an unknown outcome stays unknown, however surely the next one was refused.
        var executed = Executed.no
        budget.noteCall()
        while true {
            do {
                let answer = try await channel.call(call)
                if method.safety != .readOnly { surrounding?.effects.raise(.yes) }
                return answer
            } catch {
                var failure = error
                if surrounding != nil { failure.origin = failure.origin ?? method.service }
                if method.safety != .readOnly, error.executed != .no { surrounding?.effects.raise(.maybe) }
                if failure.executed == .no, executed == .maybe { failure.executed = .maybe }
                executed = failure.executed
                guard call.attempt < attempts,
                    policy.allows(error, safety: method.safety, hasKey: call.idempotencyKey != nil),
                    budget.takeRetry()
                else { throw failure }
                call.attempt += 1
                try await wait(before: call, after: failure)
            }
        }
    }

    func makeCall(
        _ method: MethodDescriptor, body: [UInt8], options: CallOptions, surrounding: ServerCall?
    ) -> EncodedCall {
        let runtime = channel.runtime
        let timeout = options.timeout ?? method.timeout
        let own = timeout == .unlimited ? .distantFuture : runtime.now.advanced(by: timeout)
        let needsKey = method.safety == .idempotentByKey && options.idempotencyKey == nil
        return EncodedCall(
            method: method, body: body, deadline: min(own, surrounding?.deadline ?? .distantFuture),
            token: options.token ?? surrounding?.token,
            idempotencyKey: needsKey ? IdempotencyKey(runtime: runtime) : options.idempotencyKey,
            trace: surrounding?.trace.child(runtime: runtime) ?? .root(runtime: runtime),
            metadata: options.metadata, waitForReady: options.waitForReady)
    }

    /// Waits out the backoff; when the deadline comes first, the last error stands.
    private func wait(before call: EncodedCall, after failure: RPCError) async throws(RPCError) {
        var source = channel.runtime.generator
        let pause = policy.backoff(before: call.attempt, error: failure, using: &source)
        let wake = channel.runtime.now.advanced(by: pause)
        guard wake < call.deadline else { throw failure }
        do {
            try await channel.runtime.sleep(until: wake)
        } catch {
            throw RPCError(.cancelled, "The call was cancelled between two attempts.", executed: failure.executed)
        }
    }
}
