import RPC
import RPCDiagnostics
import Synchronization

/// A service with a method of every shape.
enum StreamService: RPCService {
    static let name = "test.v1.Flow"
    static let requests: [any RPCMethod.Type] = [
        Count.self, Sum.self, Double.self, Follow.self, Ask.self, Forever.self,
        Ignore.self, Hold.self,
    ]
}

extension StreamService {
    struct Number: Codable, Sendable, Equatable {
        var value: Int64
        var padding: String?
    }

    /// Counts from 1, and fails after the last when it is told to.
    struct Count: RPCServerStream {
        typealias Service = StreamService
        typealias ResponseItem = Number
        static let method = "Count"
        static let safety = CallSafety.readOnly
        static let access = CallAccess.anyone
        var to: Int64
        /// The padding of item n has this many bytes times n.
        var growth: Int64 = 0
        var failing = false
        /// Whether the stream stays open after the last item.
        var staying = false
        /// What the writer's progress is called in the log.
        var name = ""
    }

    /// Adds up the client's numbers, until one is negative.
    struct Sum: RPCClientStream {
        typealias Service = StreamService
        typealias RequestItem = Number
        typealias Response = Number
        static let method = "Sum"
        static let safety = CallSafety.unsafe
        static let access = CallAccess.anyone
        var from: Int64
    }

    /// Sends every number back, doubled; when the client's have ended, their count.
    struct Double: RPCBidirectionalStream {
        typealias Service = StreamService
        typealias RequestItem = Number
        typealias ResponseItem = Number
        static let method = "Double"
        static let safety = CallSafety.unsafe
        static let access = CallAccess.anyone
    }

    /// Follows the tape up to its end.
    struct Follow: RPCServerStream {
        typealias Service = StreamService
        typealias ResponseItem = Number
        static let method = "Follow"
        static let safety = CallSafety.readOnly
        static let access = CallAccess.anyone
    }

    /// Writes nothing until it is cancelled.
    struct Forever: RPCServerStream {
        typealias Service = StreamService
        typealias ResponseItem = Number
        static let method = "Forever"
        static let safety = CallSafety.readOnly
        static let access = CallAccess.anyone
        var name: String
    }

    /// Reads none of the client's items, and waits to be cancelled.
    struct Ignore: RPCClientStream {
        typealias Service = StreamService
        typealias RequestItem = Number
        typealias Response = Number
        static let method = "Ignore"
        static let safety = CallSafety.unsafe
        static let access = CallAccess.anyone
    }

    /// Answers when it is cancelled.
    struct Hold: RPCRequest {
        typealias Service = StreamService
        typealias Response = Number
        static let method = "Hold"
        static let safety = CallSafety.readOnly
        static let access = CallAccess.anyone
        static let timeout = Duration.seconds(600)
        var name: String
    }

    struct Ask: RPCRequest {
        typealias Service = StreamService
        typealias Response = Number
        static let method = "Ask"
        static let safety = CallSafety.readOnly
        static let access = CallAccess.anyone
        static let timeout = Duration.seconds(60)
        var value: Int64
    }
}

/// What goes on in the handlers, for tests to look at and wait for.
final class StreamLog: Sendable {
    private struct State {
        var counts: [String: Int64] = [:]
        var waiters: [(name: String, count: Int64, continuation: CheckedContinuation<Void, Never>)] = []
    }
    private let state = Mutex(State())

    func count(_ name: String) -> Int64 { state.withLock { $0.counts[name, default: 0] } }

    func note(_ name: String) {
        let ready = state.withLock { state in
            let count = state.counts[name, default: 0] + 1
            state.counts[name] = count
            defer { state.waiters.removeAll { $0.name == name && $0.count <= count } }
            return state.waiters.filter { $0.name == name && $0.count <= count }
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    /// Returns once `name` was noted so often.
    func reaches(_ name: String, _ count: Int64 = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.counts[name, default: 0] >= count { return true }
                state.waiters.append((name, count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}

/// An append-only log that outlives its server, as a shard does.
final class AppendOnlyLog: Sendable {
    let generation: UInt64 = 77
    private let values = Mutex<[Int64]>([])
    let length: Int

    init(length: Int) {
        self.length = length
        values.withLock { $0 = (1...Int64(max(1, length))).map { $0 * $0 } }
    }

    func value(at sequence: UInt64) -> Int64? {
        values.withLock { sequence >= 1 && sequence <= $0.count ? $0[Int(sequence) - 1] : nil }
    }
}

func makeFlowServer(runtime: any Runtime, log: StreamLog, tape: AppendOnlyLog, limits: RPCLimits) throws -> RPCServer {
    var handlers = RPCHandlers<StreamService>()
    handlers.on(StreamService.Count.self) { request, writer, _ in
        for value in 1...max(1, request.to) {
            let padding = request.growth == 0 ? nil : String(repeating: "x", count: Int(value * request.growth))
            do {
                try await writer.write(StreamService.Number(value: value, padding: padding))
            } catch {
                log.note("\(request.name) refused")
                throw error
            }
            log.note(request.name)
        }
        if request.staying { try await runtime.sleep(for: .seconds(1_000_000)) }
        if request.failing { throw RPCError(.failedPrecondition, "Counted enough.", executed: .yes) }
    }
    handlers.on(StreamService.Sum.self) { request, items, _ in
        var sum = request.from
        for try await number in items {
            if number.value < 0 { break }
            sum += number.value
            log.note("summed")
        }
        return StreamService.Number(value: sum)
    }
    handlers.on(StreamService.Double.self) { _, items, writer, _ in
        var count: Int64 = 0
        for try await number in items {
            count += 1
            try await writer.write(StreamService.Number(value: 2 * number.value))
        }
        try await writer.write(StreamService.Number(value: count))
    }
    handlers.on(StreamService.Follow.self) { _, writer, call in
        let start = call.resumeAfter.map { $0.generation == tape.generation ? $0.sequence : 0 } ?? 0
        for sequence in (start + 1)...UInt64(tape.length + 1) {
            guard let value = tape.value(at: sequence) else { return }
            try await writer.write(
                StreamService.Number(value: value), at: StreamPosition(generation: tape.generation, sequence: sequence))
            log.note("followed")
        }
    }
    handlers.on(StreamService.Forever.self) { request, _, _ in
        log.note("\(request.name) begun")
        try? await runtime.sleep(for: .seconds(1_000_000))
        log.note("\(request.name) cancelled")
        try Task.checkCancellation()
    }
    handlers.on(StreamService.Ignore.self) { _, _, _ in
        log.note("ignoring")
        try? await runtime.sleep(for: .seconds(1_000_000))
        log.note("ignored")
        return StreamService.Number(value: 0)
    }
    handlers.on(StreamService.Hold.self) { request, _ in
        log.note("\(request.name) begun")
        try? await runtime.sleep(for: .seconds(1_000_000))
        log.note("\(request.name) cancelled")
        return StreamService.Number(value: 0)
    }
    handlers.onLoop(StreamService.Ask.self) { request, _ in StreamService.Number(value: request.value) }
    var server = RPCServer(name: "flow", version: "1", runtime: runtime, limits: limits)
    server.diagnostics = Diagnostics()
    try server.add(handlers)
    return server
}
