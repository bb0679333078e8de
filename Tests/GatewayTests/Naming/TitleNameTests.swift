import CatalogAPI
import Foundation
import HearthModel
import PlaybackStateAPI
import ServiceKit
import Testing

@testable import GatewayCommands

/// Titles, episodes and channels by their names and numbers.
struct TitleNameTests {
    private static func card(_ id: String, _ title: String, _ kind: ContentKind = .movie, year: Int32? = nil) -> Card {
        var card = Card(id: ContentID(rawValue: id), kind: kind, title: title)
        card.year = year
        return card
    }

    private static func bench(_ hits: Card...) throws -> GatewayHarness {
        let bench = try GatewayHarness(up: GatewayHarness.services)
        var found = SearchResults()
        (found.hits, found.total) = (hits, Int64(hits.count))
        bench.catalog.setSearch(found)
        return bench
    }

    @Test
    func `one title of the name is taken, and named; an id is taken without a word`() async throws {
        let bench = try Self.bench(Self.card("mv_1", "Glass Harbour", year: 1_998))
        let named = await bench.run("queue", "add", "glass harb")
        #expect(named.status == .success && named.out == "mv_1 is at 0 of 1.\n", "\(named.err)")
        #expect(named.err == "Glass Harbour, movie, 1998: mv_1\n")
        let words = await bench.run("play", "GLASS", "harbour", "--speed", "10000", "--for", "10")
        #expect(words.status == .success && bench.playback.plays.map(\.content) == ["mv_1"])
        let id = await bench.run("queue", "add", "m7")
        #expect(id.out == "m7 is at 1 of 2.\n" && id.err == "")
        let form = "mv_" + String(repeating: "a", count: 24)
        let searches = bench.catalog.searches.count
        #expect(await bench.run("queue", "add", form).err == "")
        #expect(bench.catalog.searches.count == searches)
    }

    @Test(arguments: [
        ("glass harbour", "mv_1"), ("Glass Harbour 1951", "mv_2"), ("gläss  harbour II", "mv_3"), ("mv_2", "mv_2"),
        ("glass harbour: ii", "mv_3"),
    ])
    func `a whole name wins over parts of names, and an id over all`(text: String, id: String) async throws {
        let bench = try Self.bench(
            Self.card("mv_3", "Glass Harbour II"), Self.card("mv_1", "Glass Harbour"),
            Self.card("mv_2", "Glass Harbour: The Fog", year: 1_951), Self.card("mv_4", "mv_2"))
        bench.catalog.add(Title(card: Self.card("mv_2", "Glass Harbour", year: 1_951)))
        let outcome = await bench.run("download", "start", text)
        guard text != "Glass Harbour 1951" else {
            // Both words are in one title alone.
            #expect(outcome.out.contains("mv_2") || outcome.status == .usage)
            return
        }
        #expect(outcome.out.contains("Film \(id) is queued"), "\(outcome.err)")
    }

