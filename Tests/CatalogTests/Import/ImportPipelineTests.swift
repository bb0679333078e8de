import CatalogAPI
import Foundation
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Slow servers hold up neither other servers nor uploads.
struct ImportPipelineTests {
    private static let silent: FeedServer.Response = {
        var response = FeedServer.Response("")
        response.isSilent = true
        return response
    }()

    private static func with(
        _ count: Int, _ body: (CatalogFixture, RPCClient<Catalog>, [FeedServer]) async throws -> Void
    ) async throws {
        let servers = try (0..<count).map { _ in try FeedServer() }
        defer { for server in servers { server.stop() } }
        try await CatalogFixture.with(hosts: servers.map(\.host)) { catalog in
            for server in servers { server.serve("/slow.m3u", Self.silent) }
            try await body(catalog, try await catalog.client(), servers)
        }
    }

    private static func add(
        _ source: String, _ server: FeedServer, _ path: String, _ client: RPCClient<Catalog>
    ) async throws -> ImportStarted {
        try await client.send(Catalog.AddSource(source: source, kind: .playlist, address: server.url(path)))
    }

    @Test func `a file is imported, and another server asked, while one server gives nothing to any of four sources`()
        async throws
    {
        try await Self.with(2) { catalog, client, servers in
            var slow: [ImportStarted] = []
            for number in 0..<4 { slow.append(try await Self.add("slow\(number)", servers[0], "/slow.m3u", client)) }
            #expect(try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed)).state == .done)
            servers[1].serve("/list.m3u", .init(SampleList.mixed))
            let other = try await Self.add("other", servers[1], "/list.m3u", client)
            #expect(try await catalog.end(of: other, client).state == .done)
            let jobs = try #require(try await client.send(Catalog.ListSources()).jobs)
            #expect(jobs.map(\.state) == [.running, .waiting, .waiting, .waiting])
            #expect(jobs.map(\.phase.rawValue).first == "fetching")
            #expect(jobs.map(\.place) == [nil, 1, 2, 3])
            // One that waits ends at once when it is stopped; the next one comes forward.
            _ = try await client.send(Catalog.CancelImport(job: slow[1].job))
            #expect(try await catalog.end(of: slow[1], client).state == .cancelled)
            #expect(try await client.send(Catalog.GetImport(job: slow[3].job)).place == 2)
            for job in [slow[0], slow[2], slow[3]] { _ = try await client.send(Catalog.CancelImport(job: job.job)) }
            for job in slow { #expect(try await catalog.end(of: job, client).state == .cancelled) }
        }
    }

    @Test func `three servers are asked at a time, and the fourth waits for a line`() async throws {
        try await Self.with(4) { catalog, client, servers in
            var slow: [ImportStarted] = []
            for (number, server) in servers.enumerated() {
                slow.append(try await Self.add("slow\(number)", server, "/slow.m3u", client))
            }
            for server in servers[..<3] { try #require(try await comes { !server.requests.isEmpty }) }
            let last = try await client.send(Catalog.GetImport(job: slow[3].job))
            #expect(last.state == .waiting && last.place == 1)
            #expect(servers[3].requests.isEmpty)
            _ = try await client.send(Catalog.CancelImport(job: slow[0].job))
            try #require(try await comes { !servers[3].requests.isEmpty })
            #expect(try await client.send(Catalog.GetImport(job: slow[3].job)).place == nil)
            for job in slow { _ = try await client.send(Catalog.CancelImport(job: job.job)) }
            for job in slow { #expect(try await catalog.end(of: job, client).state == .cancelled) }
        }
    }

    @Test func `a source that is removed while it is fetched does not come back`() async throws {
        try await Self.with(1) { catalog, client, servers in
            servers[0].serve("/list.m3u", .init(SampleList.mixed))
            _ = try await catalog.end(of: Self.add("list", servers[0], "/list.m3u", client), client)
            servers[0].serve("/list.m3u", Self.silent)
            let requested = servers[0].requests.count
            let refresh = try await client.send(Catalog.RefreshSource(source: "list"))
            try #require(try await comes { servers[0].requests.count != requested })
            let removal = try await client.send(Catalog.RemoveSource(source: "list"))
            #expect(try await catalog.end(of: removal, client).state == .done)
            _ = try await client.send(Catalog.CancelImport(job: refresh.job))
            #expect(try await catalog.end(of: refresh, client).state != .done)
            #expect(try await client.send(Catalog.ListSources()).sources.isEmpty)
        }
    }
}
