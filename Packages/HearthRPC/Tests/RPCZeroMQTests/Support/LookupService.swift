import RPC
import RPCDiagnostics
import Synchronization

/// A service for tests.
enum LookupService: RPCService {
    static let name = "test.v1.Library"
    static let requests: [any RPCMethod.Type] = [Lookup.self, Glance.self, Hold.self]
}

extension LookupService {
    /// Answers with the text, from a task.
    struct Lookup: RPCRequest {
        typealias Service = LookupService
        typealias Response = Found
        static let method = "Lookup"
        static let safety = CallSafety.readOnly
        static let access = CallAccess.anyone
        var text: String
    }

    /// Answers with the text, on the loop.
    struct Glance: RPCRequest {
        typealias Service = LookupService
        typealias Response = Found
        static let method = "Glance"
        static let safety = CallSafety.readOnly
        static let access = CallAccess.anyone
        var text: String
    }

    struct Found: Codable, Sendable, Equatable { var text: String }

    /// Waits until it is released or cancelled.
    struct Hold: RPCRequest {
        typealias Service = LookupService
        typealias Response = Found
        static let method = "Hold"
        static let safety = CallSafety.unsafe
        static let access = CallAccess.anyone
        static let timeout = Duration.seconds(60)
        var name: String
    }
}

/// What the handlers did.
final class HandlerLog: Sendable {
    private struct State {
        var facts: [String: Int] = [:]
        var waiting: [(fact: String, count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// Notes that something has happened.
    func note(_ fact: String) {
        let ready = state.withLock { state in
            state.facts[fact, default: 0] += 1
            let count = state.facts[fact] ?? 0
            defer { state.waiting.removeAll { $0.fact == fact && $0.count <= count } }
            return state.waiting.filter { $0.fact == fact && $0.count <= count }
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    func count(_ fact: String) -> Int { state.withLock { $0.facts[fact] ?? 0 } }

    /// Returns once it has happened so many times.
    func when(_ fact: String, _ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.facts[fact] ?? 0 >= count { return true }
                state.waiting.append((fact, count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// The service with this log behind it.
    func server(limits: RPCLimits = RPCLimits()) throws -> RPCServer {
        var server = RPCServer(name: "library", version: "1", runtime: SystemRuntime.shared, limits: limits)
        server.diagnostics = Diagnostics()
        var handlers = RPCHandlers<LookupService>()
        handlers.on(LookupService.Lookup.self) { request, _ in
            self.note("lookup \(request.text)")
            return LookupService.Found(text: request.text)
        }
        handlers.onLoop(LookupService.Glance.self) { request, _ in LookupService.Found(text: request.text) }
        handlers.on(LookupService.Hold.self) { request, _ in
            self.note("held \(request.name)")
            await withTaskCancellationHandler {
                await self.when("released \(request.name)")
            } onCancel: {
                self.note("cancelled \(request.name)")
                self.note("released \(request.name)")
            }
            try Task.checkCancellation()
            return LookupService.Found(text: request.name)
        }
        try server.add(handlers)
        return server
    }
}
