import CatalogAPI
import Foundation
import HearthModel
import RPC
import ServiceKit
import Testing

struct TitleDetailTests {
    private func film(_ title: String, _ id: String, _ year: Int32) -> Card {
        var card = Card(id: ContentID(rawValue: id), kind: .movie, title: title, rating: .pg)
        card.year = year
        return card
    }

    @Test
    func `a summary, in as many sentences as asked for, or short`() async throws {
        let bench = try GatewayHarness()
        bench.catalog.setDetails(
            FakeCatalog.Details(summary: Summary(text: "The tide is low.", short: "The tide…", isWhole: false)))
        #expect(await bench.run("catalog", "summary", "mv-1", "--sentences", "3").out == "The tide is low.\n")
        #expect(await bench.run("catalog", "summary", "mv-1", "--short").out == "The tide…\n")
        #expect(bench.catalog.requested == ["summary mv-1 3", "summary mv-1 2"])
        let json = try await bench.run("catalog", "summary", "mv-1", "--json").json()
        #expect(json["text"] as? String == "The tide is low.")
        #expect(await bench.run("catalog", "summary", "mv-1", "--sentences", "6").status == .usage)
        bench.catalog.setDetails(FakeCatalog.Details(summary: Summary(text: nil, short: nil, isWhole: true)))
        #expect(await bench.run("catalog", "summary", "mv-1").out == "It has no description.\n")
    }

    @Test
    func `links with size, dynamic range and codec of their picture`() async throws {
        let bench = try GatewayHarness()
        var title = Title(card: film("Tide", "mv-1", 1_990))
        var best = Variant(id: "a1", name: "4K", source: "list")
        (best.quality, best.dynamicRange, best.codec) = ("4K", "HDR", "HEVC")
        title.variants = [best, Variant(id: "b2", name: "Default", source: "list")]
        bench.catalog.add(title)
        let lines = await bench.run("title", "mv-1").out.split(separator: "\n").map(String.init)
        #expect(lines.contains("4K       4K HDR HEVC  list    a1"), "\(lines)")
        #expect(lines.contains("Default               list    b2"), "\(lines)")
    }

