import CatalogAPI
import HearthModel
import RPC
import ServiceKit
import Testing

struct SearchTests {
    private func found() -> SearchResults {
        var news = Card(id: ContentID(rawValue: "ch-1"), kind: .channel, title: "News 24", genres: ["News"])
        news.year = nil
        var film = Card(id: ContentID(rawValue: "mv-1"), kind: .movie, title: "The \u{1b}[31mNewsroom", rating: .pg13)
        film.year = 1999
        var results = SearchResults()
        results.hits = [news, film]
        results.total = 12_345
        results.isTotalExact = false
        results.kinds = [KindCount(kind: .channel, count: 12_000), KindCount(kind: .movie, count: 345)]
        results.cursor = "next-page"
        return results
    }

    @Test
    func `a search is a table with totals and the way to the next page`() async throws {
        let bench = try GatewayHarness(up: GatewayHarness.services)
        bench.catalog.setSearch(found())
        let outcome = await bench.run("search", "news", "24")
        #expect(outcome.status == .success)
        #expect(outcome.err == "")
        #expect(
            outcome.out == """
                TITLE              KIND     YEAR  RATING  GENRES  ID
                News 24            channel                News    ch-1
                The  [31mNewsroom  movie    1999  PG-13           mv-1
                2 of 12,345+
                More: --cursor next-page

                """)
        #expect(bench.catalog.searches.map(\.text) == ["news 24"])
    }

    @Test
    func `radio stations are called so, and can be left out or asked for alone`() async throws {
        let bench = try GatewayHarness()
        var results = found()
        results.hits[0].isRadio = true
        bench.catalog.setSearch(results)
        let outcome = await bench.run("search", "news", "--radio")
        #expect(outcome.out.contains("News 24            radio                News    ch-1"), "\(outcome.out)")
        _ = await bench.run("search", "news", "--no-radio")
        _ = await bench.run("search", "news")
        #expect(bench.catalog.searches.map(\.isRadio) == [true, false, nil])
    }

    @Test
    func `an exact total is told by kind`() async throws {
        let bench = try GatewayHarness()
        var results = found()
        results.isTotalExact = true
        results.total = 12_346
        results.kinds.append(KindCount(kind: .series, count: 1))
        bench.catalog.setSearch(results)
        #expect(await bench.run("search", "x").out.contains("2 of 12,346 (12,000 channels, 345 movies, 1 series)"))
    }

    @Test
    func `where only one kind is asked for, it is told how many there are of the others`() async throws {
        let bench = try GatewayHarness()
        var results = found()
        (results.isTotalExact, results.total) = (true, 345)
        bench.catalog.setSearch(results)
        let out = await bench.run("search", "x", "--type", "movie").out
        #expect(out.contains("2 of 345; of all kinds: 12,000 channels, 345 movies\n"))
        (results.hits, results.total, results.cursor) = ([], 0, nil)
        bench.catalog.setSearch(results)
        let none = await bench.run("search", "x", "--type", "series").out
        #expect(none.contains("Nothing passes these filters") && none.contains("of all kinds: 12,000 channels"))
    }

    @Test
    func `filters reach the catalog`() async throws {
        let bench = try GatewayHarness()
        _ = await bench.run(
            "search", "x", "--type", "movies", "--type", "channel", "--genre", "News", "--rating", "PG-13", "--group",
            "UK",
            "--sort", "newest", "--limit", "7", "--cursor", "c")
        let request = try #require(bench.catalog.searches.first)
        #expect(request.kinds == [.movie, .channel])
        #expect(request.genres == ["News"])
        #expect(request.ratings == [.pg13])
        #expect(request.groups == ["UK"])
        #expect(request.sort == .newest)
        #expect(request.page?.size == 7)
        #expect(request.page?.cursor == "c")
    }

    @Test(arguments: [
        ["search", "x", "--type", "radio"], ["search", "x", "--limit", "0"], ["search", "x", "--limit", "201"],
        ["search", "x", "--rating", "XXX"], ["search", "x", "--sort", "best"], ["search", "x", "--timeout", "0"],
        ["search", "x", "--timeout", "601"], ["guide", "--at", "noon"], ["serch"],
    ])
    func `what the command line gets wrong exits with 64`(arguments: [String]) async throws {
        let bench = try GatewayHarness()
        let outcome = await bench.run(list: arguments)
        #expect(outcome.status == .usage)
        #expect(outcome.out == "")
        #expect(outcome.err != "")
    }

    @Test
    func `a misspelt command is guessed`() async throws {
        let outcome = try await GatewayHarness().run("serch", "news")
        #expect(outcome.err.contains("There is no command \"serch\". Did you mean \"search\"?"))
    }

    @Test
    func `help on something that is no command says so, and names the commands of that name`() async throws {
        let outcome = try await GatewayHarness().run("help", "pin")
        #expect(outcome.status == .usage && outcome.out == "")
        #expect(outcome.err.contains("There is no command \"pin\"."))
        #expect(outcome.err.contains("`hearth help household pin`"))
        let known = try await GatewayHarness().run("help", "search")
        #expect(known.status == .success && known.out.hasPrefix("OVERVIEW: "))
    }

    @Test
    func `where nothing runs at all, that is said, and not which service was called first`() async throws {
        let outcome = try await GatewayHarness(up: []).run("home")
        #expect(outcome.status == .unavailable && outcome.err.contains("(NOT_RUNNING)"))
        #expect(outcome.err.contains("Start one with `hearth up`"))
    }

    @Test
    func `nothing found is no error, and says what to do`() async throws {
        let bench = try GatewayHarness()
        let outcome = await bench.run("search", "zzz")
        #expect(outcome.status == .success)
        #expect(outcome.out.hasPrefix("Nothing found for \"zzz\". Try a different search;"))
        // A filter may be in the way, in a library that has something.
        let filtered = await bench.run("search", "zzz", "--genre", "Horror")
        #expect(filtered.out.hasPrefix("Nothing passes these filters for \"zzz\"."))
    }

    @Test
    func `JSON is one line with everything`() async throws {
        let bench = try GatewayHarness()
        bench.catalog.setSearch(found())
        let outcome = await bench.run("search", "news", "--json")
        #expect(outcome.out.split(separator: "\n").count == 1)
        let object = try outcome.json()
        #expect((object["hits"] as? [Any])?.count == 2)
        #expect(object["total"] as? Int == 12_345)
        #expect(object["isTotalExact"] as? Bool == false)
    }

    @Test
    func `a narrow terminal cuts titles, not ids; colours are for terminals only, and not with NO_COLOR`() async throws
    {
        let bench = try GatewayHarness()
        bench.catalog.setSearch(found())
        let narrow = await bench.run("search", "news", isTerminal: true, width: 50)
        #expect(narrow.out.contains("\u{1b}[1m"))
        #expect(narrow.out.contains("…"))
        #expect(narrow.out.contains("mv-1"))
        let plain = await bench.run("search", "news", variables: ["NO_COLOR": "1"], isTerminal: true)
        #expect(!plain.out.contains("\u{1b}"))
        let piped = await bench.run("search", "news")
        #expect(!piped.out.contains("\u{1b}"))
    }

    @Test
    func `a service that is down is named, with what to do; nothing on standard output`() async throws {
        let bench = try GatewayHarness(up: ["profiles"])
        let outcome = await bench.run("search", "news")
        #expect(outcome.status == .unavailable)
        #expect(outcome.out == "")
        #expect(
            outcome.err == """
                hearth: catalog cannot be reached. Is it running?
                  See `hearth status`; if it is down, `hearth restart catalog` or `hearth up`.
                  The same command can be tried again; nothing was changed.
                  (UNAVAILABLE)

                """)
        let json = await bench.run("search", "news", "--json")
        #expect(json.status == .unavailable)
        let error = try json.error()
        #expect(error["code"] as? String == "UNAVAILABLE")
        #expect(error["service"] as? String == "catalog")
        #expect(error["executed"] as? String == "no")
        #expect(error["canRetry"] as? Bool == true)
        #expect(error["exitCode"] as? Int == 69)
    }

    @Test
    func `the guide shows what is on and what comes next`() async throws {
        let bench = try GatewayHarness()
        bench.catalog.setGuide(GuideSample.page)
        let outcome = await bench.run("guide", "--at", "2026-01-01T12:10:00Z")
        #expect(outcome.status == .success)
        #expect(outcome.out.contains("NO  CHANNEL  UNTIL"))
        #expect(outcome.out.contains("2.1  News 24  01-01 12:30  Headlines: Noon  01-01 12:30  Weather"))
        #expect(outcome.out.contains("1 of 1 channel"))
        let empty = try GatewayHarness()
        let nothing = await empty.run("guide")
        #expect(nothing.status == .success)
        #expect(nothing.out.contains("hearth import guide.xml"))
    }
}
