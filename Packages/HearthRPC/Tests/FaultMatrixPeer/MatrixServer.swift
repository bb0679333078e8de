import RPC
import RPCDiagnostics
import Synchronization

/// One start of the server: after a kill nothing of it has an effect any more, though its tasks may still run here.
final class ServerInstance: Sendable {
    private let isOver = Atomic<Bool>(false)

    func end() { isOver.store(true, ordering: .sequentiallyConsistent) }

    func check() throws {
        if isOver.load(ordering: .sequentiallyConsistent) { throw CancellationError() }
    }
}

/// The handlers of one start.
struct MatrixServer: Sendable {
    let runtime: any Runtime
    let record: any EffectRecorder
    let life: ServerInstance

    /// Small ones, which are reached soon.
    static var limits: RPCLimits {
        var limits = RPCLimits()
        (limits.messageBytes, limits.streamItems) = (32 << 10, 8)
        return limits
    }

    func make(_ safety: CallSafety, limits: RPCLimits) throws -> RPCServer {
        switch safety {
        case .readOnly: try make(ReadOnly.self, limits)
        case .idempotent: try make(Idempotent.self, limits)
        case .idempotentByKey: try make(Keyed.self, limits)
        case .unsafe: try make(Unsafe.self, limits)
        }
    }

    private func make<Safety: SafetyMarker>(_: Safety.Type, _ limits: RPCLimits) throws -> RPCServer {
        var server = RPCServer(name: "chaos", version: "1", runtime: runtime, limits: limits)
        server.diagnostics = Diagnostics()
        var handlers = RPCHandlers<Chaos<Safety>>()
        handlers.on(Chaos<Safety>.Ask.self) { request, call in
            try await work(request.plan, call) { _ in }
            return Self.done(request.plan)
        }
        handlers.on(Chaos<Safety>.Download.self) { request, writer, call in
            let plan = request.plan
            try await work(plan, call) { half in
                for number in Self.numbers(of: plan, half) { try await writer.write(Self.step(number, plan)) }
            }
        }
        handlers.on(Chaos<Safety>.Upload.self) { request, items, call in
            let plan = request.plan
            var reader = items.makeAsyncIterator()
            try await work(plan, call) { half in
                for number in Self.numbers(of: plan, half) {
                    guard try await reader.next()?.number == number else { throw Self.wrongItems }
                }
            }
            return Self.done(plan)
        }
        handlers.on(Chaos<Safety>.Exchange.self) { request, items, writer, call in
            let plan = request.plan
            var reader = items.makeAsyncIterator()
            try await work(plan, call) { half in
                for number in Self.numbers(of: plan, half) {
                    guard try await reader.next()?.number == number else { throw Self.wrongItems }
                    try await writer.write(Self.step(number, plan))
                }
            }
        }
        try server.add(handlers)
        return server
    }

    /// The items of the first or the second half.
    private static func numbers(of plan: CallScript, _ half: Int) -> Range<Int> {
        half == 1 ? 1..<plan.items / 2 + 1 : plan.items / 2 + 1..<plan.items + 1
    }

    private static let wrongItems = RPCError(.dataLoss, "An item is not the next one.", executed: .maybe)

    private static func done(_ plan: CallScript) -> CallResult {
        CallResult(call: plan.call, padding: padding(plan.responseBytes))
    }

    private static func step(_ number: Int, _ plan: CallScript) -> CallItem {
        CallItem(number: number, padding: number == plan.items ? padding(plan.responseBytes) : nil)
    }

    private static func padding(_ bytes: Int) -> String? {
        bytes == 0 ? nil : String(repeating: "x", count: bytes)
    }

    /// Does what the plan says; `pass` takes and gives the items of a half.
    private func work(
        _ plan: CallScript, _ call: ServerCall, _ pass: (_ half: Int) async throws -> Void
    ) async throws {
        record.begin(plan.call, at: runtime.now)
        defer { record.end(plan.call) }
        if plan.mode != .slow { try commit(plan, call) }
        try await pass(1)
        switch plan.mode {
        case .quick: break
        case .half:
            throw RPCError(.failedPrecondition, "A further step was refused.", executed: .no)
        case .held, .slow:
            try await record.gate.pass(noting: plan.call)
            if plan.mode == .slow { try commit(plan, call) }
        }
        try await pass(2)
    }

    /// Has the effect, as a transaction has: once for a key, and noted.
    private func commit(_ plan: CallScript, _ call: ServerCall) throws {
        try life.check()
        guard call.method.safety != .readOnly else { return }
        record.commit(plan.call, key: call.idempotencyKey?.description ?? "")
        call.effects.raise(.yes)
    }
}
