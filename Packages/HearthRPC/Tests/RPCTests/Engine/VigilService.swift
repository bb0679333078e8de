import Basics
import RPC
import RPCInProcess
import Synchronization

/// A service of streams that go on until they are ended, each shape one.
enum StreamEcho: RPCService {
    static let name = "test.v1.Vigil"
    static let requests: [any RPCMethod.Type] = [
        Keep.self, Pour.self, Exchange.self, Toil.self,
    ]

    /// Says one thing, and then nothing until it is cancelled.
    struct Keep: RPCServerStream {
        typealias Service = StreamEcho
        typealias ResponseItem = Word
        static let method = "Keep"
        static let safety = CallSafety.readOnly
        /// Whether its handler does not mind its cancellation for a minute.
        var isDeaf = false
    }

    /// Takes items until they end.
    struct Pour: RPCClientStream {
        typealias Service = StreamEcho
        typealias RequestItem = Word
        typealias Response = Word
        static let method = "Pour"
        static let safety = CallSafety.unsafe
        static let timeout = Duration.unlimited
    }

    /// Gives each item back.
    struct Exchange: RPCBidirectionalStream {
        typealias Service = StreamEcho
        typealias RequestItem = Word
        typealias ResponseItem = Word
        static let method = "Trade"
        static let safety = CallSafety.unsafe
        static let timeout = Duration.unlimited
    }

    /// Takes ten milliseconds.
    struct Toil: RPCRequest {
        typealias Service = StreamEcho
        typealias Response = Word
        static let method = "Toil"
        static let safety = CallSafety.unsafe
        static let timeout = Duration.seconds(600)
        var name: String
    }

    struct Word: Codable, Sendable { var text: String }
}

/// Tokens without signatures: a name, a life and whether they are taken back.
final class FakeTokenInterceptor: ServerInterceptor, Sendable {
    private let runtime: any Runtime
    private let mustWait: Bool
    private let takenBack = Mutex<Set<AccessToken>>([])

    /// - Parameter mustWait: whether looking at a token takes waiting, as a token that comes for the first time does.
    init(runtime: any Runtime, mustWait: Bool) { (self.runtime, self.mustWait) = (runtime, mustWait) }

    /// A caller's token that ends so much later.
    func token(_ name: String, life: Duration) -> AccessToken {
        AccessToken("\(name):\(runtime.wallTime.advanced(by: life).nanosecondsSince1970)")
    }

    func takeBack(_ token: AccessToken) { takenBack.withLock { _ = $0.insert(token) } }

    func admit(_ call: inout ServerCall) -> Admission {
        guard call.method.name.hasPrefix(StreamEcho.name) else { return .pass }
        if mustWait { return .wait }
        do {
            try look(at: call.token, &call)
            return .pass
        } catch {
            return .refuse(error)
        }
    }

    func check(_ call: inout ServerCall) async throws(RPCError) {
        guard call.method.name.hasPrefix(StreamEcho.name) else { return }
        do { try await runtime.sleep(for: .milliseconds(1)) } catch { throw .invalid }
        try look(at: call.token, &call)
    }

    func renew(_ call: ServerCall, with token: AccessToken) async throws(RPCError) -> ServerCall? {
        do { try await runtime.sleep(for: .milliseconds(1)) } catch { throw .invalid }
        var renewed = call
        try look(at: token, &renewed)
        guard renewed.identity as? String == call.identity as? String else { throw .otherCaller }
        return renewed
    }

    private func look(at token: AccessToken?, _ call: inout ServerCall) throws(RPCError) {
        let words = token.map { String(decoding: $0.bytes, as: UTF8.self).split(separator: ":") } ?? []
        guard words.count == 2, let nanoseconds = Int64(words[1]), let token else { throw .invalid }
        let end = WallTime(nanosecondsSince1970: nanoseconds)
        guard end > runtime.wallTime, !takenBack.withLock({ $0.contains(token) }) else { throw .invalid }
        call.identify(as: String(words[0]), key: FNV1a.hash(words[0].utf8), tokenEnds: end)
    }
}

extension RPCError {
    fileprivate static let invalid = RPCError(.unauthenticated, "The token does not hold.", executed: .no)
    fileprivate static let otherCaller = RPCError(.permissionDenied, "Another caller's token.", executed: .no)
}

/// A server of the service in virtual time, and a client.
struct StreamEchoFixture: Sendable {
    let simulation: Simulation
    let tokens: FakeTokenInterceptor
    let server: RPCServer
    let host: InProcessHost
    let client: InProcessClient
    /// The tokens that the last calls of ``StreamEcho/Exchange`` had when each item came.
    let seen = LockedBox<[AccessToken?]>([])
    /// The calls of ``StreamEcho/Toil`` that have begun.
    let begun = LockedBox<[String]>([])

    var vigil: RPCClient<StreamEcho> { RPCClient(client.channel) }

    init(_ simulation: Simulation, mustWait: Bool, limits: RPCLimits = RPCLimits()) throws {
        self.simulation = simulation
        tokens = FakeTokenInterceptor(runtime: simulation, mustWait: mustWait)
        var server = RPCServer(name: "vigil", version: "1", runtime: simulation, limits: limits, interceptors: [tokens])
        var handlers = RPCHandlers<StreamEcho>()
        let (seen, begun) = (seen, begun)
        handlers.on(StreamEcho.Toil.self) { request, _ in
            begun.change { $0.append(request.name) }
            try await simulation.sleep(for: .milliseconds(10))
            return StreamEcho.Word(text: request.name)
        }
        handlers.on(StreamEcho.Keep.self) { request, writer, _ in
            try await writer.write(StreamEcho.Word(text: "begun"))
            do { try await simulation.sleep(for: .seconds(100_000)) } catch {
                guard request.isDeaf else { throw error }
                _ = await simulation.spawn { try? await simulation.sleep(for: .seconds(60)) }.value
                try await writer.write(StreamEcho.Word(text: "after the end"))
            }
        }
        handlers.on(StreamEcho.Pour.self) { _, items, _ in
            var count = 0
            for try await _ in items { count += 1 }
            return StreamEcho.Word(text: "\(count)")
        }
        handlers.on(StreamEcho.Exchange.self) { _, items, writer, call in
            for try await item in items {
                seen.change { $0.append(call.token) }
                try await writer.write(item)
            }
        }
        try server.add(handlers)
        self.server = server
        host = InProcessHost(name: "vigil", runtime: simulation)
        host.start(server)
        client = InProcessClient(host)
    }

    /// Runs a body in virtual time.
    ///
    /// - Throws: what the body throws.
    static func run(
        mustWait: Bool, limits: RPCLimits = RPCLimits(),
        _ body: @escaping @Sendable (StreamEchoFixture) async throws -> Void
    ) async throws {
        try await Simulation.runOnDedicatedThread {
            let simulation = Simulation(seed: 1)
            let fixture = try StreamEchoFixture(simulation, mustWait: mustWait, limits: limits)
            let failure = LockedBox<(any Error)?>(nil)
            let end = simulation.now.advanced(by: .seconds(50_000))
            let ended = simulation.run(until: end) {
                do { try await body(fixture) } catch { failure.change { $0 = error } }
            }
            if let error = failure.value { throw error }
            guard ended else { throw RPCError(.internal, "Something waits for what never comes.") }
        }
    }
}
