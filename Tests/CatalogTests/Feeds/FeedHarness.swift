import CatalogAPI
import Foundation
import HTTPFetch
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// A catalog that may fetch from a server of the test's own.
struct FeedHarness {
    let catalog: CatalogFixture
    let server: FeedServer

    static func with(
        faults: Bool = false, _ body: (FeedHarness, RPCClient<Catalog>) async throws -> Void
    ) async throws {
        let server = try FeedServer()
        defer { server.stop() }
        try await CatalogFixture.with(faults: faults, hosts: [server.host]) { catalog in
            let harness = FeedHarness(catalog: catalog, server: server)
            try await body(harness, try await catalog.client())
        }
    }

    /// Adds a source, and waits until it was taken in.
    @discardableResult
    func add(_ request: Catalog.AddSource) async throws -> ImportJob {
        let client = try await catalog.client()
        return try await catalog.end(of: try await client.send(request), client)
    }

    /// Adds the playlist at a path of the server's.
    @discardableResult
    func add(_ name: String, _ path: String) async throws -> ImportJob {
        try await add(Catalog.AddSource(source: name, kind: .playlist, address: server.url(path)))
    }

    /// Fetches a source, and waits until it was taken in.
    @discardableResult
    func refresh(
        _ name: String, allowsShrinking: Bool? = nil, isDryRun: Bool? = nil
    ) async throws -> ImportJob {
        let client = try await catalog.client()
        let request = Catalog.RefreshSource(source: name, allowsShrinking: allowsShrinking, isDryRun: isDryRun)
        return try await catalog.end(of: try await client.send(request), client)
    }

    /// A source as it is listed.
    func source(_ name: String) async throws -> CatalogSource {
        let sources = try await catalog.client().send(Catalog.ListSources()).sources
        return try #require(sources.first { $0.name == name })
    }

    /// How it is kept up to date.
    func feed(_ name: String) async throws -> SourceFeed { try #require(try await source(name).feed) }

    /// Takes an import back, and waits for it.
    @discardableResult
    func undo(_ name: String, _ job: String) async throws -> ImportJob {
        let client = try await catalog.client()
        return try await catalog.end(of: try await client.send(Catalog.UndoImport(source: name, job: job)), client)
    }
}

extension FeedHarness {
    /// Does now what the schedule does when the time has come, and waits for it.
    func refreshDue() async throws {
        guard let shards = catalog.service.shards else { return }
        var configuration = FetchConfiguration()
        configuration.addresses = AddressPolicy(allowedHosts: [server.host])
        let fetcher = try HTTPFetcher(configuration)
        let queue = ImportQueue(
            shards: shards, runtime: catalog.clock, logger: catalog.service.logs.logger, limits: ImportLimits(),
            fetcher: fetcher)
        _ = await FeedScheduler(queue: queue).refreshDue(household: "home")
        await queue.idle()
        await fetcher.shutDown()
    }
}
