import CatalogAPI
import Foundation
import GRDB
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Links that players report as failed stand behind the others, for a while.
struct StreamReportTests {
    private static let list = """
        #EXTINF:-1 tvg-id="news.tv",News 24 FHD
        http://a.example/user/hunter2/1
        #EXTINF:-1 tvg-id="news.tv",News 24 HD
        http://b.example/user/hunter2/2
        #EXTINF:-1 tvg-id="news.tv",News 24 SD
        http://c.example/user/hunter2/3
        #EXTINF:-1 tvg-id="late.tv" rating="R",Late Cinema
        http://a.example/late

        """

    private func with(
        _ body: (CatalogFixture, RPCClient<Catalog>, _ news: ContentID, _ links: [String]) async throws -> Void
    ) async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list))
            let client = try await catalog.client()
            let id = try #require(try await client.send(Catalog.Search(text: "news", kinds: [.channel])).hits.first?.id)
            let links = try await client.send(Catalog.GetTitle(id: id)).variants.map(\.id)
            try #require(links.count == 3)
            try await body(catalog, client, id, links)
            #expect(!catalog.service.logs.text.contains("hunter2"))
        }
    }

    @Test
    func `one that failed comes last, is told as such with the reason, and comes first again when it works`()
        async throws
    {
        try await with { catalog, client, id, links in
            let streams = try await client.send(Catalog.ReportStream(id: id, variant: links[0], outcome: .failed))
            #expect(streams.variants.map(\.id) == [links[1], links[2], links[0]])
            #expect(streams.variants.map { $0.failedAt != nil } == [false, false, true])
            let stream = try await client.send(Catalog.ResolveStream(id: id))
            #expect(stream.variant == links[1] && stream.fallbacks == [links[2], links[0]])
            #expect(try await client.send(Catalog.GetTitle(id: id)).variants == streams.variants)
            let reasons = try await client.send(Catalog.Explain(id: id)).decisions.filter { $0.about == "link" }
            #expect(reasons.count == 1 && reasons[0].reason.contains("it failed at 2026-08-22T"))
            #expect(!"\(reasons)".contains("example"))
            // Of two that failed the one whose failure is longer ago is tried first.
            catalog.clock.advance(days: 0.01)
            let second = try await client.send(Catalog.ReportStream(id: id, variant: links[1], outcome: .failed))
            #expect(second.variants.map(\.id) == [links[2], links[0], links[1]])
            // Who asks for one gets it.
            #expect(try await client.send(Catalog.ResolveStream(id: id, variant: links[1])).variant == links[1])
            _ = try await client.send(Catalog.ReportStream(id: id, variant: links[1], outcome: .worked))
            let worked = try await client.send(Catalog.ReportStream(id: id, variant: links[0], outcome: .worked))
            #expect(worked.variants.map(\.id) == links)
            #expect(worked.variants.allSatisfy { $0.failedAt == nil })
        }
    }

    @Test
    func `past programmes are watched by the best link that works, too`() async throws {
        try await CatalogFixture.with { catalog in
            let offer = "catchup=\"append\" catchup-source=\"?utc={utc}\""
            let list = """
                #EXTINF:-1 tvg-id="news.tv" \(offer),News 24 SD
                http://c.example/3
                #EXTINF:-1 tvg-id="news.tv" \(offer),News 24 FHD
                http://a.example/1
                #EXTINF:-1 tvg-id="news.tv" \(offer),News 24 HD
                http://b.example/2
                #EXTINF:-1 tvg-id="news.tv",News 24 4K
                http://d.example/4

                """
            try await catalog.playlist(catalog.file("a.m3u", list))
            let shows = [SampleGuide.Show(channel: "news.tv", from: -2, to: -1, title: "Report")]
            try await catalog.guide(
                catalog.file("a.xml", SampleGuide.text(channels: [("news.tv", "News 24")], shows)))
            let client = try await catalog.client()
            let id = try #require(try await client.send(Catalog.Search(text: "news", kinds: [.channel])).hits.first?.id)
            let links = try await client.send(Catalog.GetTitle(id: id)).variants.map(\.id)
            let past = Catalog.ResolveCatchup(channel: id, at: SampleGuide.date(-1.5))
            #expect(try await client.send(past).url.hasPrefix("http://a.example/1?utc="))
            _ = try await client.send(Catalog.ReportStream(id: id, variant: links[1], outcome: .failed))
            #expect(try await client.send(past).url.hasPrefix("http://b.example/2?utc="))
            _ = try await client.send(Catalog.ReportStream(id: id, variant: links[2], outcome: .failed))
            #expect(try await client.send(past).url.hasPrefix("http://c.example/3?utc="))
        }
    }

    @Test
    func `a failure counts for six hours`() async throws {
        try await with { catalog, client, id, links in
            _ = try await client.send(Catalog.ReportStream(id: id, variant: links[0], outcome: .failed))
            catalog.clock.advance(days: 5.9 / 24)
            #expect(try await catalog.client().send(Catalog.ResolveStream(id: id)).variant == links[1])
            catalog.clock.advance(days: 0.2 / 24)
            #expect(try await catalog.client().send(Catalog.ResolveStream(id: id)).variant == links[0])
            let decisions = try await catalog.client().send(Catalog.Explain(id: id)).decisions
            #expect(decisions.allSatisfy { $0.about != "link" })
            // What is too long ago goes with the next report.
            _ = try await catalog.client().send(Catalog.ReportStream(id: id, variant: links[1], outcome: .failed))
            let shard = try #require(try await catalog.service.shards?.shard(for: "home"))
            let kept = try await shard.read { try String.fetchAll($0, sql: "SELECT variant FROM linkTrouble") }
            #expect(kept == [links[1]])
        }
    }

    @Test
    func `a link with another token is another link, though it has the same id`() async throws {
        try await with { catalog, client, id, links in
            _ = try await client.send(Catalog.ReportStream(id: id, variant: links[0], outcome: .failed))
            // The same list again changes nothing.
            try await catalog.playlist(catalog.file("a.m3u", Self.list))
            #expect(try await client.send(Catalog.ResolveStream(id: id)).variant == links[1])
            let renewed = Self.list.replacingOccurrences(of: "/1\n", with: "/1?token=abcdefabcdef0123456789\n")
            try await catalog.playlist(catalog.file("b.m3u", renewed))
            let title = try await client.send(Catalog.GetTitle(id: id))
            #expect(title.variants.allSatisfy { $0.failedAt == nil })
            #expect(try await client.send(Catalog.ResolveStream(id: id)).url.contains("/1?token="))
        }
    }

    @Test
    func `nothing is told of what may not be seen, or of links that there are none of`() async throws {
        try await with { catalog, client, id, links in
            let late = try #require(
                try await client.send(Catalog.Search(text: "late", kinds: [.channel])).hits.first?.id)
            let link = try #require(try await client.send(Catalog.GetTitle(id: late)).variants.first?.id)
            func code(
                _ id: ContentID, _ variant: String, _ outcome: StreamOutcome, _ person: TestCaller
            ) async -> RPCCode? {
                do {
                    _ = try await catalog.client(person)
                        .send(Catalog.ReportStream(id: id, variant: variant, outcome: outcome))
                } catch { return (error as? RPCError)?.code }
                return nil
            }
            #expect(await code(late, link, .failed, .kids) == .notFound)
            #expect(await code(late, link, .failed, .owner) == nil)
            #expect(await code(id, links[0], .failed, .kids) == nil)
            #expect(await code(id, "nonesuch", .failed, .owner) == .notFound)
            #expect(await code(id, links[0], StreamOutcome(rawValue: "dull"), .owner) == .invalidArgument)
        }
    }
}
