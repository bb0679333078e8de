import CatalogAPI
import GRDB
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Titles for which TMDB has one number are one, where it is sure, and where no correction says otherwise.
struct DuplicateTitleTests {
    private static let known = [
        FakeMetadata.Known(id: 98, name: "Gladiator", year: 2000, votes: 18_000, certificate: "R"),
        FakeMetadata.Known(id: 862, name: "Toy Story", year: 1995, certificate: "G"),
        FakeMetadata.Known(id: 841, name: "Dune", year: 1984, votes: 2_000),
        FakeMetadata.Known(id: 438_631, name: "Dune", year: 2021, votes: 9_000),
        // By far the best known of two: a guess.
        FakeMetadata.Known(id: 348, name: "Alien", year: 1979, votes: 14_000),
        FakeMetadata.Known(id: 349, name: "Alien", year: 1998, votes: 300),
        FakeMetadata.Known(id: 4_589, name: "Harbour Lights", year: 2001),
        FakeMetadata.Known(
            id: 1_668, name: "Low Tide", year: 1994, votes: 900, isShow: true,
            seasons: [1: ["The Harbour", "Driftwood"]]),
    ]

    /// The films of a name, by how many links they have.
    private static func films(_ name: String, _ harness: MetadataHarness) async throws -> [(card: Card, links: Int)] {
        let cards = try await harness.read { try SnapshotReader.piece(after: nil, limit: .max, $0).cards } ?? []
        var found: [(card: Card, links: Int)] = []
        for card in cards where card.title == name && card.kind != .episode {
            found.append((card, try await harness.title(card.id)?.variants.count ?? 0))
        }
        return found.sorted { ($0.card.year ?? 0, $0.links) < ($1.card.year ?? 0, $1.links) }
    }

    private static let gladiator =
        film("Gladiator") + film("Gladiator (2000)", address: "http://a.example/movie/u/p/2.mkv")

    @Test(arguments: 1...4)
    func `a film with and without its year, in one list, in any order and in two batches`(_ seed: Int) throws {
        let isDone = try MetadataHarness.run(Self.known, seed: UInt64(seed)) { harness in
            let dated = DerivedID.text(ContentIdentity.movie(title: "Gladiator", year: 2000))
            let bare = DerivedID.text(ContentIdentity.movie(title: "Gladiator", year: nil))
            if seed % 2 == 0 {
                try await harness.importList(film("Gladiator"))
                #expect(try await harness.settled())
                #expect(try await Self.films("Gladiator", harness).map(\.card.id) == [bare])
            }
            try await harness.importList(Self.gladiator + film("Toy Story (1995)"))
            #expect(try await harness.settled())
            func check(_ note: Comment, links: Int = 2) async throws {
                let films = try await Self.films("Gladiator", harness)
                #expect(films.map(\.card.id) == [dated] && films.map(\.links) == [links], note)
                #expect(try await harness.title(bare)?.card.id == dated, note)
            }
            try await check("at once")
            let why = try await harness.read { try ExplanationReader(bare, policy: .everything).run(now: 0, $0) }
            #expect(why?.decisions.contains { $0.reason == "both are surely TMDB's number 98" } == true)
            #expect(try await harness.titlesOfSource() == 2)
            // The list comes again, as it was and with other links.
            try await harness.importList(Self.gladiator + film("Toy Story (1995)"))
            try await check("the same list")
            let more = film("Gladiator", address: "http://a.example/movie/u/p/3.mkv")
            try await harness.importList(Self.gladiator + more + film("Toy Story (1995)"))
            #expect(try await harness.settled())
            try await check("with one more", links: 3)
            // Killed, and without metadata-gateway.
            harness.metadata.problem = RPCError(.unavailable, "away")
            await harness.kill()
            try harness.start()
            try await harness.importList(Self.gladiator)
            try await check("after a restart")
        }
        #expect(isDone)
    }

