import CatalogAPI
import Foundation
import HearthModel
import RPC
import ServiceKit
import Testing

struct CatalogCommandTests {
    private func film(_ title: String, _ id: String = "mv-1") -> Card {
        var card = Card(id: ContentID(rawValue: id), kind: .movie, title: title, rating: .pg, genres: ["Action"])
        card.year = 1_988
        return card
    }

    @Test
    func `a wish is told as it was understood, with facets below the titles`() async throws {
        let bench = try GatewayHarness(up: GatewayHarness.services)
        var results = SearchResults()
        (results.hits, results.total) = ([film("Die Hard")], 1)
        results.understood = Understanding(
            isPlain: false,
            parts: [
                UnderstoodPart(about: "genre", value: "Action", words: "action"),
                UnderstoodPart(about: "year", value: "1980-1989", words: "from the eighties"),
            ], text: "bruce")
        results.facets = [
            FacetCounts(facet: .genre, values: [FacetValue(value: "Action", count: 1_200)]),
            FacetCounts(facet: .language, values: []),
        ]
        bench.catalog.setSearch(results)
        let outcome = await bench.run("search", "--natural", "--facets", "action", "from", "the", "eighties", "bruce")
        #expect(
            outcome.out == """
                Understood: genre Action, year 1980-1989, the words "bruce".
                TITLE     KIND   YEAR  RATING  GENRES  ID
                Die Hard  movie  1988  PG      Action  mv-1
                1 of 1

                FACET  TITLES
                genre  Action 1,200

                """)
        let request = try #require(bench.catalog.searches.first)
        #expect(request.isNatural == true)
        #expect(request.facets == SearchFacet.all)
    }

    @Test
    func `filters reach the catalog, and values that make no sense are refused`() async throws {
        let bench = try GatewayHarness()
        _ = await bench.run(
            "search", "--year", "1990-1999", "--year=-1989", "--language", "en", "--quality", "fullhd", "--under", "90",
            "--over", "30", "--like", "mv-1", "--everywhere", "--sort", "score")
        let request = try #require(bench.catalog.searches.first)
        #expect(request.years == [YearRange(1990, through: 1999), YearRange(through: 1989)])
        #expect(request.languages == ["en"])
        #expect(request.qualities == [.fullHD])
        #expect(request.maximumMinutes == 90)
        #expect(request.minimumMinutes == 30)
        #expect(request.similarTo == ContentID(rawValue: "mv-1"))
        #expect(request.scope == .everywhere)
        #expect(request.sort == .score)
        #expect(await bench.run("search", "--year", "nineties").status == .usage)
        #expect(await bench.run("search", "--quality", "blurry").status == .usage)
    }

    @Test
    func `the guide is searched by words, from a moment on`() async throws {
        let bench = try GatewayHarness()
        let channel = NumberedChannel(
            card: Card(id: ContentID(rawValue: "ch-1"), kind: .channel, title: "News 24"), number: "2.1")
        let start = Date(timeIntervalSince1970: 1_769_889_600)
        let programme = Programme(start: start, stop: start.addingTimeInterval(3_600), title: "The Sea Report")
        bench.catalog.setGuideHits(
            GuideHits(
                hits: [GuideHit(channel: channel, programme: programme, hasCatchup: false)], total: 1,
                isTotalExact: true))
        let outcome = await bench.run("guide", "--search", "sea", "ch-1", "--at", "2026-01-31T20:00:00Z")
        #expect(outcome.status == .success)
        for text in ["The Sea Report", "2.1", "News 24", "ch-1", "1 of 1"] { #expect(outcome.out.contains(text)) }
        let request = try #require(bench.catalog.guideSearches.first)
        #expect(request.text == "sea")
        #expect(request.channels == [ContentID(rawValue: "ch-1")])
        #expect(request.from == start)
    }

    @Test
    func `a programme is shown with all that the guide says of it`() async throws {
        let bench = try GatewayHarness()
        let channel = NumberedChannel(
            card: Card(id: ContentID(rawValue: "ch-1"), kind: .channel, title: "News 24"), number: "2.1")
        let start = Date(timeIntervalSince1970: 1_769_889_600)
        var programme = Programme(start: start, stop: start.addingTimeInterval(3_600), title: "Alien")
        (programme.overview, programme.season, programme.episode) = ("In space.", 1, 2)
        (programme.genres, programme.categories) = (["Horror"], ["Spielfilm"])
        (programme.rating, programme.certification) = (.r, "18")
        (programme.isRepeat, programme.isLive) = (true, true)
        programme.credits = [
            ProgrammeCredit(role: .director, name: "Ridley Scott"),
            ProgrammeCredit(role: .actor, name: "Sigourney Weaver", character: "Ripley"),
            ProgrammeCredit(role: .actor, name: "John Hurt"),
        ]
        var details = FakeCatalog.Details()
        details.programme = GuideHit(channel: channel, programme: programme, hasCatchup: true)
        bench.catalog.setDetails(details)
        let outcome = await bench.run("guide", "show", "ch-1", "2026-01-31T20:15:00Z")
        #expect(bench.catalog.requested == ["programme ch-1 1769890500"])
        #expect(outcome.status == .success)
        let lines = outcome.out.split(separator: "\n").map(String.init)
        #expect(lines.first == "Alien")
        #expect(lines.dropFirst().first?.hasPrefix("2.1 News 24, ") == true)
        #expect(
            lines.dropFirst(2) == [
                "season 1, episode 2 · 18 (R) · Horror, Spielfilm · live · repeat", "In space.",
                "Director: Ridley Scott", "Actor: Sigourney Weaver (Ripley), John Hurt",
                "Catch-up is available: hearth guide catchup ch-1 2026-01-31T20:00:00Z",
            ])
    }

    @Test
    func `a link is reported as failed or as working, and the order of the links is told`() async throws {
        let bench = try GatewayHarness()
        var failed = Variant(id: "a", name: "1080p", source: "list")
        failed.failedAt = Date(timeIntervalSince1970: 1_769_889_600)
        var details = FakeCatalog.Details()
        details.streams = StreamStanding(variants: [Variant(id: "b", name: "720p", source: "list"), failed])
        bench.catalog.setDetails(details)
        let outcome = await bench.run("catalog", "report", "ch-1", "--variant", "a", "--failed")
        #expect(outcome.out == "Links in the order in which they are tried: 720p, 1080p (failed).\n")
        _ = await bench.run("catalog", "report", "ch-1", "--variant", "a", "--worked")
        #expect(bench.catalog.requested == ["report ch-1 a failed", "report ch-1 a worked"])
        #expect(await bench.run("catalog", "report", "ch-1", "--variant", "a").status == .usage)
    }

    @Test
    func `sections of what there is to discover; those that cannot be told are named`() async throws {
        let bench = try GatewayHarness()
        bench.catalog.setDiscovery(
            DiscoveryPage(
                sections: [
                    DiscoverySection(name: .popular, cards: [film("Die Hard")]),
                    DiscoverySection(name: .genres, genre: "Action", cards: [film("Die Hard")]),
                ], missing: [.trendingMovies]))
        let outcome = await bench.run("catalog", "discover")
        #expect(outcome.out.contains("POPULAR\n"))
        #expect(outcome.out.contains("ACTION\n"))
        #expect(outcome.err.contains("TRENDING MOVIES: unavailable now."))
        #expect(await bench.run("catalog", "recent", "--add", "low tide").out.contains("There are no recent searches."))
        #expect(bench.catalog.noted == ["low tide"])
        #expect(await bench.run("catalog", "recent", "--keep", "--forget-all").status == .usage)
    }
}
