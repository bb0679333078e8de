import BenchKit
import CatalogAPI
import CatalogFormats
import CatalogRecognition
import CatalogService
import Foundation
import HearthModel
import RPC
import RPCInProcess
import ServiceKit

/// The catalog, without other services.
struct CatalogFixture {
    let fixture: ServiceFixture<CatalogService>
    let catalog: RPCClient<Catalog>
    private let directory: String

    /// Starts it in a directory.
    ///
    /// - Parameter clients: those of other services; absent: these are down.
    init(directory: String, clients: any ServiceClients = NoServiceClients()) async throws {
        self.directory = directory
        fixture = try await ServiceFixture(directory: directory, clients: clients)
        // An import of this size takes long.
        catalog = try await fixture.client(Catalog.self, timeout: .seconds(3_600))
    }

    /// The household's shard.
    var shard: String { "\(directory)/data/\(ServiceFixture<CatalogService>.household)/catalog.sqlite" }

    /// Follows a job to its end.
    ///
    /// - Throws: the job's error, when it did not succeed.
    func finish(_ started: ImportStarted) async throws -> ImportReport {
        var last: ImportJob?
        for try await job in try await catalog.stream(Catalog.FollowImport(job: started.job)) { last = job }
        guard let last, last.state == .done, let report = last.report else {
            throw BenchFailure(reason: last?.problem ?? "the job has no end")
        }
        return report
    }

    /// Uploads a file, with one piece at a time in memory.
    func send<Request: RPCClientStream>(
        _ request: Request, _ path: String
    ) async throws -> Request.Response where Request.Service == Catalog, Request.RequestItem == UploadPiece {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        return try await catalog.send(request) { writer in
            while let data = try file.read(upToCount: UploadPiece.maximumBytes), !data.isEmpty {
                try await writer.write(UploadPiece(data))
            }
        }
    }

    func importPlaylist(_ path: String) async throws -> ImportReport {
        try await finish(try await send(Catalog.ImportPlaylist(source: "list", file: path), path))
    }

    func importGuide(_ path: String) async throws -> ImportReport {
        try await finish(try await send(Catalog.ImportGuide(source: "guide", file: path), path))
    }
}

/// Why a measurement cannot continue.
struct BenchFailure: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
}

/// Clients of services that are down.
struct NoServiceClients: ServiceClients {
    func channel(to service: String) -> any RPCChannel {
        InProcessClient(InProcessHost(name: service, runtime: SystemRuntime.shared)).channel
    }
}
