internal import Basics

// Calls, from the open message to the status.
extension ServerEngine {
    func begin(
        _ peer: Peer, _ id: UInt64, _ header: OpenHeader, body: [UInt8], hasItems: Bool, now: MonotonicInstant
    ) {
        let key = CallKey(peer: peer.id, call: id)
        guard let method = method(of: header.method) else {
            return refuse(key, .unimplemented(header.method.description), method: nil)
        }
        // The caller is authenticated below; until then the share is that of the last call over this connection.
        if let refusal = refusal(of: header, method, from: peer.share, now: now)
            ?? refusal(of: peer, method, body.count)
        {
            return refuse(key, refusal, method: method)
        }
        let shape = method.descriptor.shape
        if let refusal = refusal(of: shape, hasItems: hasItems, method.descriptor) {
            return refuse(key, refusal, method: method)
        }
        var call = ServerCall(
            ServerCall.SharedState(
                method: method.descriptor, header: header,
                // A caller may not keep a call alive for longer than the limit.
                deadline: shape == .unary
                    ? min(header.deadline, now.advanced(by: server.limits.timeout)) : header.deadline,
                received: now, peer: peer.connection.client?.name ?? "", connection: peer.id,
                bodyHash: header.idempotencyKey == nil ? 0 : FNV1a.hash(body)))
        var undecided: [any ServerInterceptor] = []
        // By index, here and at the end: a loop over the interceptors would copy each of them for every call.
        for index in server.interceptors.indices {
            switch server.interceptors[index].admit(&call) {
            case .pass: continue
            case .wait: undecided.append(server.interceptors[index])
            case .refuse(var error):
                error.executed = .no
                return finish(key, method, CallRun(refused: call, error, at: now), requested: index + 1)
            }
        }
        peer.share = call.share
        if !peer.isVerified, undecided.isEmpty, call.identity != nil { verified(peer, method) }
        switch method.handler {
        case .inline(let handler) where undecided.isEmpty: runInline(key, method, call, body: body, handler)
        case .inline:
            // Only now does it need a slot.
            if let overload = limiter.refusal(of: method.slotKind(header)) {
                return finish(key, method, CallRun(refused: call, refusal(because: overload), at: now))
            }
            start(key, method, call, checking: undecided, body: body)
        case .task: start(key, method, call, checking: undecided, body: body)
        case .stream:
            let stream = makeStream(key, peer, hasItems: hasItems)
            streams[key] = stream
            if shape.hasRequestItems { requestStreams += 1 }
            if nextKeepAlive == nil { nextKeepAlive = now.advanced(by: keepAliveInterval) }
            if undecided.isEmpty { identify(stream, as: call) }
            start(key, method, call, checking: undecided, body: body, stream)
        }
    }

    private func refusal(of shape: CallShape, hasItems: Bool, _ method: MethodDescriptor) -> RPCError? {
        guard hasItems else { return nil }
        guard shape.hasRequestItems else { return .takesNoItems(method.name) }
        return requestStreams >= server.limits.requestStreams ? refusal(because: .requestStreams) : nil
    }

    func refusal(
        of header: OpenHeader, _ method: EngineMethod, from share: FairShare, now: MonotonicInstant
    ) -> RPCError? {
        if isDraining { return .draining(server.name) }
        if header.deadline <= now { return .deadlineExceeded("before the call was begun", executed: .no) }
        if method.handler.isInline { return nil }
        if let overload = limiter.refusal(of: method.slotKind(header)) {
            guard overload == .openCalls, freeSlot(for: share, now: now) else {
                let wait = queuedMicroseconds(of: share, now: now)
                return refusal(because: overload, wait: .microseconds(Int64(clamping: wait)))
            }
        }
        guard case .task = method.handler, !method.isSystem else { return nil }
        // A sheddable call has half of the time as it has half of the slots.
        let left = now.microseconds(to: header.deadline) >> (header.criticality == .sheddable ? 1 : 0)
        let wait =
            poolLag.microseconds(at: now) + queuedMicroseconds(of: share, now: now)
            + UInt64(method.serviceTime.expectedMicroseconds)
        if method.serviceTime.admits(microsecondsLeft: left, wait: wait, at: now) { return nil }
        // The lag may be outdated, as in a process that was suspended: measure it for the next call.
        measurePoolLag()
        return refusal(because: .deadline, wait: .microseconds(Int64(clamping: wait)))
    }

    /// Counts a rejection, and makes the caller's error.
    ///
    /// - Parameter wait: how long the call would have waited, or how long its caller's queued calls have waited.
    func refusal(because overload: Overload, wait: Duration = .zero) -> RPCError {
        overloads[overload, default: 0] += 1
        switch overload {
        case .openCalls: return .overloaded("server", limit: server.limits.openCalls, wait: wait)
        case .systemCalls: return .overloaded("server", limit: server.limits.systemCalls)
        case .systemStreams: return .overloaded("server", limit: server.limits.systemStreams)
        case .connectionCalls: return .overloaded("connection", limit: server.limits.openCallsPerConnection)
        case .connectionRate: return .tooOften(limit: server.limits.callsPerSecond ?? 0)
        case .requestStreams: return .overloaded("server", limit: server.limits.requestStreams)
        case .connections: return .connectionLimitReached(on: server.name)
        case .arrivingBytes: return .bufferLimitReached(server.name)
        case .sheddableCalls: return .shed(server.name)
        case .callerShare: return .overFairShare(server.name, wait: wait)
        case .deadline: return .notInTime(server.name, wait: wait)
        }
    }

