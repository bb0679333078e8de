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

/// Channels of which one source has the guide id and another one does not.
struct SharedNameTests {
    private static let known = SampleEntry.channel("Kitchen Stories", "1.m3u8", extra: #"tvg-id="kitchenstories.uk""#)
    private static let bare = SampleEntry.channel("Kitchen Stories HD", "2.m3u8")
    private static let other = SampleEntry.channel("Other", "3.m3u8", extra: #"tvg-id="other.uk""#)

    /// The ids that the lists give by themselves.
    private static func id(_ line: String) throws -> ContentID {
        let item = try #require(RecognizedList(Playlist("#EXTM3U\n" + line).entries).items.first)
        return ContentID(rawValue: item.id.description)
    }

    private static func remove(_ source: String, _ catalog: CatalogFixture) async throws {
        let client = try await catalog.client()
        #expect(try await catalog.end(of: client.send(Catalog.RemoveSource(source: source)), client).state == .done)
    }

    @Test(arguments: [false, true])
    func `one channel, whichever source comes first`(_ bareFirst: Bool) async throws {
        let (new, old) = (try Self.id(Self.known), try Self.id(Self.bare))
        try await CatalogFixture.with { catalog in
            let sources = [("a", Self.known + Self.other), ("b", Self.bare)]
            for (source, list) in bareFirst ? sources.reversed() : sources {
                try await catalog.playlist(catalog.file("\(source).m3u", list), source: source)
            }
            func check(_ note: Comment) async throws {
                let client = try await catalog.client()
                let title = try await client.send(Catalog.GetTitle(id: old))
                // An ID that was never published leads nowhere.
                #expect(title.card.id == new, note)
                #expect(title.variants.map(\.source).sorted() == ["a", "b"], note)
                #expect(title.variants.allSatisfy { !$0.isStale }, note)
                #expect(try await catalog.ids().count == 2, note)
                let why = try await client.send(Catalog.Explain(id: new)).decisions
                #expect(
                    why.contains {
                        $0.result == "Kitchen Stories of b"
                            && $0.reason == "in all lists only kitchenstories.uk is called so"
                    }, note)
            }
            if bareFirst { try await check("at once") }
            let same = try #require(try await catalog.playlist(catalog.file("b.m3u", Self.bare), source: "b").report)
            same.checkSums()
            #expect([same.added, same.updated, same.removed] == [0, 0, 0])
            let moved = Self.bare.replacing("2.m3u8", with: "2.m3u8?t=2")
            try await catalog.playlist(catalog.file("b.m3u", moved), source: "b")
            try await catalog.service.restart()
            if bareFirst { try await check("after a refresh") }
            // The source that has the id goes, and comes again.
            try await Self.remove("a", catalog)
            let left = try await catalog.client().send(Catalog.GetTitle(id: new))
            #expect(left.card.id == old && left.variants.map(\.source) == ["b"])
            try await catalog.playlist(catalog.file("a.m3u", Self.known + Self.other), source: "a")
            try await check("again")
            await catalog.upkeep()
            #expect(try await catalog.leftovers() == 0)
        }
    }

    @Test
    func `a list that takes the id back, and an import that is undone`() async throws {
        let (new, old) = (try Self.id(Self.known), try Self.id(Self.bare))
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("b.m3u", Self.bare), source: "b")
            let job = try await catalog.playlist(catalog.file("a.m3u", Self.known), source: "a")
            func id(_ requested: ContentID) async throws -> ContentID {
                try await catalog.client().send(Catalog.GetTitle(id: requested)).card.id
            }
            #expect(try await id(old) == new)
            let client = try await catalog.client()
            let undo = try await client.send(Catalog.UndoImport(source: "a", job: job.id))
            #expect(try await catalog.end(of: undo, client).state == .done)
            #expect(try await [id(old), id(new)] == [old, old])
            try await catalog.playlist(catalog.file("a.m3u", Self.known), source: "a", allowsShrinking: true)
            #expect(try await [id(old), id(new)] == [new, new])
            // It still has the other channel, so that it is no broken list.
            let dropped = try await catalog.playlist(
                catalog.file("a.m3u", Self.other), source: "a", allowsShrinking: true)
            try #require(dropped.report).checkSums()
            #expect(try await [id(old), id(new)] == [old, old])
            #expect(try await catalog.title("Kitchen Stories").variants.map(\.source) == ["b"])
        }
    }

    @Test(arguments: [
        (#"tvg-id="Canal3.gt",Canal 3"#, ",Canal 3"), (#"tvg-id="BBCOne.uk",UK: BBC One"#, ",US: BBC One"),
        (#"tvg-id="NRJHits.fr",NRJ Hits"#, #"group-title="Radio",NRJ Hits"#),
        (#"tvg-id="Passion.uk",Passion Night"#, #"group-title="XXX Adults",Passion Night"#),
        (#"tvg-id="Passion.uk",Passion Night"#, #"censored="1",Passion Night"#),
        (#"tvg-id="BBCDrama.uk@Spain",BBC Drama"#, ",BBC Drama"),
        (#"tvg-id="BBCOne.uk",BBC One"#, ",BBC One +1"),
        (#"tvg-id="Trace.uk" tvg-language="en",Trace Urban"#, #"tvg-language="fr",Trace Urban"#),
        (#"tvg-id="Cinemax.us" group-title="USA",Cinemax East"#, #"group-title="LATIN",LA: Cinemax East"#),
    ])
    func `two channels`(_ known: String, _ bare: String) async throws {
        func list(_ line: String, _ file: String) -> String { "#EXTINF:-1 \(line)\nhttp://h.example/\(file).m3u8\n" }
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", list(known, "1")), source: "a")
            try await catalog.playlist(catalog.file("b.m3u", list(bare, "2")), source: "b")
            #expect(try await catalog.ids().count == 2)
        }
    }

    @Test
    func `a name that several sources have under several ids is none of them, until one of these goes`() async throws {
        let second = SampleEntry.channel("Kitchen Stories", "4.m3u8", extra: #"tvg-id="stories.kitchen""#)
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.known), source: "a")
            try await catalog.playlist(catalog.file("b.m3u", Self.bare), source: "b")
            #expect(try await catalog.ids().count == 1)
            try await catalog.playlist(catalog.file("c.m3u", second), source: "c")
            #expect(try await catalog.ids().count == 3)
            try await Self.remove("a", catalog)
            #expect(try await catalog.ids() == [try Self.id(second)])
        }
    }

    @Test
    func `what a person says of either stays, and so does what he takes out`() async throws {
        let (new, old) = (try Self.id(Self.known), try Self.id(Self.bare))
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("b.m3u", Self.bare), source: "b")
            let rating = catalog.changes { $0.rating = .pg }
            let made = try await catalog.correct(Catalog.CorrectTitle(id: old, changes: rating))
            try await catalog.playlist(catalog.file("a.m3u", Self.known), source: "a")
            #expect(try await catalog.ids() == [new, old])
            try await catalog.correct(Catalog.TakeBackCorrection(correction: made.correction))
            #expect(try await catalog.ids() == [new])
            // What is said of the channel with the id holds for all links of it.
            try await catalog.correct(Catalog.CorrectTitle(id: old, changes: rating))
            #expect(try await catalog.title("Kitchen Stories").card.rating == .pg)
            #expect(try await catalog.ids() == [new])

            let title = try await catalog.title("Kitchen Stories")
            let link = try #require(title.variants.first { $0.source == "b" })
            let split = try await catalog.correct(
                Catalog.SplitTitle(id: new, variants: [link.id], title: "Kitchen Stories"))
            func check(_ note: Comment) async throws {
                let taken = try await catalog.client().send(Catalog.GetTitle(id: split.title))
                #expect(taken.variants.map(\.source) == ["b"] && split.title != new, note)
                #expect(try await catalog.ids().count == 2, note)
            }
            try await check("at once")
            for round in 1...2 {
                try await catalog.playlist(
                    catalog.file("b.m3u", Self.bare.replacing("2.m3u8", with: "2.m3u8?t=\(round)")), source: "b")
                try await catalog.playlist(
                    catalog.file("a.m3u", Self.known.replacing("1.m3u8", with: "1.m3u8?t=\(round)")), source: "a")
            }
            try await catalog.service.restart()
            try await check("after refreshes")
            try await catalog.correct(Catalog.TakeBackCorrection(correction: split.correction))
            #expect(try await catalog.ids() == [new])
        }
    }

    @Test
    func `what no import touches is one after a start with the new rules, and a shard of before has the names`()
        async throws
    {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("b.m3u", Self.bare + Self.other), source: "b")
            try await catalog.playlist(catalog.file("a.m3u", Self.known), source: "a")
            let before = try await catalog.everything()
            let shard = try #require(try await catalog.service.shards?.shard(for: "home"))
            try await shard.write { db in
                func labels() throws -> [[DatabaseValue]] {
                    let sql = "SELECT row, name, signs & ~128 FROM entry WHERE died = \(Generation.never)"
                    return try Row.fetchAll(db, sql: sql).map { Array($0.databaseValues) }
                }
                let before = try labels()
                try db.execute(sql: "DROP INDEX entry_by_name")
                for column in ["name", "signs"] { try db.execute(sql: "ALTER TABLE entry DROP COLUMN \(column)") }
                try CatalogMigrations.makeNames(db)
                #expect(try labels() == before && before.count == 3)
                // As a build without the rule has left it.
                try db.execute(sql: "UPDATE entry SET signs = signs & ~128")
                try db.execute(sql: "UPDATE entry SET item = ownItem, ownItem = NULL, own = NULL WHERE own IS NOT NULL")
                try db.execute(sql: "DELETE FROM twin")
                try db.execute(sql: "UPDATE catalog SET titleRules = 3")
            }
            try await catalog.service.restart()
            let again = try #require(try await catalog.service.shards?.shard(for: "home"))
            try #require(try await comes { try await !again.read({ try TitleRebuild.isWanted($0) }) })
            #expect(try await catalog.everything() == before)
        }
    }
}
