import CatalogAPI
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogService

/// How many streams accounts open at once: told with each stream, as the panel says or by hand.
struct ConnectionLimitTests {
    private static let list = """
        #EXTINF:-1 tvg-id="news.tv",News 24 FHD
        http://a.example/user/hunter2/1
        #EXTINF:-1 tvg-id="late.tv",Late Cinema
        http://a.example/user/hunter2/2

        """

    private static func set(
        _ connections: Int32, of source: String, _ client: RPCClient<Catalog>
    ) async throws
        -> CatalogSource
    {
        var change = Catalog.UpdateSource(source: source)
        change.maximumConnections = connections
        return try await client.send(change)
    }

    @Test func `a panel's account says it, a number by hand counts instead, and both go with the source`() async throws
    {
        try await FeedHarness.with { harness, client in
            XtreamImportTests.panel(harness.server)
            _ = try await XtreamImportTests.add(harness)
            let news = try #require(
                try await client.send(Catalog.Search(text: "news", kinds: [.channel])).hits.first?.id)
            let stream = try await client.send(Catalog.ResolveStream(id: news))
            #expect(stream.source == "panel" && stream.maximumConnections == 1)
            #expect(stream.stream?.isEmpty == false && stream.stream?.contains("hunter2") == false)
            #expect(try await harness.source("panel").maximumConnections == 1)
            #expect(try await Self.set(3, of: "panel", client).maximumConnections == 3)
            #expect(try await client.send(Catalog.ResolveStream(id: news)).maximumConnections == 3)
            // A refresh brings the panel's number, which does not count then.
            try await harness.refresh("panel")
            #expect(try await client.send(Catalog.ResolveStream(id: news)).maximumConnections == 3)
            #expect(try await Self.set(0, of: "panel", client).maximumConnections == 1)
            for wrong in [-1, 1_001] as [Int32] {
                let error = await #expect(throws: RPCError.self) { try await Self.set(wrong, of: "panel", client) }
                #expect(error?.detail(InvalidField.self)?.field == "maximumConnections")
            }
            _ = try await Self.set(3, of: "panel", client)
            let removal = try await client.send(Catalog.RemoveSource(source: "panel"))
            _ = try await harness.catalog.end(of: removal, client)
            _ = try await XtreamImportTests.add(harness)
            #expect(try await harness.source("panel").maximumConnections == 1)
        }
    }

    @Test func `a list from a file has one by hand, its streams differ, and a guide has none`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list))
            let client = try await catalog.client()
            let cards = try await catalog.all(Catalog.Search(text: "", kinds: [.channel]))
            let source = try #require(try await client.send(Catalog.ListSources()).sources.first)
            #expect(source.maximumConnections == nil)
            #expect(try await Self.set(2, of: source.name, client).maximumConnections == 2)
            var streams: Set<String?> = []
            for card in cards {
                let stream = try await client.send(Catalog.ResolveStream(id: card.id))
                #expect(stream.source == source.name && stream.maximumConnections == 2)
                streams.insert(stream.stream)
            }
            #expect(cards.count == 2 && streams.count == 2)
            // Anything else needs an address.
            var change = Catalog.UpdateSource(source: source.name)
            (change.maximumConnections, change.isDisabled) = (1, true)
            let error = await #expect(throws: RPCError.self) { try await client.send(change) }
            #expect(error?.code == .failedPrecondition)
            #expect(try await client.send(Catalog.ListSources()).sources.first?.maximumConnections == 2)
            let unknown = await #expect(throws: RPCError.self) { try await Self.set(1, of: "none", client) }
            #expect(unknown?.code == .notFound)
        }
    }
}
