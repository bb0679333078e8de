import CatalogAPI
import GRDB
import HearthModel
import ServiceKit
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Names of people that are typed wrongly are found again, and never in the place of a title.
struct NameSpellingTests {
    private static let known = [
        FakeMetadata.Known(
            id: 13, name: "Forrest Gump", year: 1994, certificate: "PG-13", cast: ["Tom Hanks", "Robin Wright"],
            director: "Robert Zemeckis"),
        FakeMetadata.Known(
            id: 27_205, name: "Inception", year: 2010, certificate: "PG-13", cast: ["Leonardo DiCaprio"],
            director: "Christopher Nolan"),
        FakeMetadata.Known(
            id: 348, name: "Alien", year: 1979, certificate: "R", cast: ["Sigourney Weaver", "Sam Allens"],
            director: "Ridley Scott"),
        FakeMetadata.Known(id: 4, name: "After Hours", year: 1985, cast: ["Griffin Dunne"], director: "Nobody Else"),
    ]

    @Test
    func `one who finds nothing is offered a name, where no title is meant`() throws {
        let isDone = try MetadataHarness.run(Self.known, seed: 1) { harness in
            try await harness.importList(Self.known.map { film("\($0.name) (\($0.year))") }.joined())
            #expect(try await harness.settled())
            func search(_ text: String, _ policy: ViewingPolicy = .everything) async throws -> (String?, [String]) {
                let found = try await harness.search(Catalog.Search(text: text), policy: policy)
                return (found.correctedText, found.hits.map(\.title))
            }
            for (text, meant, title) in [
                ("tom hanksy", "tom hanks", "Forrest Gump"), ("hanksy", "hanks", "Forrest Gump"),
                ("tom hnaks", "tom hanks", "Forrest Gump"),
                ("zemekis", "zemeckis", "Forrest Gump"), ("christofer nolan", "christopher nolan", "Inception"),
                ("dicapro", "dicaprio", "Inception"), ("aliem", "alien", "Alien"),
            ] {
                let found = try await search(text)
                #expect(found.0 == meant && found.1 == [title], "\(text): \(found)")
            }
            for text in ["dune", "tom dicaprio", "sigurney nolan", "robertsons"] {
                let found = try await search(text)
                #expect(found.0 == nil && found.1 == [], "\(text): \(found)")
            }
            // No caller is offered the name of a person who is only in titles that the caller may not see.
            #expect(try await search("sigourny").0 == "sigourney")
            #expect(try await search("sigourny", .kids(seesUnrated: true)).0 == nil)
        }
        #expect(isDone)
    }

    @Test
    func `a shard that was kept before has the words of what it has, those of titles apart`() throws {
        let queue = try DatabaseQueue()
        let words = try queue.write { db in
            for migration in CatalogMigrations.all where migration.version < 22 { try migration.apply(db) }
            try db.execute(sql: "INSERT INTO word (word) VALUES ('alien')")
            for row in 1...2 {
                try db.execute(
                    sql: "INSERT INTO itemText (row, title, keywords, overview) VALUES (?, 'Alien', ?, '')",
                    arguments: [row, "Horror\nRidley Scott\nAlien Films"])
            }
            for migration in CatalogMigrations.all where migration.version == 22 { try migration.apply(db) }
            return try String.fetchAll(db, sql: "SELECT word FROM otherWord ORDER BY word")
        }
        #expect(words == ["films", "horror", "ridley", "scott"])
        let found = try queue.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM otherWordSearch WHERE otherWordSearch MATCH 'idl'")
        }
        #expect(found == 1)
    }
}
