/// The execution of one call: its result and its times.
struct CallRun: Sendable {
    var call: ServerCall
    var result: Result<[UInt8], any Error>
    var begun: MonotonicInstant
    var ended: MonotonicInstant
    /// Whether the interceptors admitted it, and a slot was free.
    var isAdmitted = true

    /// The encoded answer; empty when it failed.
    var response: [UInt8] { (try? result.get()) ?? [] }

    /// Runs the interceptors that need to wait; returns the call with the identity that they set.
    ///
    /// - Throws: the `RPCError` of the interceptor that rejects it.
    static func check(_ call: ServerCall, _ interceptors: [any ServerInterceptor]) async throws -> ServerCall {
        var call = call
        do {
            for interceptor in interceptors { try await interceptor.check(&call) }
            return call
        } catch {
            var refusal = error
            refusal.executed = .no
            throw refusal
        }
    }

    /// The call's outcome, as reported to its caller and the interceptors.
    func outcome() -> CallOutcome {
        var timing = CallTiming()
        timing.queueMicroseconds = UInt32(clamping: call.received.microseconds(to: begun))
        timing.handlerMicroseconds = UInt32(clamping: begun.microseconds(to: ended))
        timing.databaseMicroseconds = UInt32(clamping: call.databaseNanoseconds / 1_000)
        switch result {
        case .success(let response):
            return CallOutcome(error: nil, cause: nil, timing: timing, responseBytes: response.count)
        case .failure(let cause):
            var error = RPCError.boundary(cause, safety: call.method.safety)
            // "Not executed" of the last step is not "not executed" of the whole call.
            if error.executed == .no, call.effects.executed != .no { error.executed = .maybe }
            if error.code == .cancelled, ended >= call.deadline {
                error = .deadlineExceeded("before the handler had ended", executed: error.executed)
            }
            return CallOutcome(error: error, cause: cause, timing: timing, responseBytes: 0)
        }
    }
}

extension ServerCall {
    /// Rejects a call that was cancelled or has expired when its handler is about to begin.
    func refuseIfTooLate(at now: MonotonicInstant, isCancelled: Bool) throws(RPCError) {
        if now >= deadline { throw .deadlineExceeded("before the handler began", executed: .no) }
        if isCancelled { throw RPCError(.cancelled, "The call was cancelled.", executed: .no) }
    }
}

extension CallRun {
    /// The result of a rejected call.
    init(refused call: ServerCall, _ error: RPCError, at now: MonotonicInstant) {
        self.init(call: call, result: .failure(error), begun: now, ended: now, isAdmitted: false)
    }
}

/// The lag of the task pool, measured by the calls themselves and by a small probe task.
struct PoolLag: Sendable {
    private var lastMicroseconds: UInt64 = 0
    private var measured = MonotonicInstant(nanoseconds: 0)
    private var outstanding: MonotonicInstant?

    /// Notes how long a call waited until its handler began, once it has ended. A newer measurement may exist by then:
    /// a stream can have begun hours ago.
    mutating func note(microseconds: UInt64, begun: MonotonicInstant) {
        guard begun >= measured else { return }
        (lastMicroseconds, measured) = (microseconds, begun)
    }

    /// The last measured lag in microseconds, or for how long the probe task has not run if that is longer.
    func microseconds(at now: MonotonicInstant) -> UInt64 {
        guard let outstanding else { return lastMicroseconds }
        return max(lastMicroseconds, outstanding.microseconds(to: now))
    }

    mutating func began(_ now: MonotonicInstant) { outstanding = now }

    mutating func ended(_ now: MonotonicInstant) {
        if let outstanding { (lastMicroseconds, measured) = (outstanding.microseconds(to: now), now) }
        outstanding = nil
    }

    var isMeasuring: Bool { outstanding != nil }
}

extension ServerEngine {
    /// Starts a task that measures the pool's lag, unless one is pending.
    func measurePoolLag() {
        guard !poolLag.isMeasuring else { return }
        poolLag.began(runtime.now)
        runtime.spawn { [self] in
            loop.submit { [self] in poolLag.ended(runtime.now) }
        }
    }
}