    @Test
    func `several are listed with their ids, and a script is refused`() async throws {
        let bench = try Self.bench(
            Self.card("mv_1", "Dune", year: 1_984), Self.card("mv_2", "Dune", year: 2_021), Self.card("mv_3", "Dune II")
        )
        let outcome = await bench.run("favourite", "add", "dune")
        #expect(outcome.status == .usage && outcome.out == "")
        #expect(
            outcome.err == """
                Several titles fit "dune":
                NO  NAME               ID
                 1  Dune  movie, 1984  mv_1
                 2  Dune  movie, 2021  mv_2
                hearth: "dune" is not the name of one title.
                  Give one of the ids, or more of the name.
                  (AMBIGUOUS)

                """)
        #expect(await bench.run("favourite", "add", "dune 2021").out == "mv_2 is a favourite now.\n")
        let error = try await bench.run("favourite", "add", "dune", "--json").error()
        #expect(error["code"] as? String == "AMBIGUOUS" && error["exitCode"] as? Int == 64)
        #expect((error["message"] as? String)?.contains("mv_1 (Dune), mv_2 (Dune)") == true)
    }

    @Test
    func `in a terminal one is picked by its number, and nothing is done without one`() async throws {
        let bench = try Self.bench(Self.card("mv_1", "Dune", year: 1_984), Self.card("mv_2", "Dune", year: 2_021))
        bench.type("7", "2")
        #expect(await bench.run("favourite", "add", "dune").out == "mv_2 is a favourite now.\n")
        #expect(bench.questions == Array(repeating: "Which one? A number, or nothing to stop: ", count: 2))
        bench.type("")
        let stopped = await bench.run("favourite", "add", "dune")
        #expect(stopped.status == .usage && stopped.out == "" && stopped.err.contains("(NOT_CHOSEN)"))
    }

    @Test
    func `none of the name says so with advice; what other words find is offered, and never taken unasked`()
        async throws
    {
        let none = try Self.bench()
        let outcome = await none.run("title", "glass harbour")
        #expect(outcome.status == .failure)
        #expect(outcome.err.contains("No title has this id or name") && outcome.err.contains("`hearth search WORDS`"))
        let other = try Self.bench(Self.card("mv_1", "The Fog"))
        let guess = await other.run("queue", "add", "carpenter")
        #expect(guess.status == .usage && guess.out == "")
        #expect(guess.err.contains("No title is called \"carpenter\". Like it:") && guess.err.contains("The Fog"))
    }

    @Test(arguments: [["harbour lights", "S1E2"], ["harbour lights 1x02"], ["sr_1", "s01e02"], ["harbour", "1X2"]])
    func `an episode is named by its series and number`(words: [String]) async throws {
        let bench = try Self.bench(Self.card("sr_1", "Harbour Lights", .series))
        bench.catalog.add(Title(card: Self.card("sr_1", "Harbour Lights", .series)))
        for number in 1...3 {
            var episode = Self.card("ep_\(number)", "Part \(number)", .episode)
            (episode.series, episode.season, episode.episode) = ("sr_1", 1, Int32(number))
            bench.catalog.add(Title(card: episode))
        }
        let outcome = await bench.run(list: ["queue", "add"] + words + ["m1"])
        #expect(outcome.out == "ep_2 is at 0 of 1.\nm1 is at 1 of 2.\n", "\(outcome.err)")
        #expect(outcome.err.contains("Part 2 (S1 E2), episode: ep_2"))
        #expect(bench.catalog.searches.allSatisfy { $0.kinds == [.series] })
        let none = await bench.run("play", "harbour lights", "S1E9")
        #expect(none.status == .failure && none.err.contains("no episode S1E9"))
        #expect(none.err.contains("hearth title sr_1 --season 1"))
    }

    @Test
    func `a channel is named by its number or its name`() async throws {
        let bench = try Self.bench(Self.card("ch_1", "News 24", .channel))
        var (first, second) = (ChannelOnAir(id: "ch_1", name: "News 24"), ChannelOnAir(id: "ch_2", name: "Sport"))
        (first.number, second.number) = ("40", "41")
        bench.catalog.setChannels([first, second])
        var details = FakeCatalog.Details()
        let start = Date(timeIntervalSince1970: 1_769_889_600)
        let hit = GuideHit(
            channel: NumberedChannel(card: Self.card("ch_1", "News 24", .channel), number: "40"),
            programme: Programme(start: start, stop: start.addingTimeInterval(600), title: "Late Headlines"),
            hasCatchup: false)
        details.programme = hit
        bench.catalog.setDetails(details)
        bench.catalog.setGuideHits(GuideHits(hits: [hit], total: 1, isTotalExact: true))
        for channel in ["40", "news"] {
            let shown = await bench.run("guide", "show", channel)
            #expect(shown.status == .success && shown.err == "News 24, channel: ch_1\n", "\(shown.err)")
        }
        #expect(await bench.run("guide", "show", "40", "late head").status == .success)
        #expect(bench.catalog.requested == ["programme ch_1", "programme ch_1", "programme ch_1 1769889600"])
        #expect(await bench.run("guide", "show", "40", "25:99").status == .usage)
        let none = await bench.run("guide", "show", "40", "weather")
        #expect(none.status == .usage && none.err.contains("Nothing on this channel is called \"weather\"."))
    }

    @Test
    func `a year after the name tells titles apart, though the catalog's text has none`() async throws {
        let bench = try Self.bench()
        try bench.respond(to: Catalog.Search.self) { request in
            var found = SearchResults()
            guard request.text == "dune", request.years == [YearRange(2021, through: 2021)] else { return found }
            found.hits = [Self.card("mv_2", "Dune", year: 2_021)]
            return found
        }
        for text in ["dune 2021", "dune (2021)"] {
            #expect(await bench.run("favourite", "add", text).status == .success)
        }
        #expect(await bench.run("favourite", "add", "dune 1984").status == .failure)
    }

    @Test
    func `without the catalog ids are passed on, and names cannot be`() async throws {
        let bench = try GatewayHarness(up: ["profiles", "playback-state"])
        #expect(await bench.run("queue", "add", "m1").out == "m1 is at 0 of 1.\n")
        #expect(await bench.run("queue", "remove", "title of m1").out == "m1 is out of the queue, 0 left.\n")
        #expect(await bench.run("queue", "add", "glass harbour").status == .unavailable)
    }
}

/// How words fit names.
struct NameMatchTests {
    @Test(
        arguments: [
            ("S1E2", 1, 2), ("s01e02", 1, 2), ("1x02", 1, 2), ("12X345", 12, 345), ("S0E1", 0, 1),
        ] as [(String, Int32, Int32)])
    func `numbers of episodes`(text: String, season: Int32, episode: Int32) {
        #expect(EpisodeNumber(text) == EpisodeNumber(season: season, episode: episode))
    }

    @Test(arguments: ["S1", "E2", "1x", "x2", "S1E", "1080x1920x2", "S1E2E3", "", "S99999E1"])
    func `what is no number of an episode`(text: String) { #expect(EpisodeNumber(text) == nil) }

    @Test
    func `an episode goes with the series before it`() {
        #expect(EpisodeNumber.join(["a", "S1E2", "b", "1x3", "1x4"]) == ["a S1E2", "b 1x3", "1x4"])
    }
}
