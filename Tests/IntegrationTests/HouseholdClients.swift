import Access
import CatalogAPI
import DownloadsAPI
import Foundation
import PlaybackStateAPI
import ProfilesAPI
import RPC
import RPCZeroMQ
import ReadingListAPI
import SchedulerAPI
import ServiceKit
import Synchronization
import TestSupport
import Testing

/// Clients of the real services, which call as the owner and wait for a service that is down.
final class HouseholdClients: Sendable {
    let profiles: RPCClient<Profiles>
    let catalog: RPCClient<Catalog>
    let playback: RPCClient<PlaybackState>
    let reading: RPCClient<ReadingList>
    let scheduler: RPCClient<Scheduler>
    let downloads: RPCClient<Downloads>
    private let proof: Data
    private let defaults: Mutex<CallOptions>

    /// Runs `body` with clients of a running cluster.
    static func with<Value>(
        of cluster: RealCluster, _ body: (HouseholdClients) async throws -> Value
    ) async throws -> Value {
        let node = try ZeroMQNode.start(name: "household-test")
        do {
            let key = try #require(try OwnerKey.load(in: cluster.run))
            let services = SocketServiceClients(
                runDirectory: cluster.run, name: "household-test", node: node, runtime: SystemRuntime.shared)
            let clients = try await HouseholdClients(services, proof: Data(key.bytes))
            let value = try await body(clients)
            await node.shutDown()
            return value
        } catch {
            await node.shutDown()
            throw error
        }
    }

    private init(_ services: SocketServiceClients, proof: Data) async throws {
        var defaults = CallOptions(timeout: TestTimeout.longest, waitForReady: true)
        let session = try await RPCClient<Profiles>(services.channel(to: "profiles")).send(
            Profiles.LocalOwner(proof: proof), options: defaults)
        defaults.token = AccessToken(session.token)
        profiles = RPCClient(services.channel(to: "profiles"), defaults: defaults)
        catalog = RPCClient(services.channel(to: "catalog"), defaults: defaults)
        playback = RPCClient(services.channel(to: "playback-state"), defaults: defaults)
        reading = RPCClient(services.channel(to: "reading-list"), defaults: defaults)
        scheduler = RPCClient(services.channel(to: "scheduler"), defaults: defaults)
        downloads = RPCClient(services.channel(to: "downloads"), defaults: defaults)
        self.proof = proof
        self.defaults = Mutex(defaults)
    }

    /// Gets a new token, for what takes longer than the first one lasts.
    func signIn() async throws {
        let session = try await profiles.send(Profiles.LocalOwner(proof: proof))
        defaults.withLock { $0.token = AccessToken(session.token) }
    }

    /// A token of one of the household's profiles. Signing in tells the other services nothing, as switching would.
    func token(of profile: String) async throws -> AccessToken {
        try await AccessToken(profiles.send(Profiles.LocalOwner(proof: proof, profile: profile)).token)
    }

    /// How to call with the last token.
    func options(timeout: Duration = TestTimeout.longest) -> CallOptions {
        var options = defaults.withLock { $0 }
        options.timeout = timeout
        return options
    }
}
