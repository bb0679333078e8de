import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Guides that tests write themselves; times are in hours from a fixed one.
enum SampleGuide {
    /// 2026-08-22 18:00 UTC, when the fixture's clock begins.
    static let noon: Int64 = 1_787_421_600

    struct Show {
        var channel: String
        var from: Double
        var to: Double?
        var title: String
        var rating = ""
        var category = ""
        /// Further elements, as they are in the file.
        var more = ""
    }

    static func text(channels: [(id: String, name: String)], _ shows: [Show]) -> String {
        var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<tv>"]
        for channel in channels {
            lines.append("<channel id=\"\(channel.id)\"><display-name>\(channel.name)</display-name></channel>")
        }
        for show in shows {
            let stop = show.to.map { " stop=\"\(time($0))\"" } ?? ""
            let rating = show.rating.isEmpty ? "" : "<rating><value>\(show.rating)</value></rating>"
            let category = show.category.isEmpty ? "" : "<category>\(show.category)</category>"
            lines.append(
                "<programme start=\"\(time(show.from))\"\(stop) channel=\"\(show.channel)\"><title>\(show.title)</title>"
                    + "\(category)\(rating)\(show.more)</programme>")
        }
        return (lines + ["</tv>"]).joined(separator: "\n")
    }

    private static func time(_ hours: Double) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "yyyyMMddHHmmss"
        return formatter.string(from: date(hours)) + " +0000"
    }

    static func date(_ hours: Double) -> Date { Date(timeIntervalSince1970: Double(noon) + hours * 3_600) }

    static let channels = [
        (id: "kids.tv", name: "Kids TV"), (id: "news.tv", name: "News 24"), (id: "x.late", name: "Late Cinema"),
    ]

    static let shows = [
        Show(channel: "kids.tv", from: -1, to: 1, title: "Cartoons", rating: "TV-Y", category: "Kids"),
        Show(channel: "kids.tv", from: 1, to: 2, title: "Slasher Night", rating: "TV-MA"),
        Show(channel: "kids.tv", from: 2, to: 3, title: "Bedtime", rating: "TV-G"),
        Show(channel: "news.tv", from: -2, to: nil, title: "Morning News", rating: "TV-PG"),
        Show(channel: "news.tv", from: -0.5, to: 0.5, title: "War Report", rating: "TV-MA"),
        Show(channel: "news.tv", from: 4, to: 5, title: "Evening News", rating: "TV-PG"),
        Show(channel: "x.late", from: -1, to: 2, title: "Matinee", rating: "R"),
    ]

    static var standard: String { text(channels: channels, shows) }
}

struct GuideTests {
    private func load(_ catalog: CatalogFixture) async throws -> ImportReport {
        try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
        return try #require(try await catalog.guide(catalog.file("a.xml", SampleGuide.standard)).report)
    }

    @Test
    func `channels are matched by id, then by name; now and next are told, by number`() async throws {
        try await CatalogFixture.with { catalog in
            let report = try await load(catalog)
            report.checkSums()
            #expect(report.read == 7)
            #expect(report.guideChannels == 3)
            #expect(report.matchedChannels == 3)
            let found = try await catalog.nowNext()
            #expect(found["Kids TV"] == ["Cartoons", "Slasher Night"])
            #expect(found["News 24"] == ["War Report", "Evening News"])
            #expect(found["Late Cinema"] == ["Matinee", nil])
            #expect(found["Hot Nights TV"] == [nil, nil])
            let page = try await catalog.client().send(Catalog.NowNext())
            #expect(page.channels.map(\.number) == ["1", "2.1", "3", nil])
            #expect(page.total == 4)
            #expect(page.channels[0].now?.genres == ["Kids"])
            #expect(page.channels[0].now?.start == SampleGuide.date(-1))
            let only = try await catalog.client().send(Catalog.NowNext(onlyWithGuide: true))
            #expect(only.total == 3)
            #expect(only.channels.count == 3)
            let explained = try await catalog.client().send(Catalog.Explain(id: page.channels[2].channel.id))
            #expect(explained.decisions.contains { $0.about == "guide" && $0.reason == "the same name" })
        }
    }