    @Test(arguments: [0, 1])
    func `one of the two was away while the other was learned`(_ first: Int) throws {
        let isDone = try MetadataHarness.run(Self.known, seed: 9) { harness in
            let films = [film("Gladiator"), film("Gladiator (2000)", address: "http://a.example/movie/user/t/2.mkv")]
            try await harness.importList(films[first] + film("Dune (1984)"))
            #expect(try await harness.settled())
            try await harness.importList(films[1 - first] + film("Dune (1984)"))
            #expect(try await harness.settled())
            try await harness.importList(films.joined() + film("Dune (1984)"))
            #expect(try await harness.settled())
            #expect(try await Self.films("Gladiator", harness).map(\.links) == [2])
        }
        #expect(isDone)
    }

    @Test
    func `a remake is another film, and so is a name that is taken for the best known of several`() throws {
        let isDone = try MetadataHarness.run(Self.known, seed: 5) { harness in
            try await harness.importList(
                // TMDB's year of the last one is one off: likely, and no more.
                [
                    "Dune", "Dune (1984)", "Dune (2021)", "Alien", "Alien (1979)", "Harbour Lights",
                    "Harbour Lights (2002)",
                ].map { film($0) }.joined())
            #expect(try await harness.settled())
            #expect(try await Self.films("Dune", harness).count == 3)
            let aliens = try await Self.films("Alien", harness)
            #expect(aliens.count == 2 && aliens.allSatisfy { $0.card.tmdbID == 348 })
            #expect(try await Self.films("Harbour Lights", harness).count == 2)
            #expect(try await harness.read { try DuplicateTitleTable.count($0) } == 0)
        }
        #expect(isDone)
    }

