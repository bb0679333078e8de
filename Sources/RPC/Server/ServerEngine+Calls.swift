// From an open message to its status.
extension ServerEngine {
    func begin(
        _ peer: Peer, _ id: UInt64, _ header: OpenHeader, body: [UInt8], hasItems: Bool, now: MonotonicInstant
    ) {
        let key = CallKey(peer: peer.id, call: id)
        guard let number = number(of: header.method) else {
            return refuse(key, .unimplemented(header.method.description), method: nil)
        }
        if let refusal = refusal(of: header, now: now) { return refuse(key, refusal, method: number) }
        let method = methods[number]
        let shape = method.descriptor.shape
        if let refusal = refusal(of: shape, hasItems: hasItems, method.descriptor) {
            return refuse(key, refusal, method: number)
        }
        var call = ServerCall(
            method: method.descriptor,
            // A caller may not keep a call alive for longer than the limit.
            deadline: shape == .unary ? min(header.deadline, now.advanced(by: server.limits.timeout)) : header.deadline,
            received: now,
            token: header.token, idempotencyKey: header.idempotencyKey, attempt: header.attempt, trace: header.trace,
            metadata: header.metadata, resumeAfter: header.resumeAfter, peer: peer.connection.client?.name ?? "",
            bodyHash: header.idempotencyKey == nil ? 0 : FNV1a.hash(body))
        var undecided: [any ServerInterceptor] = []
        for (index, interceptor) in server.interceptors.enumerated() {
            switch interceptor.admit(&call) {
            case .pass: continue
            case .wait: undecided.append(interceptor)
            case .refuse(var error):
                error.executed = .no
                let run = CallRun(call: call, result: .failure(error), begun: now, ended: now)
                return finish(key, number, run, asked: index + 1)
            }
        }
        switch method.handler {
        case .inline(let handler) where undecided.isEmpty: runInline(key, number, call, body: body, handler)
        case .inline(let handler): check(key, number, call, undecided, body: body, handler)
        case .task(let handler): start(key, number, call, checking: undecided, body: body, handler)
        case .stream(let handler):
            let stream = makeStream(key, peer, hasItems: hasItems)
            streams[key] = stream
            if nextKeepAlive == nil { nextKeepAlive = now.advanced(by: keepAliveInterval) }
            let (sender, receiver) = (stream.sender, stream.receiver)
            start(key, number, call, checking: undecided, body: body) { try await handler($0, $1, sender, receiver) }
        }
    }

    private func refusal(of shape: CallShape, hasItems: Bool, _ method: MethodDescriptor) -> RPCError? {
        guard hasItems else { return nil }
        guard shape.hasRequestItems else { return .takesNoItems(method.name) }
        let open = streams.keys.count { running[$0]?.method.shape.hasRequestItems == true }
        return open >= server.limits.requestStreams
            ? .overloaded("server", limit: server.limits.requestStreams) : nil
    }

    private func refusal(of header: OpenHeader, now: MonotonicInstant) -> RPCError? {
        if isDraining { return .draining(server.name) }
        if header.deadline <= now { return .deadlineExceeded("before the call was begun", executed: .no) }
        if running.count >= server.limits.openCalls { return .overloaded("server", limit: server.limits.openCalls) }
        return nil
    }

    private func number(of method: OpenHeader.Method) -> Int? {
        switch method {
        case .number(let number): number < UInt64(methods.count) ? Int(number) : nil
        case .name(let name): numberOfMethod[name]
        }
    }

    /// Answers a call that no interceptor was asked about.
    private func refuse(_ key: CallKey, _ error: RPCError, method: Int?) {
        if let method { methods[method].statistics.note(error: error) }
        connections[key.peer]?.connection.answer(key.call, StatusHeader(error: error), body: [])
    }

    private func runInline(
        _ key: CallKey, _ number: Int, _ call: ServerCall, body: [UInt8], _ handler: RegisteredMethod.InlineHandler
    ) {
        let begun = runtime.now
        let result: Result<[UInt8], any Error>
        do { result = .success(try handler(body, call)) } catch { result = .failure(error) }
        finish(key, number, CallRun(call: call, result: result, begun: begun, ended: runtime.now))
    }

    /// Has a call run as a task, which is started with all those that came together.
    private func start(
        _ key: CallKey, _ number: Int, _ call: ServerCall, checking undecided: [any ServerInterceptor],
        body: [UInt8], _ handler: @escaping RegisteredMethod.TaskHandler
    ) {
        let entry = note(key, number, call)
        begun.append { [self] in
            entry.begin()
            let run = await CallRun.run(call, checking: undecided, runtime: runtime, body: body, handler)
            entry.end()
            if ended.put(entry, run) { loop.submit { self.finishEnded() } }
        }
    }

    /// Keeps a call that runs as a task, to be cancelled when nobody waits for it any more.
    private func note(_ key: CallKey, _ number: Int, _ call: ServerCall) -> RunningCall {
        let entry = RunningCall(key: key, number: number, method: call.method)
        running[key] = entry
        if call.deadline < .distantFuture { watch(key, until: call.deadline) }
        return entry
    }

    func startBegun() {
        guard !begun.isEmpty else { return }
        runtime.spawn(each: begun)
        begun.removeAll(keepingCapacity: true)
    }

    /// Answers all calls whose handlers have ended meanwhile.
    private func finishEnded() {
        for (entry, run) in ended.take() { finish(entry.key, entry.number, run) }
    }

    /// Lets the interceptors that have to wait decide, then runs an inline handler on the loop, unless it is too late.
    private func check(
        _ key: CallKey, _ number: Int, _ call: ServerCall, _ undecided: [any ServerInterceptor], body: [UInt8],
        _ handler: @escaping RegisteredMethod.InlineHandler
    ) {
        let (entry, runtime, loop) = (note(key, number, call), runtime, loop)
        begun.append { [self] in
            entry.begin()
            let checked: Result<ServerCall, any Error>
            do { checked = .success(try await CallRun.check(call, undecided)) } catch { checked = .failure(error) }
            let isCancelled = Task.isCancelled
            entry.end()
            loop.submit { [self] in
                let now = runtime.now
                do {
                    let admitted = try checked.get()
                    try admitted.refuseIfTooLate(at: now, isCancelled: isCancelled)
                    runInline(key, number, admitted, body: body, handler)
                } catch {
                    finish(key, number, CallRun(call: call, result: .failure(error), begun: now, ended: now))
                }
            }
        }
    }

    /// Answers a call, and tells the interceptors that were asked about it, the last one first.
    private func finish(_ key: CallKey, _ number: Int, _ run: CallRun, asked: Int? = nil) {
        running[key] = nil
        poolLag.note(run.call.received.duration(to: run.begun))
        let outcome = run.outcome()
        methods[number].statistics.note(outcome)
        for interceptor in server.interceptors.prefix(asked ?? .max).reversed() {
            interceptor.finished(run.call, outcome)
        }
        let status = StatusHeader(error: outcome.error, timing: outcome.timing)
        if let stream = streams[key] {
            finish(stream, status, body: run.answer)
        } else if let peer = connections[key.peer] {
            peer.connection.answer(key.call, status, body: run.answer)
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
