import CatalogAPI
import Foundation
import HearthModel
import RPC
import ServiceKit
import Testing

struct HomeTests {
    /// The rows of the screen, and the service that each stands and falls with.
    private static let rows = [
        "continue-watching": "playback-state", "up-next": "playback-state", "on-now": "catalog",
        "favourites": "profiles", "recently-watched": "playback-state", "new": "catalog", "to-read": "reading-list",
        "programme": "scheduler", "downloads": "downloads",
    ]

    /// Sets of services that are down: none, each alone, all but one, all, and some of the others by chance. A row stands and
    /// falls with its own service, so that every combination would show little more. A failure names its set.
    static let sets: [Set<String>] = {
        let all = GatewayHarness.services.sorted().reduce(into: [Set<String>]([[]])) { sets, service in
            sets += sets.map { $0.union([service]) }
        }
        let count = GatewayHarness.services.count
        let isEdge = { (set: Set<String>) in set.count <= 1 || set.count >= count - 1 }
        return all.filter(isEdge) + all.filter { !isEdge($0) }.shuffled().prefix(8)
    }()

    /// A household with something in every row, in which a token is at hand.
    private func household() async throws -> GatewayHarness {
        let bench = try GatewayHarness(up: GatewayHarness.services)
        bench.catalog.setGuide(GuideSample.page)
        var found = SearchResults()
        found.hits = [Card(id: "mv-1", kind: .movie, title: "The Newsroom")]
        found.total = 1
        bench.catalog.setSearch(found)
        bench.catalog.add(Title(card: found.hits[0]))
        #expect(await bench.run("favourite", "add", "ch-1").status == .success)
        #expect(await bench.run("queue", "add", "mv-1").status == .success)
        #expect(await bench.run("download", "start", "mv-1").status == .success)
        #expect(await bench.run("read", "save", "https://example.org/a", "--title", "A page").status == .success)
        return bench
    }

    @Test func `the rows that the household has put first come first, the others after them`() async throws {
        let bench = try await household()
        func rows() async throws -> [String] {
            let outcome = await bench.run("home", "--json")
            let screen = try JSONSerialization.jsonObject(with: Data(outcome.out.utf8)) as? [String: Any]
            return names(screen?["sections"], "name")
        }
        let usual = try await rows()
        #expect(Set(usual) == Set(Self.rows.keys))
        #expect(await bench.run("household", "--home-rows", "to-read,no-such-row,new").status == .success)
        let chosen = try await rows()
        #expect(chosen.prefix(2) == ["to-read", "new"])
        #expect(Array(chosen.dropFirst(2)) == usual.filter { !["to-read", "new"].contains($0) })
        bench.stop("profiles")
        #expect(try await rows() == usual.filter { $0 != "favourites" }, "the screen does not wait for it")
    }

    @Test func `what is new are movies and series, and channels only where there is nothing else`() async throws {
        let bench = try await household()
        #expect(await bench.run("home", "--section", "new").status == .success)
        #expect(bench.catalog.searches.map(\.kinds) == [[.movie, .series]])
        bench.catalog.setSearch(SearchResults())
        #expect(await bench.run("home", "--section", "new").status == .success)
        #expect(bench.catalog.searches.map(\.kinds) == [[.movie, .series], [.movie, .series], nil])
    }

    private func names(_ list: Any?, _ key: String) -> [String] {
        (list as? [[String: Any]] ?? []).compactMap { $0[key] as? String }
    }

    @Test(arguments: sets)
    func `the home screen shows what is there and names what is missing, whichever services are down`(
        down: Set<String>
    ) async throws {
        let bench = try await household()
        for service in down { bench.stop(service) }
        let outcome = await bench.run("home", "--json")
        guard !down.isSuperset(of: Self.rows.values) else {
            #expect(outcome.status == .unavailable)
            return
        }
        #expect(outcome.status == .success)
        let screen = try outcome.json()
        let sections = names(screen["sections"], "name")
        #expect(Set(sections) == Set(Self.rows.filter { !down.contains($0.value) }.keys))
        let missing = screen["missing"] as? [[String: Any]] ?? []
        let missed = Dictionary(uniqueKeysWithValues: zip(names(missing, "part"), names(missing, "service")))
        #expect(missed == Self.rows.filter { down.contains($0.value) })
        #expect(names(missing, "code").allSatisfy { $0 == "UNAVAILABLE" })
        for section in screen["sections"] as? [[String: Any]] ?? [] {
            #expect((section["items"] as? [Any])?.isEmpty == false, "\(section["name"] ?? "") is empty")
        }
    }

