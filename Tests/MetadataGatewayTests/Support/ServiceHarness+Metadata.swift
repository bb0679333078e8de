import Foundation
import GRDB
import MetadataGatewayAPI
import MetadataGatewayService
import RPC
import ServiceKit
import TestSupport

/// The service with a replaying TMDB behind it.
func withMetadata(
    _ transport: TestTransport = .inProcess, key: String? = TMDBReplay.key, faults: Bool = false,
    _ body: (ServiceHarness, TMDBReplay, RPCClient<MetadataGateway>) async throws -> Void
) async throws {
    let replay = try TMDBReplay()
    defer { replay.stop() }
    var settings = ["tmdb-address": "\(replay.base)/3", "tmdb-image-address": "\(replay.base)/t/p"]
    settings["tmdb-key"] = key
    let layers = ConfigurationLayers(flags: settings, environment: [:])
    try await ServiceHarness.with(MetadataGatewayService.self, transport, faults: faults) { parts in
        parts.configuration = layers
    } _: { harness in
        try await body(harness, replay, try await harness.client(MetadataGateway.self, as: .owner))
    }
}

extension ServiceHarness {
    /// Makes everything in the cache older.
    func age(by duration: Duration) async throws {
        let milliseconds = duration.wholeMilliseconds
        try await shards?.shard(for: "home").write { db in
            for table in ["answer", "image"] {
                try db.execute(
                    sql: "UPDATE \(table) SET fetched = fetched - ?1, used = used - ?1", arguments: [milliseconds])
            }
        }
    }

    /// Writes other bytes in the place of every answer.
    func damageResponses() async throws {
        try await shards?.shard(for: "home").write { db in try db.execute(sql: "UPDATE answer SET body = x'7b'") }
    }
}

extension RPCClient<MetadataGateway> {
    /// The error that a call fails with; nil when it succeeds.
    func failure<Request: RPCRequest>(of request: Request) async -> RPCError? where Request.Service == MetadataGateway {
        do {
            _ = try await send(request)
            return nil
        } catch {
            return error
        }
    }
}

extension RPCError {
    /// What was in the way.
    var problem: MetadataProblem.Code? { detail(MetadataProblem.self)?.code }
}
