import CatalogAPI
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// What a kids profile sees of live television when its household hides channels without a rating.
struct UnratedChannelTests {
    private static let list = """
        #EXTM3U
        #EXTINF:-1 tvg-id="kids.tv" tvg-chno="1" rating="TV-Y",Kids TV
        http://a.example/kids.m3u8
        #EXTINF:-1 tvg-id="news.tv" tvg-chno="2",News 24
        http://a.example/news.m3u8
        #EXTINF:-1 tvg-id="hot.tv" tvg-chno="3" group-title="XXX",Hot TV
        http://a.example/hot.m3u8
        #EXTINF:6000 type="movie",Home Video (2001)
        http://a.example/movie/u/p/1.mkv
        #EXTINF:6000 type="movie" rating="PG",Rated Film (2001)
        http://a.example/movie/u/p/2.mkv
        """

    private static let guide = SampleGuide.text(
        channels: [("kids.tv", "Kids TV"), ("news.tv", "News 24"), ("hot.tv", "Hot TV")],
        [
            .init(channel: "kids.tv", from: -1, to: 1, title: "Cartoons", rating: "TV-Y"),
            .init(channel: "kids.tv", from: 1, to: 2, title: "Unrated Show"),
            .init(channel: "kids.tv", from: 2, to: 3, title: "Bedtime", rating: "TV-G"),
            .init(channel: "kids.tv", from: 3, to: 4, title: "Late Show", rating: "TV-G", category: "XXX"),
            .init(channel: "news.tv", from: -1, to: 1, title: "News"),
            .init(channel: "hot.tv", from: -1, to: 1, title: "Hot Show"),
        ])

    private static let lenient = TestCaller.kids
    private static let strict = TestCaller(
        member: "kai", role: .child, policy: .kids(seesUnrated: true, seesUnratedChannels: false))

    private func with(_ body: (CatalogFixture) async throws -> Void) async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list))
            try await catalog.guide(catalog.file("a.xml", Self.guide))
            try await body(catalog)
        }
    }

    @Test func `search, totals, cards and sources have channels without a rating only where they are allowed`()
        async throws
    {
        try await with { catalog in
            let all = try await catalog.all(Catalog.Search(text: "")).map(\.id)
            #expect(all.count == 5)
            for (person, channels) in [(Self.lenient, ["Kids TV", "News 24"]), (Self.strict, ["Kids TV"])] {
                let client = try await catalog.client(person)
                let films = ["Home Video", "Rated Film"]
                let found = try await client.send(Catalog.Search(text: ""))
                #expect(found.hits.map(\.title).sorted() == (channels + films).sorted())
                #expect(Int(found.total) == channels.count + films.count)
                #expect(found.kinds.first { $0.kind == .channel }?.count == Int64(channels.count))
                let unrated = try await client.send(Catalog.Search(text: "", ratings: [.unrated]))
                #expect(Int(unrated.total) == channels.count - 1 + 1)
                let named = try await client.send(Catalog.Search(text: "news", kinds: [.channel]))
                #expect(Int(named.total) == channels.count - 1)
                let cards = try await client.send(Catalog.GetCards(ids: all)).cards
                #expect(cards.map(\.title).sorted() == (channels + films).sorted())
                // Sources are for adults: their counts go by the same policy.
                var adult = person
                adult.role = .adult
                let sources = try await catalog.client(adult).send(Catalog.ListSources()).sources
                let list = try #require(sources.first { $0.kind == .playlist })
                #expect([list.channels, list.movies] == [Int64(channels.count), 2])
            }
        }
    }

    @Test func `the guide, titles and streams have them only where they are allowed`() async throws {
        try await with { catalog in
            let owner = try await catalog.client()
            let ids = try await owner.send(Catalog.NowNext()).channels.map(\.channel.id)
            let (kids, news, hot) = (ids[0], ids[1], ids[2])
            let lenient = try await catalog.client(Self.lenient)
            let strict = try await catalog.client(Self.strict)
            for (client, seen) in [(lenient, [kids, news]), (strict, [kids])] {
                let page = try await client.send(Catalog.NowNext())
                #expect(page.channels.map(\.channel.id) == seen)
                #expect(page.total == Int64(seen.count))
                #expect(try await client.send(Catalog.NowNext(channels: ids)).channels.map(\.channel.id) == seen)
                for id in ids {
                    let title = try? await client.send(Catalog.GetTitle(id: id))
                    #expect((title != nil) == seen.contains(id))
                    let stream = try? await client.send(Catalog.ResolveStream(id: id))
                    #expect((stream != nil) == seen.contains(id))
                }
                #expect(!seen.contains(hot))
            }
            // What a rated channel shows without a rating is held to the same rule.
            let grid = Catalog.GuideGrid(channels: ids, from: SampleGuide.date(-2), until: SampleGuide.date(5))
            #expect(
                try await lenient.send(grid).rows.map { $0.programmes.map(\.title) } == [
                    ["Cartoons", "Unrated Show", "Bedtime"], ["News"],
                ])
            #expect(
                try await strict.send(grid).rows.map { $0.programmes.map(\.title) } == [["Cartoons", "Bedtime"]])
            let first = try await strict.send(Catalog.NowNext()).channels.first
            #expect(first?.now?.title == "Cartoons")
            #expect(first?.next?.title == "Bedtime")
            catalog.clock.advance(days: 1.5 / 24)
            _ = try await catalog.client(Self.lenient).send(Catalog.ResolveStream(id: kids))
            let refused = await #expect(throws: RPCError.self) {
                _ = try await catalog.client(Self.strict).send(Catalog.ResolveStream(id: kids))
            }
            #expect(refused?.code == .notFound)
        }
    }
}
