import Access
import CatalogAPI
import Foundation
import Household
import Logging
import PlaybackStateAPI
import PlaybackStateService
import RPC
import RPCInProcess
import RPCZeroMQ
import ServiceKit

/// The service on a real shard behind a socket file, with a catalog that has one film, and players that call it.
final class ReportScene: Sendable {
    private let runtime = SystemRuntime.shared
    private let assembly: ServiceAssembly
    private let serverNode: ZeroMQNode
    private let clientNode: ZeroMQNode
    private let transport: ZeroMQServerTransport
    private let token: AccessToken

    /// Starts the service in an empty directory.
    init(directory: String) async throws {
        for name in ["run", "data/home"] {
            try FileManager.default.createDirectory(
                atPath: "\(directory)/\(name)", withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        let keys = KeyStore(directory: "\(directory)/keys", runtime: runtime)
        let claims = TokenClaims(
            household: "home", subject: "member", member: "member", profile: "profile", role: .adult,
            policy: .everything, plan: "premium", lifetime: AccessLimits.personTokenLifetime, runtime: runtime)
        token = try await TokenSigner(try keys.peopleKey()).sign(claims)
        let logger = Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }
        let parts = ServiceAssembly.Parts(
            runtime: runtime, logger: logger, dataDirectory: "\(directory)/data", runDirectory: "\(directory)/run",
            neighbours: FilmNeighbours(), verifier: TokenVerifier(store: keys, runtime: runtime), onFatal: { _ in })
        assembly = try await ServiceAssembly.make(PlaybackStateService.self, of: parts)
        serverNode = try ZeroMQNode.start()
        clientNode = try ZeroMQNode.start()
        transport = try await ZeroMQServerTransport.listen(
            assembly.server, at: [ZeroMQBinding(.ipc(path: "\(directory)/run/playback.sock"))], node: serverNode)
    }

    /// A new connection.
    func client() async throws -> RPCClient<PlaybackState> {
        let channel = try await ZeroMQChannel.connect(
            to: transport.endpoints[0], name: "bench", target: "playback-state", node: clientNode, runtime: runtime)
        return RPCClient(
            channel, defaults: CallOptions(timeout: .seconds(30), token: token, waitForReady: true))
    }

    /// What the shard has done so far.
    var stats: ShardStats { assembly.shards.openShards["home"]?.stats ?? ShardStats() }

    func end() async {
        await transport.drain(within: .seconds(5))
        await clientNode.shutDown()
        await serverNode.shutDown()
        await assembly.shards.close()
    }
}

/// A catalog with one film.
private final class FilmNeighbours: Neighbours {
    private let client: InProcessClient

    init() {
        let host = InProcessHost(name: "catalog", runtime: SystemRuntime.shared)
        var handlers = RPCHandlers<Catalog>()
        for request in Catalog.requests
        where ![Catalog.GetCards.fullMethod, Catalog.ResolveStream.fullMethod].contains(request.fullMethod) {
            handlers.decline(request)
        }
        handlers.on(Catalog.GetCards.self) { request, _ in
            CardList(cards: request.ids.map { Card(id: $0, kind: .movie, title: "Film") })
        }
        handlers.on(Catalog.ResolveStream.self) { _, _ in
            ResolvedStream(variant: "v", url: "http://tv.example/film", headers: [:], fallbacks: [])
        }
        var server = RPCServer(name: "catalog", version: "1", runtime: SystemRuntime.shared)
        try? server.add(handlers)
        host.start(server)
        client = InProcessClient(host)
    }

    func channel(to service: String) -> any RPCChannel { client.channel }
}
