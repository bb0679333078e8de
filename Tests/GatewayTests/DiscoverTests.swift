import CatalogAPI
import HearthModel
import MetadataGatewayAPI
import RPC
import ServiceKit
import Testing

struct DiscoverTests {
    /// The services that have a part in it.
    private static let requested: Set<String> = ["metadata-gateway", "catalog", "profiles", "playback-state"]

    /// Every set of them that can be down, the empty one too.
    static let sets: [Set<String>] = requested.sorted().reduce(into: [[]]) { sets, service in
        sets += sets.map { $0.union([service]) }
    }

    private static func outside(_ id: Int64, _ kind: ContentKind, _ title: String, _ rating: ContentRating) -> Card {
        let number = TMDBID(kind, id)
        var card = Card(
            id: number?.content ?? ContentID(rawValue: "none"), kind: kind, title: title, rating: rating)
        (card.tmdbID, card.year, card.score) = (id, 2_001, 7.25)
        return card
    }

    /// Two titles outside, of which the library has the film, as a favourite that was watched; and one beside them.
    private func household() async throws -> GatewayHarness {
        let bench = try GatewayHarness(up: GatewayHarness.services)
        bench.metadata.setFound { found in
            found.cards = [
                Self.outside(348, .movie, "The \u{1b}[31mHarbour\u{07}", .r),
                Self.outside(1, .series, "Low Tide", .unrated),
            ]
            (found.unrated, found.nextPage) = (1, 2)
        }
        var film = Card(id: "mv-1", kind: .movie, title: "The Harbour", rating: .r)
        film.tmdbID = 348
        bench.catalog.add(Title(card: film))
        var results = SearchResults()
        results.hits = [film, Card(id: "mv-2", kind: .movie, title: "Newest")]
        results.total = 2
        bench.catalog.setSearch(results)
        #expect(await bench.run("favourite", "add", "mv-1").status == .success)
        #expect(await bench.run("history", "watched", "mv-1").status == .success)
        return bench
    }

    private func names(_ list: Any?, _ key: String) -> [String] {
        (list as? [[String: Any]] ?? []).compactMap { $0[key] as? String }
    }

    @Test(arguments: sets)
    func `what there is, is shown, and what is missing is named, whichever services are down`(
        down: Set<String>
    ) async throws {
        let bench = try await household()
        for service in down { bench.stop(service) }
        let outcome = await bench.run("discover", "--json")
        guard !down.isSuperset(of: ["metadata-gateway", "catalog"]) else {
            #expect(outcome.status == .unavailable)
            return
        }
        #expect(outcome.status == .success)
        let page = try outcome.json()
        let titles = page["titles"] as? [[String: Any]]
        #expect((titles == nil) == down.contains("metadata-gateway"))
        #expect((page["library"] == nil) == down.contains("catalog"))
        // What the household has to do with titles is asked when there are titles.
        var expected = down
        if down.contains("metadata-gateway") { expected.formIntersection(["metadata-gateway", "catalog"]) }
        // A film is known as watched by its id in the library.
        if down.contains("catalog") { expected.remove("playback-state") }
        #expect(Set(names(page["missing"], "service")) == expected)
        #expect(names(page["missing"], "code").allSatisfy { $0 == "UNAVAILABLE" })
        guard let film = titles?.first else { return }
        let hasCatalog = !down.contains("catalog")
        #expect(film["library"] as? String == (hasCatalog ? "mv-1" : nil))
        #expect(film["isInLibrary"] as? Bool == (hasCatalog ? true : nil))
        #expect(film["isFavourite"] as? Bool == (down.contains("profiles") ? nil : hasCatalog))
        #expect(film["isWatched"] as? Bool == (hasCatalog && !down.contains("playback-state") ? true : nil))
        #expect(titles?.last?["isInLibrary"] as? Bool == (hasCatalog ? false : nil))
        // What stands above is not shown below again.
        #expect(!hasCatalog || names(page["library"], "id") == ["mv-2"])
    }

