import RPC
import RPCDiagnostics
import RPCInProcess
import Synchronization

/// What the echo service did, for tests to look at.
final class EchoLog: Sendable {
    private struct State {
        var begun: [String: Int] = [:]
        var cancelled: Set<String> = []
        var waiters: [(String, CheckedContinuation<Void, Never>)] = []
        var released: Set<String> = []
        var effects: [IdempotencyKey: Int64] = [:]
    }
    private let state = Mutex(State())

    func began(_ name: String) {
        let ready = state.withLock { state in
            state.begun[name, default: 0] += 1
            defer { state.waiters.removeAll { $0.0 == name } }
            return state.waiters.filter { $0.0 == name }
        }
        for (_, waiter) in ready { waiter.resume() }
    }

    func count(_ name: String) -> Int { state.withLock { $0.begun[name, default: 0] } }

    /// Returns once `name` has begun.
    func waitUntilBegun(_ name: String) async { await wait(for: name) { $0.begun[name] != nil } }

    /// Returns once the handler of `name` has seen its cancellation.
    func waitUntilCancelled(_ name: String) async { await wait(for: "cancel " + name) { $0.cancelled.contains(name) } }

    private func wait(for name: String, _ isThere: @Sendable (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            let now = state.withLock { state in
                if isThere(state) { return true }
                state.waiters.append((name, continuation))
                return false
            }
            if now { continuation.resume() }
        }
    }

    func cancelled(_ name: String) {
        _ = state.withLock { $0.cancelled.insert(name) }
        began("cancel " + name)
    }

    func release(_ name: String) {
        _ = state.withLock { $0.released.insert(name) }
        began("release " + name)
    }

    func waitUntilReleased(_ name: String) async { await wait(for: "release " + name) { $0.released.contains(name) } }

    func add(_ key: IdempotencyKey, _ amount: Int64) { state.withLock { $0.effects[key, default: 0] += amount } }
    var total: Int64 { state.withLock { $0.effects.values.reduce(0, +) } }
    func hasEffect(_ key: IdempotencyKey) -> Bool { state.withLock { $0.effects[key] != nil } }
}

/// The echo service's handlers on a server of its own.
func makeEchoServer(
    runtime: any Runtime, log: EchoLog = EchoLog(), limits: RPCLimits = RPCLimits(),
    interceptors: [any ServerInterceptor] = []
) throws -> RPCServer {
    var server = RPCServer(name: "echo", version: "1", runtime: runtime, limits: limits, interceptors: interceptors)
    server.diagnostics = Diagnostics()
    var handlers = RPCHandlers<Echo>()
    handlers.on(Echo.Say.self) { request, call in
        log.began(request.text)
        return Echo.Said(text: request.text, attempt: Int32(call.attempt))
    }
    handlers.onLoop(Echo.SayInline.self) { request, call in Echo.Said(text: request.text, attempt: Int32(call.attempt))
    }
    handlers.on(Echo.Repeat.self) { request, writer, call in
        for _ in 0..<request.times {
            try await writer.write(Echo.Said(text: request.text, attempt: Int32(call.attempt)))
            log.began("repeated")
        }
    }
    handlers.on(Echo.Fail.self) { request, call in
        switch request.how {
        case "half":
            call.effects.raise(.yes)
            throw RPCError(.failedPrecondition, "The second step was refused.", executed: .no)
        case "domain": throw QuotaExceeded(capacity: 7)
        case "secret": throw Secret()
        case "status": throw RPCError(.failedPrecondition, "Not now.", executed: .no)
        default: throw RPCError.invalidArgument("how", "is not a way to fail")
        }
    }
    handlers.on(Echo.Hold.self) { request, _ in
        log.began(request.name)
        if request.isDeaf == true {
            await log.waitUntilReleased(request.name)
            return Empty()
        }
        await withTaskCancellationHandler {
            await log.waitUntilReleased(request.name)
        } onCancel: {
            log.cancelled(request.name)
            log.release(request.name)
        }
        try Task.checkCancellation()
        return Empty()
    }
    handlers.on(Echo.Add.self) { request, call in
        guard let key = call.idempotencyKey else { throw RPCError(.invalidArgument, "A key is needed.", executed: .no) }
        if !log.hasEffect(key) { log.add(key, request.amount) }
        return Echo.Said(text: "added", attempt: Int32(call.attempt))
    }
    try server.add(handlers)
    return server
}
