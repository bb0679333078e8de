import CatalogAPI
import GRDB
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// What TMDB marks, by either of its marks, is for adults alone: whatever the list and the certificate say of it, and until TMDB or a
/// person says otherwise.
struct MetadataAdultTests {
    private static let known = [
        FakeMetadata.Known(id: 1, name: "Soft Tide", year: 2001, certificate: "PG", isSoftcore: true),
        FakeMetadata.Known(id: 2, name: "Night Pier", year: 2002, certificate: "G", isAdult: true),
        FakeMetadata.Known(id: 3, name: "Both Marks", year: 2003, isAdult: true, isSoftcore: true),
        FakeMetadata.Known(id: 4, name: "Plain Film", year: 2004, certificate: "G"),
        FakeMetadata.Known(
            id: 5, name: "Soft Show", year: 2005, isShow: true, certificate: "TV-G", isSoftcore: true,
            seasons: [1: ["First"]]),
        FakeMetadata.Known(id: 6, name: "Marked By Paper", year: 2006, certificate: "X"),
    ]
    private static let hidden = [
        "Both Marks 2003", "Marked By Paper 2006", "Night Pier 2002", "Soft Show 0", "Soft Tide 2001",
    ]

    private static var list: String {
        film("Soft Tide (2001)", #"rating="G""#) + film("Night Pier (2002)") + film("Both Marks (2003)")
            + film("Plain Film (2004)") + episode("Soft Show S01E01", "1") + film("Marked By Paper (2006)")
    }

    /// Checks what each policy lets pass.
    ///
    /// - Parameters:
    ///   - isRated: whether TMDB's certificates are young enough to be told.
    ///   - others: titles for adults that carry no mark.
    private static func check(
        _ harness: MetadataHarness, _ note: Comment, isRated: Bool = true, others: [String] = []
    ) async throws {
        let cards = try await harness.cards()
        #expect(
            cards.filter(\.value.isAdult).keys.sorted()
                == hidden.map { $0.hasPrefix("Soft Show") ? key($0, cards) : $0 }.sorted(), note)
        #expect(try await harness.episodes()["1"]?.isAdult == true, note)
        let plain = ["Plain Film 2004"]
        for (policy, expected) in [
            (ViewingPolicy.kids(seesUnrated: true), plain), (.kids(seesUnrated: false), isRated ? plain : []),
            (.hidingAdult, others + plain),
        ] {
            let shown = try await harness.cards(policy: policy).keys.sorted()
            #expect(shown == expected, note)
            for text in ["soft", "soft tide", "sof tide", "night", "both", "marked paper", "first"] {
                let found = try await harness.search(
                    Catalog.Search(text: text, kinds: [.movie, .series, .episode]), policy: policy)
                #expect(found.hits.isEmpty && found.correctedText == nil, note)
            }
        }
    }

    /// A series has the year that TMDB gives it, once that is known.
    private static func key(_ name: String, _ cards: [String: Card]) -> String {
        cards.keys.first { $0.hasPrefix("Soft Show") } ?? name
    }

    @Test
    func `neither children nor who hides adult content see it, by any way`() throws {
        let isDone = try MetadataHarness.run(Self.known, seed: 1) { harness in
            try await harness.importList(Self.list)
            #expect(try await harness.settled())
            try await Self.check(harness, "at once")
            // Another import takes nothing away.
            try await harness.importList(Self.list + film("Another One (1990)", #"rating="R""#))
            try await Self.check(harness, "after an import", others: ["Another One 1990"])
        }
        #expect(isDone)
    }

    @Test(arguments: 1...3)
    func `also when it is asked after again, and while TMDB cannot be asked`(_ seed: Int) throws {
        let isDone = try MetadataHarness.run(Self.known, seed: UInt64(seed)) { harness in
            try await harness.importList(Self.list)
            #expect(try await harness.settled())
            let requested = harness.metadata.details.count { $0 == 1 }
            try await harness.age(days: 31)
            try await harness.simulation.sleep(for: MetadataHarness.interval * 3)
            #expect(try await harness.settled())
            try await Self.check(harness, "a month later")
            #expect(harness.metadata.details.count { $0 == 1 } > requested, "it is asked after again")
            // What TMDB gave half a year ago goes, but not that it is for adults alone.
            harness.metadata.problem = RPCError(.unavailable, "down")
            try await harness.age(days: 181)
            for _ in 0..<3 {
                try await harness.simulation.sleep(for: MetadataHarness.interval * 2)
                await harness.upkeep()
                try await harness.importList(Self.list)
                try await Self.check(harness, "half a year later, with TMDB down", isRated: false)
            }
            harness.metadata.problem = nil
            try await harness.simulation.sleep(for: MetadataHarness.interval * 3)
            #expect(try await harness.settled())
            try await Self.check(harness, "when it is told again")
        }
        #expect(isDone)
    }

    @Test
    func `what TMDB marks no longer, or a person says is another title, is shown`() throws {
        let isDone = try MetadataHarness.run(Self.known, seed: 4) { harness in
            try await harness.importList(Self.list)
            #expect(try await harness.settled())
            harness.metadata.titles = Self.known.map { title in
                var title = title
                if title.id == 2 { title.isAdult = false }
                return title
            }
            let card = try await harness.cards()["Soft Tide 2001"]
            let soft = try #require(card).id
            try await harness.correct { writer, db in
                var changes = TitleChanges()
                changes.tmdbID = 0
                return try writer.correct(Catalog.CorrectTitle(id: soft, changes: changes), db)
            }
            try await harness.age(days: 31)
            try await harness.simulation.sleep(for: MetadataHarness.interval * 3)
            #expect(try await harness.settled())
            let shown = try await harness.cards(policy: .kids(seesUnrated: true)).keys.sorted()
            #expect(shown == ["Night Pier 2002", "Plain Film 2004", "Soft Tide 2001"])
        }
        #expect(isDone)
    }

    @Test
    func `what was learned before the mark counted is asked for again`() throws {
        let queue = try DatabaseQueue()
        try queue.write { db in
            for migration in CatalogMigrations.all where migration.version < 33 { try migration.apply(db) }
            for id in ["mv_a", "mv_b"] {
                try db.execute(sql: "INSERT INTO learned (id, due) VALUES (?, 9)", arguments: [id])
            }
            for migration in CatalogMigrations.all where migration.version == 33 { try migration.apply(db) }
            #expect(try Int64.fetchOne(db, sql: "SELECT movedThrough FROM catalog") == 2)
            #expect(try Bool.fetchAll(db, sql: "SELECT isMarked FROM learned") == [false, false])
        }
    }
}