    @Test
    func `the order of the imports makes no difference`() async throws {
        try await CatalogFixture.with { catalog in
            let report = try await catalog.guide(catalog.file("a.xml", SampleGuide.standard)).report
            #expect(report?.matchedChannels == 0)
            let list = try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            #expect(list.report?.matchedChannels == 3)
            #expect(try await catalog.nowNext()["Kids TV"] == ["Cartoons", "Slasher Night"])
        }
    }

    @Test
    func `a child sees only programmes that pass, and nothing in place of the others`() async throws {
        try await CatalogFixture.with { catalog in
            _ = try await load(catalog)
            let found = try await catalog.nowNext(as: .kids)
            #expect(found["Kids TV"] == ["Cartoons", "Bedtime"])
            // What is forbidden leaves a gap; the programme that it overlaps is not shown in its place.
            #expect(found["News 24"] == [nil, "Evening News"])
            #expect(found["Late Cinema"] == nil)
            let client = try await catalog.client(.kids)
            let channels = try await client.send(Catalog.NowNext()).channels
            let grid = Catalog.GuideGrid(
                channels: channels.map(\.channel.id), from: SampleGuide.date(-3), until: SampleGuide.date(6))
            let rows = try await client.send(grid).rows
            #expect(
                rows.map { $0.programmes.map(\.title) } == [
                    ["Cartoons", "Bedtime"], ["Morning News", "Evening News"],
                ])
            // Its stream would show what the guide may not name.
            let news = try #require(channels.first { $0.channel.title == "News 24" })
            let failure = await #expect(throws: RPCError.self) {
                _ = try await client.send(Catalog.ResolveStream(id: news.channel.id))
            }
            #expect(failure?.code == .notFound)
            #expect(
                try await client.send(Catalog.ResolveStream(id: channels[0].channel.id)).url
                    == "http://a.example/kids.m3u8")
        }
    }

    @Test
    func `a grid has the channels asked for, in that order, with what overlaps the range`() async throws {
        try await CatalogFixture.with { catalog in
            _ = try await load(catalog)
            let client = try await catalog.client()
            let ids = try await client.send(Catalog.NowNext()).channels.map(\.channel.id)
            let unknown = ContentID(rawValue: "ch_unknown")
            let request = Catalog.GuideGrid(
                channels: [ids[1], unknown, ids[0], ids[1]], from: SampleGuide.date(0.5), until: SampleGuide.date(2))
            let rows = try await client.send(request).rows
            #expect(rows.map(\.channel.id) == [ids[1], ids[0]])
            #expect(rows[1].programmes.map(\.title) == ["Cartoons", "Slasher Night"])
            #expect(rows[0].programmes.map(\.title) == [])
        }
    }

    @Test
    func `a programme without an end lasts until the next one`() async throws {
        try await CatalogFixture.with { catalog in
            _ = try await load(catalog)
            #expect(try await catalog.nowNext(at: -1)["News 24"] == ["Morning News", "War Report"])
            #expect(try await catalog.nowNext(at: -0.5)["News 24"]?.first == "War Report")
        }
    }

    @Test
    func `the same guide again changes nothing; a new one replaces what it overlaps and keeps the rest`() async throws {
        try await CatalogFixture.with { catalog in
            _ = try await load(catalog)
            let same = try #require(try await catalog.guide(catalog.file("b.xml", SampleGuide.standard)).report)
            #expect([same.added, same.updated, same.removed, same.unchanged] == [0, 0, 0, 7])
            #expect(same.matchedChannels == 3)
            let later = SampleGuide.text(
                channels: SampleGuide.channels,
                [
                    .init(channel: "kids.tv", from: 0.5, to: 2.5, title: "Film"),
                    .init(channel: "kids.tv", from: 8, to: 9, title: "Tomorrow"),
                ])
            let report = try #require(
                try await catalog.guide(catalog.file("c.xml", later), allowsShrinking: true).report)
            #expect(report.added == 2)
            #expect(report.removed == 3)
            let found = try await catalog.nowNext(at: 1)
            #expect(found["Kids TV"] == ["Film", "Tomorrow"])
            #expect(found["News 24"] == [nil, "Evening News"])
            #expect(try await catalog.nowNext(at: -0.9)["Late Cinema"]?.first == "Matinee")
        }
    }

    @Test
    func `a broken, empty or much shorter guide leaves the last good one in place`() async throws {
        try await CatalogFixture.with { catalog in
            _ = try await load(catalog)
            for text in ["", "<html><body>Blocked</body></html>", "not a guide", "<tv></tv>"] {
                #expect(try await catalog.guide(catalog.file("b.xml", text)).state != .done, "\(text)")
            }
            let short = SampleGuide.text(channels: [], [.init(channel: "kids.tv", from: 0, to: 1, title: "One")])
            #expect(try await catalog.guide(catalog.file("c.xml", short)).state == .held)
            #expect(try await catalog.nowNext()["Kids TV"] == ["Cartoons", "Slasher Night"])
        }
    }

    @Test
    func `what is over is kept for seven days`() async throws {
        try await CatalogFixture.with { catalog in
            _ = try await load(catalog)
            let ids = try await catalog.client().send(Catalog.NowNext()).channels.map(\.channel.id)
            let grid = Catalog.GuideGrid(channels: [ids[0]], from: SampleGuide.date(-3), until: SampleGuide.date(6))
            catalog.clock.advance(days: 7)
            await catalog.upkeep()
            #expect(try await catalog.client().send(grid).rows[0].programmes.count == 3)
            catalog.clock.advance(days: 0.1)
            await catalog.upkeep()
            #expect(try await catalog.client().send(grid).rows[0].programmes.map(\.title) == ["Bedtime"])
            let old = try #require(try await catalog.guide(catalog.file("b.xml", SampleGuide.standard)).report)
            #expect(old.read + old.refused == 7)
            #expect(old.refusedLines.allSatisfy { $0.reason.contains("seven days") })
        }
    }

    @Test
    func `what a channel offers for longer than seven days is kept for as long, and nothing else is`() async throws {
        try await CatalogFixture.with { catalog in
            let list = SampleList.mixed.replacingOccurrences(
                of: "tvg-id=\"kids.tv\"", with: "tvg-id=\"kids.tv\" catchup=\"shift\" catchup-days=\"10\"")
            try await catalog.playlist(catalog.file("a.m3u", list))
            try await catalog.guide(catalog.file("a.xml", SampleGuide.standard))
            let ids = try await catalog.client().send(Catalog.NowNext()).channels.map(\.channel.id)
            func programmes() async throws -> [Int] {
                let grid = Catalog.GuideGrid(
                    channels: Array(ids.prefix(3)), from: SampleGuide.date(-3), until: SampleGuide.date(6))
                return try await catalog.client().send(grid).rows.map(\.programmes.count)
            }
            #expect(try await programmes() == [3, 3, 1])
            catalog.clock.advance(days: 8)
            await catalog.upkeep()
            #expect(try await programmes() == [3, 0, 0])
            // The guide still has what is over: of the channels that it has had, each keeps its own time.
            let again = try #require(try await catalog.guide(catalog.file("b.xml", SampleGuide.standard)).report)
            #expect([again.read, again.unchanged, again.refused] == [3, 3, 4])
            #expect(again.refusedLines.allSatisfy { $0.reason.contains("more than seven days") })
            // Of a new guide it is not known yet which channels are whose.
            let other = try #require(
                try await catalog.guide(catalog.file("c.xml", SampleGuide.standard), source: "other").report)
            #expect([other.read, other.refused] == [7, 0])
            catalog.clock.advance(days: 2.2)
            await catalog.upkeep()
            #expect(try await programmes() == [0, 0, 0])
        }
    }

    @Test
    func `a removed guide takes its programmes with it`() async throws {
        try await CatalogFixture.with { catalog in
            _ = try await load(catalog)
            let client = try await catalog.client()
            let removal = try await catalog.end(of: client.send(Catalog.RemoveSource(source: "guide")), client)
            #expect(removal.state == .done)
            #expect(removal.report?.matchedChannels == nil)
            #expect(try await catalog.nowNext().values.allSatisfy { $0 == [nil, nil] })
            #expect(try await client.send(Catalog.NowNext(onlyWithGuide: true)).total == 0)
        }
    }

    @Test
    func `a report counts the channels of its own guide or list, not those of the whole library`() async throws {
        try await CatalogFixture.with { catalog in
            _ = try await load(catalog)
            let other = """
                #EXTM3U
                #EXTINF:-1 tvg-id="sea.tv",Sea TV
                http://b.example/sea.m3u8
                #EXTINF:-1 tvg-id="hill.tv",Hill TV
                http://b.example/hill.m3u8
                #EXTINF:-1 tvg-id="kids.tv",Kids TV
                http://b.example/kids.m3u8
                """
            let list = try await catalog.playlist(catalog.file("b.m3u", other), source: "other")
            #expect(list.report?.matchedChannels == 1)
            let text = SampleGuide.text(
                channels: [("sea.tv", "Sea TV"), ("moon.tv", "Moon TV"), ("kids.tv", "Kids TV")],
                [.init(channel: "sea.tv", from: 0, to: 1, title: "Waves")])
            let path = try catalog.file("b.xml", text)
            for _ in 0..<2 {
                // Kids TV has its guide from the older one.
                let report = try #require(try await catalog.guide(path, source: "sea").report)
                #expect(report.guideChannels == 3)
                #expect(report.matchedChannels == 1)
            }
            let again = try await catalog.playlist(catalog.file("c.m3u", other), source: "other")
            #expect(again.report?.matchedChannels == 2)
            #expect(try await catalog.client().send(Catalog.NowNext(onlyWithGuide: true)).total == 4)
            // Without the older guide the newer one's takes its place.
            let client = try await catalog.client()
            _ = try await catalog.end(of: client.send(Catalog.RemoveSource(source: "guide")), client)
            #expect(try await catalog.guide(path, source: "sea").report?.matchedChannels == 2)
        }
    }

    @Test
    func `the channel's own shift moves its programmes`() async throws {
        try await CatalogFixture.with { catalog in
            let list = SampleList.mixed.replacingOccurrences(
                of: "tvg-id=\"kids.tv\"", with: "tvg-id=\"kids.tv\" tvg-shift=\"2\"")
            try await catalog.playlist(catalog.file("a.m3u", list))
            try await catalog.guide(catalog.file("a.xml", SampleGuide.standard))
            #expect(try await catalog.nowNext(at: 2)["Kids TV"] == ["Cartoons", "Slasher Night"])
            let channel = try #require(try await catalog.client().send(Catalog.NowNext()).channels.first)
            #expect(channel.now == nil)
            #expect(channel.next?.start == SampleGuide.date(1))
        }
    }

    @Test
    func `pages of channels cover all of them once`() async throws {
        try await CatalogFixture.with { catalog in
            let list = (0..<57).map { "#EXTINF:-1 tvg-chno=\"\($0 % 9)\",Channel \($0)\nhttp://a.example/\($0)" }
            try await catalog.playlist(catalog.file("a.m3u", list.joined(separator: "\n")))
            let client = try await catalog.client()
            var seen: [ContentID] = []
            var cursor: String?
            repeat {
                let page = try await client.send(Catalog.NowNext(page: PageRequest(size: 10, cursor: cursor)))
                #expect(page.total == 57)
                seen += page.channels.map(\.channel.id)
                cursor = page.cursor
            } while cursor != nil
            #expect(seen.count == 57)
            #expect(Set(seen).count == 57)
        }
    }
}
