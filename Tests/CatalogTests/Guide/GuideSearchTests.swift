import CBOR
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

/// Programmes are found by their titles on the channels that may be seen, and watched after they have begun.
struct GuideSearchTests {
    private static let list = """
        #EXTINF:-1 tvg-id="kids.tv" tvg-chno="1" rating="TV-Y",Kids TV
        http://a.example/kids.m3u8
        #EXTINF:-1 tvg-id="news.tv" tvg-chno="2" catchup="append" catchup-source="?utc={utc}&d={duration}" catchup-days="3",News 24
        http://a.example/news.m3u8
        #EXTINF:-1 tvg-id="news.tv" tvg-name="plus" tvg-shift="1" tvg-chno="3",News 24 +1
        http://a.example/plus.m3u8
        #EXTINF:-1 tvg-id="late.tv" tvg-chno="4" rating="R",Late Cinema
        http://a.example/late.m3u8

        """

    private static let guide = SampleGuide.text(
        channels: [("kids.tv", "Kids TV"), ("news.tv", "News 24"), ("late.tv", "Late Cinema")],
        [
            .init(channel: "kids.tv", from: 1, to: 2, title: "Sea Stories", rating: "TV-Y"),
            .init(channel: "news.tv", from: -2, to: -1, title: "The Sea Report"),
            .init(channel: "news.tv", from: -1, to: 1, title: "Évening News"),
            .init(channel: "news.tv", from: 2, to: 3, title: "The Sea Report", rating: "TV-MA"),
            .init(channel: "late.tv", from: 3, to: 5, title: "Sea Monsters", rating: "R"),
            .init(channel: "news.tv", from: 30, to: 31, title: "Deep Sea"),
        ])