    @Test(arguments: sets)
    func `a title is put together from the services that are up`(down: Set<String>) async throws {
        let bench = try await household()
        _ = await bench.run("favourite", "add", "mv-1")
        for service in down { bench.stop(service) }
        let outcome = await bench.run("title", "mv-1", "--json")
        guard !down.isSuperset(of: ["catalog", "profiles", "downloads"]) else {
            // No service that is up keeps its card.
            #expect(outcome.status == .unavailable)
            return
        }
        #expect(outcome.status == .success)
        let page = try outcome.json()
        #expect((page["title"] != nil) == !down.contains("catalog"))
        #expect((page["isFavourite"] as? Bool) == (down.contains("profiles") ? nil : true))
        let queue = page["queue"] as? [String: Any]
        #expect((queue?["position"] as? Int) == (down.contains("playback-state") ? nil : 0))
        let download = page["download"] as? [String: Any]
        #expect((download?["status"] as? String) == (down.contains("downloads") ? nil : "queued"))
        #expect(page["card"] != nil)
        // What was saved to read, when something is on and what is known outside have no part in it.
        let others: Set<String> = ["reading-list", "scheduler", "metadata-gateway"]
        #expect(Set(names(page["missing"], "service")) == down.subtracting(others))
    }

    @Test(arguments: sets)
    func `a search finds what the services that are up have`(down: Set<String>) async throws {
        let bench = try await household()
        for service in down { bench.stop(service) }
        let outcome = await bench.run("search", "news", "--json")
        let requested: Set<String> = ["catalog", "reading-list"]
        guard !down.isSuperset(of: requested) else {
            #expect(outcome.status == .unavailable)
            return
        }
        #expect(outcome.status == .success)
        let json = try outcome.json()
        #expect(names(json["hits"], "id") == (down.contains("catalog") ? [] : ["mv-1"]))
        #expect(names(json["links"], "displayTitle") == (down.contains("reading-list") ? [] : ["A page"]))
        #expect(Set(names(json["missing"], "service")) == down.intersection(requested))
    }

