import CatalogAPI
import GRDB
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Titles of which people have said the same number of TMDB's are one, and those that no list has any more are forgotten.
struct NumberedDuplicateTests {
    private static let known = [
        FakeMetadata.Known(id: 4_589, name: "Harbour Lights", year: 2001),
        FakeMetadata.Known(id: 98, name: "Gladiator", year: 2000, votes: 18_000),
    ]
    /// TMDB knows neither by its name, and the year of the first one is wrong.
    private static let list = film("Hafenlichter (1999)") + film("Harbor Lts (2001)") + film("Gladiator (2000)")
    private static let wrong = DerivedID.text(ContentIdentity.movie(title: "Hafenlichter", year: 1999))
    private static let right = DerivedID.text(ContentIdentity.movie(title: "Harbor Lts", year: 2001))

    private static func say(
        _ number: Int64, of id: ContentID, _ harness: MetadataHarness, rating: ContentRating? = nil
    ) async throws {
        var changes = TitleChanges()
        (changes.tmdbID, changes.rating) = (number, rating)
        let said = changes
        try await harness.correct { try $0.correct(Catalog.CorrectTitle(id: id, changes: said), $1) }
        #expect(try await harness.settled())
    }

    /// The title that each of the two is, with how many links it has.
    private static func check(
        _ titles: [(ContentID, Int)], _ harness: MetadataHarness, _ note: Comment, at: SourceLocation = #_sourceLocation
    ) async throws {
        for (id, expected) in zip([wrong, right], titles) {
            let title = try await harness.title(id)
            #expect(title?.card.id == expected.0 && title?.variants.count == expected.1, note, sourceLocation: at)
        }
    }

    /// What followers are told that titles have become.
    private static func merged(_ harness: MetadataHarness) async throws -> [[ContentID]] {
        let moves = try await harness.read { db in
            let last = try Int64.fetchOne(db, sql: "SELECT generation FROM catalog") ?? 0
            return try (1...last).flatMap { generation in
                try PublicationEntry(generation: generation, rowsAfter: 0, rowsThrough: .max)
                    .merged(after: "", limit: .max, db, ReadScope(db, policy: .everything)).event?.cardsMerged ?? []
            }
        }
        return (moves ?? []).map { [$0.from, $0.into] }
    }

    @Test(arguments: [true, false], [0, 1])
    func `two of which people say one number are one, whichever comes first, until either is taken back`(
        _ isWrongFirst: Bool, _ takenBack: Int
    ) throws {
        let isDone = try MetadataHarness.run(Self.known, seed: 1) { harness in
            try await harness.importList(Self.list)
            #expect(try await harness.settled())
            let order = isWrongFirst ? [Self.wrong, Self.right] : [Self.right, Self.wrong]
            try await Self.say(4_589, of: order[0], harness)
            try await Self.check([(Self.wrong, 1), (Self.right, 1)], harness, "one alone")
            try await Self.say(4_589, of: order[1], harness)
            // The one whose list has TMDB's year stays.
            try await Self.check([(Self.right, 2), (Self.right, 2)], harness, "both")
            #expect(try await Self.merged(harness) == [[Self.wrong, Self.right]])
            try await harness.importList(Self.list)
            try await Self.check([(Self.right, 2), (Self.right, 2)], harness, "the same list")
            await harness.kill()
            try harness.start()
            try await harness.importList(Self.list.replacing("/u/p/", with: "/v/q/"))
            try await harness.age(days: 31)
            try await harness.simulation.sleep(for: MetadataHarness.interval * 2)
            #expect(try await harness.settled())
            try await Self.check([(Self.right, 2), (Self.right, 2)], harness, "learned again")
            try await harness.correct { writer, db in
                let made = try CorrectionTable.all(db)[takenBack]
                return try writer.takeBack(Catalog.TakeBackCorrection(correction: made.id), db)
            }
            #expect(try await harness.settled())
            try await Self.check([(Self.wrong, 1), (Self.right, 1)], harness, "taken back")
            try await harness.importList(Self.list.replacing("/u/p/", with: "/v/q/"))
            #expect(try await harness.settled())
            try await Self.check([(Self.wrong, 1), (Self.right, 1)], harness, "taken back, and refreshed")
        }
        #expect(isDone)
    }