    func method(of name: OpenHeader.Method) -> EngineMethod? {
        switch name {
        case .number(let number): number < UInt64(methods.count) ? methods[Int(number)] : nil
        case .name(let name): numberOfMethod[name].map { methods[$0] }
        }
    }

    /// Rejects a call before any interceptor ran.
    private func refuse(_ key: CallKey, _ error: RPCError, method: EngineMethod?) {
        method?.statistics.note(error: error)
        connections[key.peer]?.connection.sendStatus(
            key.call, StatusHeader(error: error, load: limiter.load), body: [])
    }

    private func runInline(
        _ key: CallKey, _ method: EngineMethod, _ call: ServerCall, body: [UInt8],
        _ handler: RegisteredMethod.InlineHandler
    ) {
        let begun = runtime.now
        let result: Result<[UInt8], any Error>
        do { result = .success(try handler(body, call)) } catch { result = .failure(error) }
        finish(key, method, CallRun(call: call, result: result, begun: begun, ended: runtime.now))
    }

    /// Runs a call as a task, which is started together with all others of this turn.
    private func start(
        _ key: CallKey, _ method: EngineMethod, _ call: ServerCall, checking undecided: [any ServerInterceptor],
        body: [UInt8], _ stream: ServerStream? = nil
    ) {
        let job = RunningCall(
            key: key, method: method, call: call, undecided: undecided, body: body, stream: stream, engine: self)
        running[key] = job
        limiter.take(job.slotKind)
        undecidedBytes += job.undecidedBytes
        if call.deadline < .distantFuture { watch(key, until: call.deadline) }
        start(job, of: call.share, now: call.received)
    }

    func startBegun() {
        guard !begun.isEmpty else { return }
        runtime.spawn(each: begun)
        begun.removeAll(keepingCapacity: true)
    }

    /// Returns a call from its task to the loop; callable on any thread.
    func submitCompletion(_ job: RunningCall) {
        if ended.put(job) { loop.submit { self.finishEnded() } }
    }

    /// Answers all calls whose tasks have ended since the last turn.
    private func finishEnded() {
        ended.take(into: &endedNow)
        for job in endedNow {
            // Copied once: each access through the job would copy it.
            let run = job.run
            let lag = job.started.microseconds(to: run.begun)
            poolLag.note(microseconds: lag, begun: run.begun)
            noteEnded(job, lagMicroseconds: lag)
            if !job.isDecided { decided(job, isKnown: run.isAdmitted && run.call.identity != nil) }
            guard takeOut(job) else {
                _ = recordOutcome(job.method, run)
                continue
            }
            if case .inline(let handler) = job.method.handler, case .success = run.result {
                runChecked(job, handler)
            } else {
                finish(job.key, job.method, run)
            }
        }
        endedNow.removeAll(keepingCapacity: true)
        if !queued.isEmpty {
            startQueued(runtime.now)
            startBegun()
        }
    }

    /// Removes a call from the running ones; false when another call has its number, which this answer does not belong
    /// to.
    func takeOut(_ job: RunningCall) -> Bool {
        limiter.releaseSlot(job.slotKind)
        if job.stream != nil, job.method.descriptor.shape.hasRequestItems { requestStreams -= 1 }
        guard let named = running.removeValue(forKey: job.key), named !== job else { return true }
        running[job.key] = named
        return false
    }

    /// Runs the inline handler of an admitted call, unless its deadline has passed.
    private func runChecked(_ job: RunningCall, _ handler: RegisteredMethod.InlineHandler) {
        let now = runtime.now
        do {
            try job.run.call.refuseIfTooLate(at: now, isCancelled: job.isCancelled)
            runInline(job.key, job.method, job.run.call, body: job.body, handler)
        } catch {
            finish(job.key, job.method, CallRun(call: job.run.call, result: .failure(error), begun: now, ended: now))
        }
    }

    /// Counts an ended call, and informs the interceptors that admitted it, the last one first.
    private func recordOutcome(_ method: EngineMethod, _ run: CallRun, requested: Int? = nil) -> CallOutcome {
        let outcome = run.outcome()
        method.statistics.note(outcome)
        if run.isAdmitted { reportEnded(run, outcome) }
        method.serviceTime.note(microseconds: outcome.timing.handlerMicroseconds, isWhole: outcome.isWhole)
        for index in server.interceptors.indices.prefix(requested ?? .max).reversed() {
            server.interceptors[index].finished(run.call, outcome)
        }
        return outcome
    }

    /// Records a call's outcome, and answers it.
    func finish(_ key: CallKey, _ method: EngineMethod, _ run: CallRun, requested: Int? = nil) {
        let outcome = recordOutcome(method, run, requested: requested)
        let status = StatusHeader(error: outcome.error, timing: outcome.timing, load: limiter.load)
        if !streams.isEmpty, let stream = streams[key] {
            finish(stream, status, body: run.response)
        } else if let peer = connections[key.peer] {
            peer.connection.sendStatus(key.call, status, body: run.response)
            list(peer)
            if let failure = peer.connection.failure { drop(peer, failure) }
        }
        if isDraining { endDrainIfDone() }
    }
}

extension OpenHeader.Method: CustomStringConvertible {
    var description: String {
        switch self {
        case .number(let number): "method number \(number)"
        case .name(let name): name
        }
    }
}