    @Test
    func `people see rows under their titles, and one line for each service that is down`() async throws {
        let bench = try await household()
        bench.stop("catalog")
        bench.stop("reading-list")
        let outcome = await bench.run("home")
        #expect(outcome.status == .success)
        #expect(
            outcome.out.hasPrefix(
                """
                CONTINUE WATCHING               ID
                Title of m1        movie  50 %  m1

                UP NEXT
                """), "\(outcome.out)")
        #expect(outcome.err.contains("Missing: on-now, new. catalog: "))
        #expect(outcome.err.contains("Missing: to-read. reading-list: "))
    }

    @Test
    func `rows are shown one by one, with genres as asked for`() async throws {
        let bench = try await household()
        let outcome = await bench.run("home", "--json", "--section", "to-read", "--genre", "Drama")
        #expect(names(try outcome.json()["sections"], "name") == ["to-read", "genre:Drama"])
        #expect(bench.catalog.searches.map(\.genres) == [["Drama"]])
        let wrong = await bench.run("home", "--section", "nonsense")
        #expect(wrong.status == .usage)
        #expect(wrong.err.contains("continue-watching, up-next"))
    }

    @Test
    func `an empty household is told what to do`() async throws {
        let bench = try GatewayHarness()
        #expect(await bench.run("home", "--section", "favourites").out.contains("hearth import FILE"))
    }

    @Test
    func `a kept token that does not count any more is replaced, and nothing is missing`() async throws {
        let bench = try await household()
        _ = await bench.run("search", "x")
        let old = try #require(bench.catalog.tokens.last ?? nil)
        bench.catalog.refuse(old)
        let outcome = await bench.run("home", "--json")
        #expect(outcome.status == .success)
        #expect(names(try outcome.json()["missing"], "part") == [])
    }

    @Test
    func `an unknown title is not found`() async throws {
        let bench = try await household()
        // The fake finds the same titles for every text.
        bench.catalog.setSearch(SearchResults())
        let outcome = await bench.run("title", "mv-none")
        #expect(outcome.status == .failure)
        #expect(outcome.err.contains("(NOT_FOUND)"))
    }

    @Test
    func `what TMDB knows of a title is shown, with its attribution and how sure it is`() async throws {
        let bench = try await household()
        var title = Title(card: Card(id: "mv-7", kind: .movie, title: "Der Hafen", rating: .pg13))
        (title.card.runtimeMinutes, title.card.score) = (101, 7.5)
        var metadata = TitleMetadata(
            name: "The Harbour", votes: 12, isCertain: false, fetchedAt: Date(timeIntervalSince1970: 0),
            attribution: "From a source.")
        (metadata.originalTitle, metadata.certificate, metadata.certificateCountry) = ("Havnen", "PG-13", "US")
        (metadata.originalLanguage, metadata.countries) = ("da", ["DK", "SE"])
        (metadata.cast, metadata.directors) = (["Ada Quay", "Bo Reef"], ["Cy Shore"])
        metadata.trailer = "https://www.youtube.com/watch?v=00000000001"
        title.metadata = metadata
        bench.catalog.add(title)
        let lines = await bench.run("title", "mv-7").out.split(separator: "\n").map(String.init)
        #expect(lines.contains("movie · PG-13 · 101 min · 7.5 of 10"))
        #expect(lines.contains("Original title: Havnen") && lines.contains("Certificate: PG-13 (US)"))
        #expect(lines.contains("Original language: Danish") && lines.contains("Country: Denmark, Sweden"))
        #expect(lines.contains("Cast: Ada Quay, Bo Reef") && lines.contains("Director: Cy Shore"))
        #expect(lines.contains("Trailer: https://www.youtube.com/watch?v=00000000001"))
        // A list says where a link is from: of the film TMDB knows better.
        title.country = "de; USA"
        bench.catalog.add(title)
        #expect(await bench.run("title", "mv-7").out.contains("Country: Denmark, Sweden\n"))
        title.metadata?.countries = nil
        bench.catalog.add(title)
        #expect(await bench.run("title", "mv-7").out.contains("Country: Germany, USA\n"))
        #expect(lines.contains { $0.hasPrefix("Probably TMDB's The Harbour;") })
        #expect(lines.last == "From a source.")
    }

    @Test
    func `an episode shows its day and what TMDB knows of it`() async throws {
        let bench = try await household()
        var title = Title(card: Card(id: "ep-7", kind: .episode, title: "Driftwood"))
        (title.card.series, title.card.season, title.card.episode) = ("sr-1", 1, 2)
        (title.card.releaseDate, title.card.runtimeMinutes, title.overview) = ("1994-11-02", 42, "What the tide left.")
        title.metadata = TitleMetadata(
            name: "Driftwood", votes: 3, isCertain: true, fetchedAt: Date(timeIntervalSince1970: 0),
            attribution: "From a source.")
        title.metadata?.stillPath = "/s1e2.jpg"
        bench.catalog.add(title)
        let lines = await bench.run("title", "ep-7").out.split(separator: "\n").map(String.init)
        #expect(
            lines.prefix(4) == [
                "Driftwood (S1 E2)", "episode · 42 min", "What the tide left.", "First aired: 1994-11-02",
            ])
        #expect(lines.last == "From a source.")
        bench.catalog.add(Title(card: Card(id: "sr-1", kind: .series, title: "Low Tide")))
        #expect(await bench.run("title", "sr-1").out.contains("1  2  Driftwood  1994-11-02  ep-7"))
    }

    @Test
    func `a series shows its episodes and what was seen of them`() async throws {
        let bench = try await household()
        bench.catalog.add(Title(card: Card(id: "sr-1", kind: .series, title: "Corner Street")))
        for number in 1...3 {
            var card = Card(id: ContentID(rawValue: "ep-\(number)"), kind: .episode, title: "Part \(number)")
            (card.series, card.season, card.episode) = ("sr-1", 1, Int32(number))
            bench.catalog.add(Title(card: card))
        }
        let outcome = await bench.run("title", "sr-1")
        #expect(outcome.status == .success)
        #expect(outcome.out.contains("1  2  Part 2  ep-2"), "\(outcome.out)")
        #expect(outcome.out.contains("3 of 3 episodes"))
    }

    @Test
    func `all episodes of a long series can be looked at: by season, and page by page`() async throws {
        let bench = try await household()
        bench.catalog.add(Title(card: Card(id: "sr-1", kind: .series, title: "Corner Street")))
        for number in 1...230 {
            var card = Card(id: ContentID(rawValue: "ep-\(1_000 + number)"), kind: .episode, title: "Part \(number).")
            (card.series, card.season, card.episode) = ("sr-1", number <= 220 ? 1 : 2, Int32(number))
            bench.catalog.add(Title(card: card))
        }
        let first = await bench.run("title", "sr-1").out
        #expect(first.contains("Part 200.") && !first.contains("Part 201."))
        #expect(first.hasSuffix("200 of 230 episodes\nMore: --cursor 200\n"))
        let rest = await bench.run("title", "sr-1", "--cursor", "200").out
        #expect(!rest.contains("Part 200.") && rest.contains("Part 201.") && rest.contains("Part 230."))
        #expect(!rest.contains("More:"))
        let season = await bench.run("title", "sr-1", "--season", "2").out
        #expect(!season.contains("Part 220.") && season.contains("Part 221.") && season.contains("10 of 10 episodes"))
    }
}