    @Test
    func `the films of a franchise, as they came out or as their story goes`() async throws {
        let bench = try GatewayHarness()
        let (later, earlier) = (film("Tide", "mv-1", 1_990), film("Tide: Before", "mv-2", 1_999))
        bench.catalog.setDetails(
            FakeCatalog.Details(
                franchise: Franchise(
                    name: "Tide", source: .title, releaseOrder: [later, earlier], storyOrder: [earlier.id, later.id],
                    isStoryOrderKnown: true)))
        #expect(
            await bench.run("catalog", "franchise", "mv-1").out == """
                Tide
                TITLE         KIND   YEAR  RATING  ID
                Tide          movie  1990  PG      mv-1
                Tide: Before  movie  1999  PG      mv-2
                Grouped by their titles.

                """)
        let story = await bench.run("catalog", "franchise", "mv-1", "--story").out.split(separator: "\n")
        #expect(story.dropFirst(2).first?.contains("mv-2") == true)
        bench.catalog.setDetails(
            FakeCatalog.Details(
                franchise: Franchise(
                    name: "Tide", source: .alone, releaseOrder: [later], storyOrder: [later.id],
                    isStoryOrderKnown: false)))
        #expect(await bench.run("catalog", "franchise", "mv-1").out == "The film belongs to no franchise.\n")
    }

    @Test(arguments: [
        (
            IntroTimes(introStart: 12, introEnd: 75, creditStart: 3_725, hasIntroData: true, source: .hand),
            "Intro from 0:12 to 1:15.\nCredits from 1:02:05 on.\nSet by a correction.\n"
        ),
        (
            IntroTimes(introStart: 12, introEnd: 75, hasIntroData: true, source: .tvdb),
            "Intro from 0:12 to 1:15.\nFrom TheTVDB, https://thetvdb.com.\n"
        ),
        (
            IntroTimes(introStart: 0, introEnd: 90, hasIntroData: false, source: .heuristic),
            "Intro from 0:00 to 1:30.\nThis is an estimate: nothing is skipped automatically.\n"
        ),
        (IntroTimes(hasIntroData: false, source: .none), "Its intro is unknown.\n"),
        (
            {
                var times = IntroTimes(hasIntroData: true, source: .playlist)
                (times.recap, times.preview) = (PartTimes(start: 0, end: 40), PartTimes(start: 2_350))
                return times
            }(),
            "What happened before from 0:00 to 0:40.\nPreview from 39:10 on.\nFrom its playlist.\n"
        ),
    ])
    func `intro times with who says so`(times: IntroTimes, text: String) async throws {
        let bench = try GatewayHarness()
        bench.catalog.setDetails(FakeCatalog.Details(intro: times))
        #expect(await bench.run("catalog", "intro", "ep-1").out == text)
    }

    @Test
    func `episodes that can be left out, with the reason`() async throws {
        let bench = try GatewayHarness()
        var episode = Card(id: ContentID(rawValue: "ep-7"), kind: .episode, title: "So Far")
        (episode.season, episode.episode) = (2, 7)
        let row = SkippableEpisode(episode: episode, reason: .recap, isByHand: true)
        bench.catalog.setDetails(FakeCatalog.Details(skippable: SkippableList(episodes: [row])))
        #expect(
            await bench.run("catalog", "skippable", "sr-1").out == """
                S  E  TITLE   WHY    SAID BY  ID
                2  7  So Far  recap  hand     ep-7

                """)
        bench.catalog.setDetails(FakeCatalog.Details(skippable: SkippableList(episodes: [])))
        #expect(
            await bench.run("catalog", "skippable", "sr-1").out == "No episode is marked as skippable.\n")
        #expect(await bench.run("catalog", "intro", "ep-0").status == .failure)
    }

    @Test
    func `a channel's programmes in a range of time`() async throws {
        let bench = try GatewayHarness()
        let start = Date(timeIntervalSince1970: 1_769_889_600)
        let channel = Card(id: ContentID(rawValue: "ch-1"), kind: .channel, title: "News 24")
        let other = Card(id: ContentID(rawValue: "ch-2"), kind: .channel, title: "Kids TV")
        var row = GridRow(
            channel: channel,
            programmes: [Programme(start: start, stop: start.addingTimeInterval(3_600), title: "The Sea Report")])
        row.number = "2.1"
        bench.catalog.setDetails(
            FakeCatalog.Details(grid: Grid(rows: [row, GridRow(channel: other, programmes: [])]))
        )
        let outcome = await bench.run("guide", "grid", "ch-1", "ch-2", "--from", "2026-01-31T20:00:00Z", "--hours", "2")
        #expect(outcome.status == .success)
        for text in ["2.1 News 24\n", "The Sea Report", "The guide has no details of it."] {
            #expect(outcome.out.contains(text))
        }
        #expect(bench.catalog.requested == ["grid ch-1,ch-2 1769889600 1769896800"])
        #expect(await bench.run("guide", "grid", "ch-1", "--hours", "49").status == .usage)
    }

    @Test
    func `the address of a past programme stands alone, so that a player can be given it`() async throws {
        let bench = try GatewayHarness()
        bench.catalog.setDetails(
            FakeCatalog.Details(
                stream: ResolvedStream(
                    variant: "catchup", url: "http://tv.example/past.ts", headers: ["Referer": "x"], fallbacks: [])))
        let outcome = await bench.run("guide", "catchup", "ch-1", "2026-01-31T20:10:00Z")
        #expect(outcome.out == "http://tv.example/past.ts\n")
        #expect(outcome.err == "It needs its own headers: --json shows them.\n")
        #expect(bench.catalog.requested == ["catchup ch-1 1769890200"])
        #expect(await bench.run("guide", "catchup", "ch-1", "noon").status == .usage)
    }

    @Test
    func `moments are read as they are shown: today's time, or with the day, in the nearest year`() async throws {
        let bench = try GatewayHarness()
        bench.catalog.setDetails(
            FakeCatalog.Details(
                stream: ResolvedStream(variant: "catchup", url: "http://x", headers: [:], fallbacks: [])))
        _ = await bench.run("guide", "catchup", "ch-1", "06-15 20:15")
        let requested = try #require(bench.catalog.requested.last?.split(separator: " ").last.flatMap { Double($0) })
        let moment = Date(timeIntervalSince1970: requested)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.month, .day, .hour, .minute], from: moment)
        #expect([parts.month, parts.day, parts.hour, parts.minute] == [6, 15, 20, 15])
        // Half a year at most, whatever day it is.
        #expect(abs(moment.timeIntervalSinceNow) < 184 * 86_400)
        for wrong in ["02-30 20:15", "20:60", "24:00", "1 2 3", "20:15:00"] {
            #expect(await bench.run("guide", "catchup", "ch-1", wrong).status == .usage, "\(wrong)")
        }
    }

    @Test
    func `a text that was looked for is kept for the profile, but for further pages, and unless told otherwise`()
        async throws
    {
        let bench = try GatewayHarness()
        #expect(await bench.run("search", "low", "tide").status == .success)
        _ = await bench.run("search", "low", "--cursor", "c")
        _ = await bench.run("search", "high", "--no-note")
        _ = await bench.run("search")
        #expect(bench.catalog.noted == ["low tide"])
    }
}