    @Test
    func `the number that a list gives says which one a name without a year is`() throws {
        let isDone = try MetadataHarness.run(Self.known, seed: 6) { harness in
            try await harness.importList(film("Alien", #"tmdb-id="348""#) + film("Alien (1979)") + film("Alien (1998)"))
            #expect(try await harness.settled())
            #expect(try await Self.films("Alien", harness).map(\.links) == [2, 1])
        }
        #expect(isDone)
    }

    @Test
    func `a series of two names has one episode of each number`() throws {
        let isDone = try MetadataHarness.run(Self.known, seed: 7) { harness in
            try await harness.importList(
                episode("Low Tide S01E01", "1") + episode("Low Tide (1994) S01E01", "2")
                    + episode("Low Tide S01E02", "3"))
            #expect(try await harness.settled())
            let series = try await Self.films("Low Tide", harness)
            #expect(series.count == 1)
            let dated = DerivedID.text(ContentIdentity.series(title: "Low Tide", year: 1994))
            let bare = DerivedID.text(ContentIdentity.series(title: "Low Tide", year: nil))
            #expect(series.first?.card.id == dated)
            #expect(try await harness.title(bare)?.card.id == dated)
            let episodes = try await harness.episodes().values.sorted { $0.title < $1.title }
            #expect(episodes.map(\.title) == ["Driftwood", "The Harbour"])
            #expect(episodes.allSatisfy { $0.series == dated })
            let first = try #require(episodes.last)
            #expect(try await harness.title(first.id)?.variants.count == 2)
            let why = try await harness.read { try ExplanationReader(dated, policy: .everything).run(now: 0, $0) }
            #expect(why?.decisions.contains { $0.result == "the series Low Tide" } == true)
        }
        #expect(isDone)
    }

    @Test(
        arguments: [true, false],
        ["Gladiator.mkv", "2.mkv"])
    func `a person's split is never undone, and taken back they are one again`(_ isNamed: Bool, _ file: String) throws {
        let isDone = try MetadataHarness.run(Self.known, seed: 8) { harness in
            try await harness.importList(Self.gladiator)
            #expect(try await harness.settled())
            let film = try #require(try await Self.films("Gladiator", harness).first)
            let links = try await harness.read { db in
                try VariantReader.links(of: film.card.id.rawValue, db, ReadScope(db, policy: .everything))
            }
            let link = try #require(links?.first { $0.address.hasSuffix(file) }?.variant.id)
            try await harness.correct { writer, db in
                let name = isNamed ? "Gladiator" : nil
                return try writer.split(Catalog.SplitTitle(id: film.card.id, variants: [link], title: name), db)
            }
            for round in 0..<3 {
                #expect(try await harness.settled())
                #expect(try await Self.films("Gladiator", harness).map(\.links) == [1, 1], "round \(round)")
                try await harness.age(days: 31)
                try await harness.importList(Self.gladiator.replacing("2.mkv", with: "2.mkv?token=\(round)"))
                try await harness.simulation.sleep(for: MetadataHarness.interval * 2)
            }
            try await harness.correct { writer, db in
                let all = try CorrectionTable.all(db)
                return try writer.takeBack(Catalog.TakeBackCorrection(correction: all[0].id), db)
            }
            try await harness.age(days: 31)
            try await harness.simulation.sleep(for: MetadataHarness.interval * 2)
            #expect(try await harness.settled())
            #expect(try await Self.films("Gladiator", harness).map(\.links) == [2])
        }
        #expect(isDone)
    }

    @Test
    func `of what people have said something nothing becomes another title`() throws {
        let isDone = try MetadataHarness.run(Self.known, seed: 9) { harness in
            harness.killGateway()
            try await harness.importList(Self.gladiator + film("Toy Story") + film("Toy Story (1995)"))
            let (bare, dated) = (
                DerivedID.text(ContentIdentity.movie(title: "Toy Story", year: nil)),
                DerivedID.text(ContentIdentity.movie(title: "Toy Story", year: 1995))
            )
            let gladiator = DerivedID.text(ContentIdentity.movie(title: "Gladiator", year: nil))
            try await harness.correct { try $0.pin(Catalog.PinTitle(id: bare), $1) }
            var changes = TitleChanges()
            changes.rating = .g
            let said = changes
            try await harness.correct { try $0.correct(Catalog.CorrectTitle(id: gladiator, changes: said), $1) }
            try harness.startGateway()
            try await harness.simulation.sleep(for: MetadataHarness.interval * 2)
            #expect(try await harness.settled())
            #expect(try await harness.title(bare)?.card.id == bare)
            #expect(try await harness.title(dated)?.card.id == dated)
            // The one that was rated stays, and the other one is it.
            let films = try await Self.films("Gladiator", harness)
            #expect(films.map(\.card.id) == [gladiator] && films.map(\.links) == [2])
            #expect(try await harness.read { try DuplicateTitleTable.count($0) } == 1)
        }
        #expect(isDone)
    }

    @Test
    func `a number that a person gives parts them, and the one that both have joins them`() throws {
        let isDone = try MetadataHarness.run(Self.known, seed: 10) { harness in
            try await harness.importList(film("Dune") + film("Dune (1984)") + film("Dune (2021)"))
            #expect(try await harness.settled())
            let bare = DerivedID.text(ContentIdentity.movie(title: "Dune", year: nil))
            func say(_ number: Int64, of id: ContentID) async throws {
                var changes = TitleChanges()
                changes.tmdbID = number
                let said = changes
                try await harness.correct { try $0.correct(Catalog.CorrectTitle(id: id, changes: said), $1) }
                #expect(try await harness.settled())
            }
            try await say(841, of: bare)
            #expect(try await Self.films("Dune", harness).map(\.links) == [2, 1])
            try await say(0, of: bare)
            #expect(try await Self.films("Dune", harness).map(\.links) == [1, 1, 1])
        }
        #expect(isDone)
    }
}

extension DerivedID {
    /// The id as answers have it.
    static func text(_ id: DerivedID) -> ContentID { ContentID(rawValue: id.description) }
}

extension MetadataHarness {
    /// How many titles the list is said to have.
    func titlesOfSource() async throws -> Int64? {
        try await read { try Int64.fetchOne($0, sql: "SELECT titles FROM source") ?? 0 }
    }
}
