internal import Tracing

/// Turns call options into an encoded call, inherits from the surrounding call, and retries where the policy allows it.
struct CallDriver: Sendable {
    let channel: any RPCChannel
    private let runtime: any Runtime
    private let budget: SharedRetryBudget
    private let overrides: CallPolicyOverrides
    /// The client's own tracer; without one, the tracer of the surrounding span.
    private let ownTracer: (any Tracer)?
    /// The upper limit of the timeout of a unary call.
    private static let longestTimeout = RPCLimits().timeout

    init(channel: any RPCChannel, overrides: CallPolicyOverrides, tracer: (any Tracer)?) {
        (self.channel, self.overrides, ownTracer) = (channel, overrides, tracer)
        (runtime, budget) = (channel.runtime, channel.retryBudget)
    }

    func run(
        _ method: MethodDescriptor, body: [UInt8], options: CallOptions
    ) async throws(RPCError) -> EncodedResponse {
        let surrounding = ServerCall.current
        // Read once: a task-local value is searched for among all values of the task.
        let tracer = tracer
        let span = tracer.flatMap {
            CallSpan.ofClient(method, $0, surrounding: surrounding, runtime: runtime)
        }
        let call = makeCall(
            method, body: body, options: options, surrounding: surrounding, tracer: tracer, trace: span?.trace)
        guard let span else { return try await run(call, options: options, surrounding: surrounding) }
        do {
            let response = try await run(call, options: options, surrounding: surrounding)
            span.end(nil)
            return response
        } catch {
            span.end(error)
            throw error
        }
    }

    /// The tracer that makes the spans of calls.
    var tracer: (any Tracer)? { ownTracer ?? InstrumentationContext.current?.callTracer }

    /// Makes the attempts.
    @inline(__always)
    private func run(
        _ first: EncodedCall, options: CallOptions, surrounding: ServerCall?
    ) async throws(RPCError) -> EncodedResponse {
        let method = first.method
        var call = first
        let policy = method.retry ?? .standard
        let requested = options.attempts ?? overrides.override(of: method).attempts ?? method.retry?.attempts ?? 1
        let attempts = (surrounding?.attempt ?? 1) > 1 ? 1 : requested
        // An attempt with an unknown outcome stays unknown, even when the next attempt was certainly refused.
        var executed = Executed.no
        budget.noteCall()
        while true {
            do {
                let response = try await channel.call(call)
                if method.safety != .readOnly { surrounding?.effects.raise(.yes) }
                return response
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
                call = call.again()
                try await wait(before: call, after: failure, policy)
            }
        }
    }

    func makeCall(
        _ method: MethodDescriptor, body: [UInt8], options: CallOptions, surrounding: ServerCall?,
        after: StreamPosition? = nil, tracer: (any Tracer)?, trace: TraceContext? = nil
    ) -> EncodedCall {
        let override = overrides.override(of: method)
        let said = options.timeout ?? override.timeout ?? method.timeout
        let timeout = method.shape == .unary ? min(said, Self.longestTimeout) : said
        let own = timeout == .unlimited ? .distantFuture : runtime.now.advanced(by: timeout)
        let needsKey = method.safety == .idempotentByKey && options.idempotencyKey == nil
        return EncodedCall(
            method: method, body: body, deadline: min(own, surrounding?.deadline ?? .distantFuture),
            token: options.token ?? surrounding?.token,
            idempotencyKey: needsKey ? IdempotencyKey(runtime: runtime) : options.idempotencyKey,
            trace: trace ?? tracer?.parentTrace ?? surrounding?.trace.child(runtime: runtime)
                ?? .root(runtime: runtime),
            metadata: options.metadata,
            waitForReady: options.waitForReady ?? override.waitForReady ?? method.waitForReady,
            resumeAfter: after,
            criticality: surrounding?.criticality == .sheddable ? .sheddable : options.criticality ?? method.criticality
        )
    }

    /// Waits out the backoff; when the deadline comes first, throws the last error.
    private func wait(
        before call: EncodedCall, after failure: RPCError, _ policy: RetryPolicy
    ) async throws(RPCError) {
        var source = runtime.generator
        let pause = policy.backoff(before: call.attempt, error: failure, using: &source)
        let wake = runtime.now.advanced(by: pause)
        guard wake < call.deadline else { throw failure }
        do {
            try await runtime.sleep(until: wake)
        } catch {
            throw RPCError(.cancelled, "The call was cancelled between two attempts.", executed: failure.executed)
        }
    }
}
