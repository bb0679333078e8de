import BenchKit
import CatalogAPI
import CatalogService
import Foundation
import RPC
import RPCInProcess
import ServiceKit

/// The catalog, with nobody else there.
struct CatalogScene {
    let scene: ServiceScene<CatalogService>
    let catalog: RPCClient<Catalog>
    private let directory: String

    /// Starts it in a directory.
    init(directory: String) async throws {
        self.directory = directory
        scene = try await ServiceScene(directory: directory, neighbours: Nobody())
        // An import of this size takes its time.
        catalog = try await scene.client(Catalog.self, timeout: .seconds(3_600))
    }

    /// The household's shard.
    var shard: String { "\(directory)/data/\(ServiceScene<CatalogService>.household)/catalog.sqlite" }

    /// Follows a job to its end.
    ///
    /// - Throws: what the job ended with, when it did not succeed.
    func finish(_ started: ImportStarted) async throws -> ImportReport {
        var last: ImportJob?
        for try await job in try await catalog.stream(Catalog.FollowImport(job: started.job)) { last = job }
        guard let last, last.state == .done, let report = last.report else {
            throw BenchFailure(reason: last?.problem ?? "the job has no end")
        }
        return report
    }

    func importPlaylist(_ path: String) async throws -> ImportReport {
        try await finish(try await catalog.send(Catalog.ImportPlaylist(path: path, source: "list")))
    }

    func importGuide(_ path: String) async throws -> ImportReport {
        try await finish(try await catalog.send(Catalog.ImportGuide(path: path, source: "guide")))
    }
}

/// Why a measurement cannot go on.
struct BenchFailure: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
}

/// Neighbours that are down.
private struct Nobody: Neighbours {
    func channel(to service: String) -> any RPCChannel {
        InProcessClient(InProcessHost(name: service, runtime: SystemRuntime.shared)).channel
    }
}