    @Test
    func `what else was said of a title is not lost: it stays, and is joined with none of which more is said, too`()
        throws
    {
        let isDone = try MetadataHarness.run(Self.known, seed: 2) { harness in
            try await harness.importList(Self.list)
            #expect(try await harness.settled())
            try await Self.say(4_589, of: Self.wrong, harness, rating: .r)
            try await Self.say(4_589, of: Self.right, harness)
            try await Self.check([(Self.wrong, 2), (Self.wrong, 2)], harness, "the rated one stays")
            #expect(try await harness.title(Self.right)?.card.rating == .r)
            // By its own name nothing of the other one can be rated, so that is said before.
            try await harness.correct { writer, db in
                let made = try CorrectionTable.all(db)[0]
                return try writer.takeBack(Catalog.TakeBackCorrection(correction: made.id), db)
            }
            #expect(try await harness.settled())
            try await Self.say(4_589, of: Self.right, harness, rating: .g)
            try await Self.say(4_589, of: Self.wrong, harness, rating: .r)
            try await Self.check([(Self.wrong, 1), (Self.right, 1)], harness, "of both more is said")
        }
        #expect(isDone)
    }

    @Test
    func `links that a person has taken out stay out, whatever the numbers say`() throws {
        let isDone = try MetadataHarness.run(Self.known, seed: 3) { harness in
            try await harness.importList(Self.list)
            #expect(try await harness.settled())
            for id in [Self.wrong, Self.right] { try await Self.say(4_589, of: id, harness) }
            try await Self.check([(Self.right, 2), (Self.right, 2)], harness, "one")
            let links = try await harness.read { db in
                try VariantReader.links(of: Self.right.rawValue, db, ReadScope(db, policy: .everything))
            }
            let link = try #require(links?.first { $0.address.contains("Hafenlichter") }?.variant.id)
            try await harness.correct { writer, db in
                let split = Catalog.SplitTitle(id: Self.right, variants: [link], title: "Hafenlichter", year: 1999)
                return try writer.split(split, db)
            }
            for round in 0..<2 {
                #expect(try await harness.settled())
                try await Self.check([(Self.wrong, 1), (Self.right, 1)], harness, "split, round \(round)")
                try await Self.say(4_589, of: Self.wrong, harness)
                try await harness.age(days: 31)
                try await harness.importList(Self.list)
                try await harness.simulation.sleep(for: MetadataHarness.interval * 2)
            }
        }
        #expect(isDone)
    }

    @Test
    func `titles that were one are forgotten with the last link that is kept of them, and not before`() throws {
        let isDone = try MetadataHarness.run(Self.known, seed: 4) { harness in
            let both = Self.list + film("Gladiator") + film("Toy Story") + film("Alien")
            try await harness.importList(both)
            #expect(try await harness.settled())
            func twins() async throws -> Int? { try await harness.read { try DuplicateTitleTable.count($0) } }
            await harness.upkeep()
            #expect(try await twins() == 1, "both are there")
            try await harness.importList(both.replacing(film("Gladiator"), with: ""))
            await harness.upkeep()
            #expect(try await twins() == 1, "its link is stale")
            try await harness.simulation.sleep(for: .seconds(8 * 86_400))
            for _ in 0..<3 { await harness.upkeep() }
            #expect(try await twins() == 0)
            #expect(
                try await harness.title(DerivedID.text(ContentIdentity.movie(title: "Gladiator", year: nil))) != nil)
            try await harness.importList(both)
            try await harness.simulation.sleep(for: MetadataHarness.interval * 2)
            #expect(try await harness.settled())
            #expect(try await twins() == 1, "found again")
        }
        #expect(isDone)
    }
}
