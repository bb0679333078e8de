import CatalogAPI
import Foundation
import Household
import RPC
import ServiceKit
import Testing

@Suite("hearth catalog, and what search and guide find beside")
struct CatalogCommandTests {
    private func film(_ title: String, _ id: String = "mv-1") -> Card {
        var card = Card(id: ContentID(rawValue: id), kind: .movie, title: title, rating: .pg, genres: ["Action"])
        card.year = 1_988
        return card
    }

    @Test("a wish is told as it was understood, with facets below the titles")
    func wish() async throws {
        let bench = try GatewayBench(up: GatewayBench.services)
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

    @Test("filters reach the catalog, and values that make no sense are refused")
    func filters() async throws {
        let bench = try GatewayBench()
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

    @Test("the guide is searched by words, from a moment on")
    func guide() async throws {
        let bench = try GatewayBench()
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

    @Test("sections of what there is to discover; those that cannot be told are named")
    func discovery() async throws {
        let bench = try GatewayBench()
        bench.catalog.setDiscovery(
            DiscoveryPage(
                sections: [
                    DiscoverySection(name: .popular, cards: [film("Die Hard")]),
                    DiscoverySection(name: .genres, genre: "Action", cards: [film("Die Hard")]),
                ], missing: [.trendingMovies]))
        let outcome = await bench.run("catalog", "discover")
        #expect(outcome.out.contains("POPULAR\n"))
        #expect(outcome.out.contains("ACTION\n"))
        #expect(outcome.err.contains("TRENDING MOVIES: cannot be told now."))
        #expect(await bench.run("catalog", "recent", "--add", "low tide").out.contains("Nothing was looked for."))
        #expect(bench.catalog.noted == ["low tide"])
        #expect(await bench.run("catalog", "recent", "--keep", "--forget-all").status == .usage)
    }
}