    @Test
    func `people see tables with what is here, and no control character of a stranger's`() async throws {
        let bench = try await household()
        let outcome = await bench.run("discover")
        #expect(outcome.status == .success && outcome.err == "")
        #expect(
            outcome.out == """
                TITLE              KIND    YEAR  RATING  SCORE  HERE                         ID
                The  [31mHarbour   movie   2001  R         7.2  library, favourite, watched  mv-1
                Low Tide           series  2001            7.2                               tmdb:tv:1
                1 more title withheld: ratings are unavailable now.
                More: --page 2
                From the outside.

                NEWEST IN YOUR LIBRARY
                TITLE   KIND   ID
                Newest  movie  mv-2

                """)
    }

    @Test
    func `an unmatched title is known by its title and year, and by nothing less`() async throws {
        let bench = try await household()
        let others: [(String, String, Int32?, ContentKind)] = [
            ("sr-1", "Low Tide Rising", 2_001, .series), ("sr-2", "Low Tide", 1_990, .series),
            ("sr-3", "Low Tide", nil, .series),
            ("mv-4", "Low Tide", 2_001, .movie), ("sr-5", "Lów tide!", 2_002, .series),
        ]
        for count in [others.count - 1, others.count] {
            for (id, title, year, kind) in others.prefix(count) {
                var card = Card(id: ContentID(rawValue: id), kind: kind, title: title)
                card.year = year
                bench.catalog.add(Title(card: card))
            }
            let (searches, matches) = (bench.catalog.searches.count, bench.catalog.matches)
            let titles = try await bench.run("discover", "--json").json()["titles"] as? [[String: Any]]
            #expect(titles?.map { $0["library"] as? String } == ["mv-1", count == others.count ? "sr-5" : nil])
            // One search for what stands below, one question for all titles.
            #expect(bench.catalog.searches.count == searches + 1 && bench.catalog.matches == matches + 1)
        }
    }

    @Test
    func `an older answer says how old it is`() async throws {
        let bench = try await household()
        bench.metadata.setFound { $0.source.isStale = true }
        #expect(await bench.run("discover").out.contains("As it was 01-01 00:00; it is being refreshed."))
    }

    @Test
    func `without a key the library is there, and the person is told why the rest is not`() async throws {
        let bench = try await household()
        let problem = RPCErrorDetail(MetadataProblem(.noKey))
        bench.metadata.fail(with: RPCError(.failedPrecondition, "There is no key for TMDB.", details: [problem]))
        let outcome = await bench.run("discover")
        #expect(outcome.status == .success && outcome.out.contains("Newest"))
        #expect(outcome.err.hasPrefix("Missing: titles from outside. metadata-gateway: There is no key for TMDB."))
        let json = await bench.run("discover", "--json")
        #expect(names(try json.json()["missing"], "code") == ["noKey"])
        bench.stop("catalog")
        let nothing = await bench.run("discover")
        #expect(nothing.status == .failure && nothing.out == "" && nothing.err.contains("(noKey)"))
    }

    @Test
    func `a service that hangs takes nothing from the others`() async throws {
        let bench = try await household()
        bench.metadata.hang()
        let outcome = await bench.run("discover", "--json", "--timeout", "3")
        #expect(outcome.status == .success)
        #expect(names(try outcome.json()["library"], "id") == ["mv-1", "mv-2"])
        #expect(names(try outcome.json()["missing"], "code") == ["DEADLINE_EXCEEDED"])
    }

    @Test
    func `what is asked for reaches both`() async throws {
        let bench = try await household()
        bench.metadata.setFound { $0.cards = [] }
        _ = await bench.run(
            "discover", "low", "tide", "--type", "series", "--page", "3", "--language", "de", "--limit", "7")
        _ = await bench.run("discover", "--list", "popularMovies")
        let requested = bench.metadata.requested
        #expect(requested.map(\.text) == ["low tide", nil] && requested.map(\.kind) == [.series, nil])
        #expect(requested.map(\.page) == [3, 1] && requested.map(\.language) == ["de", nil])
        #expect(requested.map(\.list) == [nil, .popularMovies])
        let searches = bench.catalog.searches
        #expect(searches.map(\.text) == ["low tide", ""] && searches.map(\.sort) == [nil, .newest])
        #expect(searches.map(\.kinds) == [[.series], [.movie, .series]] && searches.first?.page?.size == 7)
    }

    @Test(arguments: [
        ["--type", "channel"], ["--list", "best"], ["x", "--list", "popularMovies"], ["--page", "0"],
        ["--page", "501"],
        ["--limit", "0"],
    ])
    func `what the command line gets wrong exits with 64`(arguments: [String]) async throws {
        let bench = try await household()
        let outcome = await bench.run(list: ["discover"] + arguments)
        #expect(outcome.status == .usage && outcome.out == "" && outcome.err != "")
        #expect(bench.metadata.requested.isEmpty)
    }

    @Test
    func `nothing found is no error`() async throws {
        let outcome = await (try GatewayHarness(up: GatewayHarness.services)).run("discover", "zzz")
        #expect(outcome.status == .success && outcome.out == "Nothing found. Try a different search.\n")
    }
}
