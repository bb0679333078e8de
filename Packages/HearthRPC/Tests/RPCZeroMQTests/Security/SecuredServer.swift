import RPC
import RPCZeroMQ
import Synchronization
import ZeroMQ

/// A server with CURVE at a port of its own, and the ways to it.
struct SecuredServer {
    let fixture: ZeroMQFixture
    let server: RunningServer
    let keys: CurveKeyPair
    /// The address as clients know it.
    let address: ZeroMQEndpoint

    /// Starts one that lets these clients in. It is bound to every address of the machine, so that nothing but CURVE keeps
    /// anybody out.
    static func start(
        in fixture: ZeroMQFixture, clients: [CurveKeyPair], limits: RPCLimits = RPCLimits()
    ) async throws -> SecuredServer {
        let keys = try CurveKeyPair.generate()
        let security = ZeroMQServerSecurity(keys: keys, clients: list(clients))
        let binding = ZeroMQBinding(.tcp(host: "0.0.0.0", port: 0), security: security)
        let server = try await fixture.serve(binding, limits: limits)
        guard case .tcp(_, let port) = server.endpoint else { throw ZeroMQTransportError.closed }
        return SecuredServer(fixture: fixture, server: server, keys: keys, address: .tcp(host: "127.0.0.1", port: port))
    }

    static func list(_ clients: [CurveKeyPair]) -> [CurvePublicKey: String] {
        Dictionary(uniqueKeysWithValues: clients.map { ($0.publicKey, "client") })
    }

    func allow(_ clients: [CurveKeyPair]) async throws {
        try await server.transport.setClients(SecuredServer.list(clients))
    }

    /// A channel of a client that expects one of these keys of the server, and what becomes of it.
    func channel(
        of client: CurveKeyPair, expecting servers: [CurveKeyPair]? = nil
    ) async throws -> (ZeroMQChannel, ChannelEvents) {
        let events = ChannelEvents()
        let security = ZeroMQClientSecurity(keys: client, servers: (servers ?? [keys]).map(\.publicKey))
        let channel = try await fixture.channel(to: address, security: security) { events.note($0) }
        return (channel, events)
    }
}

/// What has become of a channel's connection, in order.
final class ChannelEvents: Sendable {
    private let events = Mutex<[ZeroMQChannelEvent]>([])
    private let stream: AsyncStream<ZeroMQChannelEvent>
    private let happened: AsyncStream<ZeroMQChannelEvent>.Continuation

    init() { (stream, happened) = AsyncStream.makeStream() }

    func note(_ event: ZeroMQChannelEvent) {
        events.withLock { $0.append(event) }
        happened.yield(event)
    }

    /// All until now.
    var all: [ZeroMQChannelEvent] { events.withLock { $0 } }

    /// The next one that was not asked for yet.
    func next() async -> ZeroMQChannelEvent? { await stream.first { _ in true } }
}
