import RPC
import RPCDiagnostics
import Synchronization

/// A service that can be given too much to do.
enum OverloadService: RPCService {
    static let name = "test.v1.Desk"
    static let requests: [any RPCMethod.Type] = [
        Note.self, Tidy.self, Hold.self, Work.self, Relay.self, Fail.self,
    ]

    /// Notes a fact.
    struct Note: RPCRequest {
        typealias Service = OverloadService
        typealias Response = Noted
        static let method = "Note"
        static let safety = CallSafety.unsafe
        var fact: String
    }

    /// Notes a fact, some time or other.
    struct Tidy: RPCRequest {
        typealias Service = OverloadService
        typealias Response = Noted
        static let method = "Tidy"
        static let safety = CallSafety.unsafe
        static let criticality = Criticality.sheddable
        var fact: String
    }

    /// How much the call mattered.
    struct Noted: Codable, Sendable { var criticality: String }

    /// Notes a fact, and holds on until it is released or cancelled.
    struct Hold: RPCRequest {
        typealias Service = OverloadService
        typealias Response = Empty
        static let method = "Hold"
        static let safety = CallSafety.unsafe
        static let timeout = Duration.seconds(60)
        var fact: String
    }

    /// Notes a fact, and takes its time.
    struct Work: RPCRequest {
        typealias Service = OverloadService
        typealias Response = Empty
        static let method = "Work"
        static let safety = CallSafety.unsafe
        var fact: String
        var milliseconds: Int64
    }

    /// Does not find anything.
    struct Fail: RPCRequest {
        typealias Service = OverloadService
        typealias Response = Empty
        static let method = "Fail"
        static let safety = CallSafety.readOnly
    }

    /// Has the service note a fact by a call of its own, which it takes for critical.
    struct Relay: RPCRequest {
        typealias Service = OverloadService
        typealias Response = Noted
        static let method = "Relay"
        static let safety = CallSafety.unsafe
        var fact: String
    }
}

/// A service at an endpoint, and a client of it.
struct OverloadFixture: Sendable {
    let endpoint: any TestEndpoint
    let handlerLog = HandlerLog()
    private let channel: any RPCChannel

    var client: RPCClient<OverloadService> { RPCClient(channel, defaults: options) }
    var system: RPCClient<Sys> { RPCClient(channel, defaults: options) }
    private var options: CallOptions { options(nil) }

    /// One attempt, so that every refusal is seen; and a busy machine is no reason to fail.
    func options(_ criticality: Criticality?) -> CallOptions {
        CallOptions(timeout: .seconds(60), waitForReady: true, attempts: 1, criticality: criticality)
    }

    /// - Parameter configure: changes the server before it starts.
    init(
        at endpoint: any TestEndpoint, limits: RPCLimits = RPCLimits(), configure: (inout RPCServer) -> Void = { _ in }
    ) async throws {
        self.endpoint = endpoint
        let relayed = Relayed()
        var server = try Self.server(
            runtime: endpoint.runtime, limits: limits, handlerLog: handlerLog, relayed: relayed)
        configure(&server)
        try await endpoint.start(server)
        channel = try await endpoint.channel(RPCLimits())
        relayed.set(channel)
    }

    /// The channel by which the service calls itself.
    private final class Relayed: Sendable {
        private let channel = Mutex<(any RPCChannel)?>(nil)
        func set(_ new: any RPCChannel) { channel.withLock { $0 = new } }
        var client: RPCClient<OverloadService>? { channel.withLock { $0 }.map { RPCClient($0) } }
    }

    private static func server(
        runtime: any Runtime, limits: RPCLimits, handlerLog: HandlerLog, relayed: Relayed
    ) throws -> RPCServer {
        var handlers = RPCHandlers<OverloadService>()
        @Sendable func noted(_ fact: String, _ call: ServerCall) -> OverloadService.Noted {
            handlerLog.note(fact)
            return OverloadService.Noted(criticality: call.criticality.rawValue)
        }
        handlers.on(OverloadService.Note.self) { noted($0.fact, $1) }
        handlers.on(OverloadService.Tidy.self) { noted($0.fact, $1) }
        handlers.on(OverloadService.Hold.self) { request, _ in
            handlerLog.note(request.fact)
            await withTaskCancellationHandler {
                await handlerLog.when("released \(request.fact)")
            } onCancel: {
                handlerLog.note("released \(request.fact)")
            }
            return Empty()
        }
        handlers.on(OverloadService.Work.self) { request, _ in
            handlerLog.note(request.fact)
            try await runtime.sleep(for: .milliseconds(request.milliseconds))
            return Empty()
        }
        handlers.on(OverloadService.Fail.self) { _, _ in throw RPCError(.notFound, "There is nothing.") }
        handlers.on(OverloadService.Relay.self) { request, _ in
            guard let client = relayed.client else { throw RPCError(.internal, "There is no channel.") }
            return try await client.send(
                OverloadService.Note(fact: request.fact), options: CallOptions(criticality: .critical))
        }
        var server = RPCServer(name: "desk", version: "1", runtime: runtime, limits: limits)
        server.diagnostics = Diagnostics()
        try server.add(handlers)
        return server
    }
}