    private func with(_ body: (CatalogFixture) async throws -> Void) async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list))
            try await catalog.guide(catalog.file("a.xml", Self.guide))
            try await body(catalog)
        }
    }

    private func found(
        _ catalog: CatalogFixture, _ request: Catalog.SearchGuide, as person: TestCaller = .owner
    ) async throws -> [String] {
        try await catalog.client(person).send(request).hits.map { "\($0.channel.number ?? "") \($0.programme.title)" }
    }

    @Test
    func `by words and beginnings of words, by time, with what is on and what comes`() async throws {
        try await with { catalog in
            let sea = [
                "1 Sea Stories", "2 The Sea Report", "4 Sea Monsters", "3 The Sea Report", "2 Deep Sea", "3 Deep Sea",
            ]
            let all = try await found(catalog, Catalog.SearchGuide(text: "sea"))
            #expect(Set(all) == Set(sea) && all.count == sea.count)
            #expect(all.prefix(2) == ["1 Sea Stories", "2 The Sea Report"])
            #expect(
                try await found(catalog, Catalog.SearchGuide(text: "report se")) == [
                    "2 The Sea Report", "3 The Sea Report",
                ])
            #expect(
                try await found(catalog, Catalog.SearchGuide(text: "EVENING")) == ["2 Évening News", "3 Évening News"])
            let until = Catalog.SearchGuide(text: "sea", until: SampleGuide.date(2))
            #expect(try await found(catalog, until) == ["1 Sea Stories"])
            let past = Catalog.SearchGuide(text: "sea", from: SampleGuide.date(-6), until: SampleGuide.date(0))
            #expect(try await found(catalog, past) == ["2 The Sea Report", "3 The Sea Report"])
            #expect(try await found(catalog, Catalog.SearchGuide(text: "volcano")) == [])
        }
    }

    @Test
    func `neither channels nor programmes that may not be seen are found or counted`() async throws {
        try await with { catalog in
            let kids = try await catalog.client(.kids).send(Catalog.SearchGuide(text: "sea"))
            #expect(kids.hits.map(\.programme.title) == ["Sea Stories", "Deep Sea", "Deep Sea"])
            #expect(kids.total == 3)
            let strict = try await catalog.client(.strictKids).send(Catalog.SearchGuide(text: "sea"))
            #expect(strict.hits.map(\.programme.title) == ["Sea Stories"])
        }
    }

    @Test
    func `pages cover everything once, and one channel's programmes can be asked for`() async throws {
        try await with { catalog in
            let client = try await catalog.client()
            let whole = try await client.send(Catalog.SearchGuide(text: "sea")).hits
            var paged: [GuideHit] = []
            var cursor: String?
            repeat {
                let request = Catalog.SearchGuide(text: "sea", page: PageRequest(size: 1, cursor: cursor))
                let page = try await client.send(request)
                #expect(page.total == Int64(whole.count))
                paged += page.hits
                cursor = page.cursor
            } while cursor != nil
            #expect(paged == whole)
            let channel = try #require(whole.first { $0.channel.number == "4" }?.channel.card.id)
            #expect(
                try await found(catalog, Catalog.SearchGuide(text: "sea", channels: [channel])) == ["4 Sea Monsters"])
        }
    }

    @Test
    func `a title goes out of the index with its last programme`() async throws {
        try await with { catalog in
            let shows = [SampleGuide.Show(channel: "news.tv", from: -2, to: 40, title: "Only This")]
            let text = SampleGuide.text(channels: [("news.tv", "News 24")], shows)
            try await catalog.guide(catalog.file("b.xml", text), allowsShrinking: true)
            #expect(try await found(catalog, Catalog.SearchGuide(text: "only")) == ["2 Only This", "3 Only This"])
            #expect(try await found(catalog, Catalog.SearchGuide(text: "report")) == [])
            let shard = try #require(try await catalog.service.shards?.shard(for: "home"))
            try await shard.write { db in
                // What is kept so that the import can be undone goes after a week.
                try db.execute(sql: "DELETE FROM programme WHERE died < ?", arguments: [Generation.never])
                var last: Int64? = 0
                while let after = last { last = try GuideTitles.forget(after: after, db) }
            }
            let titles = try await shard.read {
                try String.fetchAll($0, sql: "SELECT title FROM guideTitle ORDER BY title")
            }
            #expect(titles == ["Only This", "Sea Monsters", "Sea Stories"])
        }
    }

    @Test
    func `what has begun can be watched where the list offers it, within its days, and as the viewer may`() async throws
    {
        try await with { catalog in
            let client = try await catalog.client()
            let channels = try await client.send(Catalog.Search(text: "", kinds: [.channel], sort: .number)).hits.map(
                \.id)
            let past = SampleGuide.date(-1.5)
            let stream = try await client.send(Catalog.ResolveCatchup(channel: channels[1], at: past))
            let begin = Int64(SampleGuide.date(-2).timeIntervalSince1970)
            #expect(stream.url == "http://a.example/news.m3u8?utc=\(begin)&d=3600")
            func refusal(_ channel: ContentID, _ at: Date, as person: TestCaller = .owner) async throws -> RPCCode? {
                let client = try await catalog.client(person)
                do { _ = try await client.send(Catalog.ResolveCatchup(channel: channel, at: at)) } catch {
                    return error.code
                }
                return nil
            }
            #expect(try await refusal(channels[1], SampleGuide.date(2.5)) == .notFound)
            #expect(try await refusal(channels[0], SampleGuide.date(-1.5)) == .notFound)
            #expect(try await refusal(channels[3], past, as: .kids) == .notFound)
            let hits = try await client.send(
                Catalog.SearchGuide(text: "report", from: SampleGuide.date(-6), until: SampleGuide.date(5)))
            let offers = hits.hits.map { "\($0.channel.number ?? "") \($0.hasCatchup)" }
            #expect(offers == ["2 true", "3 false", "2 false", "3 false"])
            catalog.clock.advance(days: 3)
            #expect(try await refusal(channels[1], past) == .notFound)
        }
    }

    @Test
    func `what a guide calls a programme makes the address of a channel that offers such, and none without it`()
        async throws
    {
        try await CatalogFixture.with { catalog in
            let list = Self.list.replacingOccurrences(
                of: "catchup=\"append\" catchup-source=\"?utc={utc}&d={duration}\"",
                with: "catchup=\"vod\" catchup-source=\"http://v.example/{catchup-id}.mp4\"")
            try await catalog.playlist(catalog.file("a.m3u", list))
            let named = Self.guide.replacingOccurrences(of: "<programme ", with: "<programme catchup-id=\"e77\" ")
            try await catalog.guide(catalog.file("a.xml", named))
            let client = try await catalog.client()
            let request = Catalog.SearchGuide(text: "report", from: SampleGuide.date(-6), until: SampleGuide.date(0))
            let hits = try await client.send(request).hits
            #expect(hits.map(\.hasCatchup) == [true, false])
            let channel = try #require(hits.first?.channel.card.id)
            let past = Catalog.ResolveCatchup(channel: channel, at: SampleGuide.date(-1.5))
            #expect(try await client.send(past).url == "http://v.example/e77.mp4")
            try await catalog.guide(catalog.file("b.xml", Self.guide))
            #expect(try await client.send(request).hits.map(\.hasCatchup) == [false, false])
            let failure = await #expect(throws: RPCError.self) { _ = try await client.send(past) }
            #expect(failure?.code == .notFound)
        }
    }

    @Test(
        arguments: [
            ("http://h/a", M3UCatchup.Mode.vod, "", "http://v/1.mp4", "http://v/1.mp4"),
            ("http://h/a", .vod, "", "plugin://x", nil), ("http://h/a", .vod, "", nil, nil),
            ("http://h/a", .vod, "http://v/{catchup-id}?s={utc}", "77", "http://v/77?s=1600000000"),
            ("http://h/a", .vod, "http://v/{catchup-id}", nil, nil),
            ("http://h/a", .standard, "http://c/{catchup-id}", "9", "http://c/9"),
            // A panel's wall clock: British summer time here, and the folder that it is in.
            ("http://h/tv/live/u/p/7.ts", .xc, "", nil, "http://h/tv/timeshift/u/p/60/2020-09-13:13-26/7.ts"),
            ("http://h/tv/u/p/7.ts", .xc, "", nil, nil),
        ] as [(String, M3UCatchup.Mode, String, String?, String?)])
    func `addresses that want more than the time`(
        _ channel: String, _ mode: M3UCatchup.Mode, _ source: String, _ id: String?, _ expected: String?
    ) throws {
        var catchupAddress = CatchupAddress(
            channel: channel, begin: 1_600_000_000, end: 1_600_003_600, now: 1_600_007_200)
        catchupAddress.catchupID = id
        catchupAddress.zone = try #require(TimeZone(identifier: "Europe/London"))
        let catchup = M3UCatchup(mode: mode, source: source, days: nil, correctionHours: nil)
        #expect(catchupAddress.address(catchup) == expected)
    }

    @Test
    func `the days of links that were stored before are found in what was stored`() throws {
        struct Tags: Encodable {
            var days: Int64?
            private enum CodingKeys: Int, CodingKey { case days = 15 }
        }
        let database = try DatabaseQueue()
        try database.write { db in
            for migration in CatalogMigrations.all where migration.version <= 10 { try migration.apply(db) }
            let links: [(String, Int64, Int64?)] = [
                ("a", KindBit.channel, 14), ("b", KindBit.channel, nil), ("c", KindBit.movie, 9),
            ]
            for (item, kind, days) in links {
                let tags = Data(try CBOREncoder().encode(Tags(days: days)))
                try db.execute(
                    sql: """
                        INSERT INTO entry (source, item, born, died, lost, lostAt, fingerprint, kind, audience, genres,
                            quality, title, shift, tags, url) VALUES (1, ?, 1, 9, 9, 0, 0, ?, 0, 0, 0, '', 0, ?, '')
                        """, arguments: [item, kind, tags])
            }
            for migration in CatalogMigrations.all where migration.version > 10 { try migration.apply(db) }
            let days = try Row.fetchAll(db, sql: "SELECT item, catchupDays FROM entry ORDER BY item")
            #expect(days.map { $0[1] as Int64? } == [14, nil, nil])
        }
    }

    @Test(arguments: [
        ("http://h/a.m3u8", M3UCatchup.Mode.shift, "", "http://h/a.m3u8?utc=1600000000&lutc=1600007200"),
        ("http://h/a.m3u8?t=1", .shift, "", "http://h/a.m3u8?t=1&utc=1600000000&lutc=1600007200"),
        ("http://h/a", .append, "?s=${start}&e=${end}", "http://h/a?s=1600000000&e=1600003600"),
        ("http://h/a", .standard, "http://c/{Y}/{m}/{d}/{H}{M}{S}", "http://c/2020/09/13/122640"),
        ("http://h/a", .standard, "http://c/{utc:Y-m-d}/{duration:60}/{offset:60}", "http://c/2020-09-13/60/120"),
        ("http://h/a", .standard, "http://c/{catchup-id}", "http://c/{catchup-id}"),
        ("http://h/ch/index.m3u8?token=x", .flussonic, "", "http://h/ch/timeshift_rel-7200.m3u8?token=x"),
        ("http://h/ch/mono.m3u8", .flussonic, "", "http://h/ch/mono-timeshift_rel-7200.m3u8"),
        ("http://h/ch/mpegts", .flussonic, "", "http://h/ch/timeshift_abs-1600000000.ts"),
        ("http://h:80/live/u/p/7.m3u8", .xc, "", "http://h:80/timeshift/u/p/60/2020-09-13:12-26/7.m3u8"),
        ("http://h/u/p/7", .xc, "", "http://h/timeshift/u/p/60/2020-09-13:12-26/7.ts"),
    ])
    func `addresses of past programmes`(
        _ channel: String, _ mode: M3UCatchup.Mode, _ source: String, _ expected: String
    ) {
        let catchupAddress = CatchupAddress(
            channel: channel, begin: 1_600_000_000, end: 1_600_003_600, now: 1_600_007_200)
        let catchup = M3UCatchup(mode: mode, source: source, days: nil, correctionHours: nil)
        #expect(catchupAddress.address(catchup) == expected)
    }
}
