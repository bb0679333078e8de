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

/// What the catalog tells of its titles, and when.
struct CatalogEventTests {
    private static func film(_ name: String, _ number: Int, rating: String = "PG", group: String = "First") -> String {
        """
        #EXTINF:6000 type="movie" rating="\(rating)" group-title="\(group)",\(name) (1999)
        http://a.example/movie/u/p/\(number).mkv

        """
    }

    @Test(arguments: TestTransport.allCases)
    func `an import tells the cards of what it has written, no others`(transport: TestTransport) async throws {
        try await CatalogFixture.with(transport) { catalog in
            let events = try await catalog.follow()
            #expect(try await events.snapshot().map(\.cards) == [[]])
            let both = Self.film("Alien", 1) + Self.film("Heat", 2)
            try await catalog.playlist(catalog.file("a.m3u", both))
            #expect(try await events.publication().changed == ["Alien", "Heat"])
            try await catalog.playlist(catalog.file("b.m3u", both))
            // What no card shows is told once more: a later follower finds the card here alone.
            try await catalog.playlist(
                catalog.file("c.m3u", Self.film("Alien", 1, group: "Second") + Self.film("Heat", 2)))
            #expect(try await events.publication().changed == ["Alien"])
            try await catalog.playlist(catalog.file("d.m3u", Self.film("Alien", 1, rating: "R") + Self.film("Heat", 2)))
            #expect(try await events.publication().changed == ["Alien"])
        }
    }

    @Test
    func `what every source has lost is gone after seven days, and comes back with its id`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.film("Alien", 1) + Self.film("Heat", 2)))
            let events = try await catalog.follow()
            let cards = try await events.snapshot().flatMap(\.cards)
            let alien = try #require(cards.first { $0.title == "Alien" })
            let count = try await catalog.publishedCount()
            try await catalog.playlist(catalog.file("b.m3u", Self.film("Heat", 2)))
            #expect(try await catalog.publishedCount() == count)
            catalog.clock.advance(days: 8)
            await catalog.upkeep()
            #expect(try await events.publication() == Publication(gone: [alien.id]))
            try await catalog.playlist(catalog.file("c.m3u", Self.film("Alien", 1) + Self.film("Heat", 2)))
            #expect(try await events.publication().changed == ["Alien"])
            // A source that is removed takes what only it has.
            let client = try await catalog.client()
            _ = try await catalog.end(of: client.send(Catalog.RemoveSource(source: "list")), client)
            #expect(try await events.publication() == Publication(gone: Set(cards.map(\.id))))
        }
    }

    @Test
    func `a corrected name is told as one title that has another id`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.film("Alein", 1) + Self.film("Heat", 2)))
            let events = try await catalog.follow()
            let old = try #require(try await events.snapshot()[0].cards.first { $0.title == "Alein" })
            try await catalog.playlist(catalog.file("b.m3u", Self.film("Alien", 1) + Self.film("Heat", 2)))
            let publication = try await events.publication()
            #expect(publication.changed == ["Alien"])
            #expect(publication.merged.map(\.from) == [old.id])
            #expect(publication.merged.map(\.card?.title) == ["Alien"])
            #expect(publication.gone.isEmpty)
            // A new follower is told the same.
            let snapshot = try await catalog.follow().snapshot()[0]
            #expect(Set(snapshot.merged) == publication.merged)
            #expect(Set(snapshot.cards.map(\.title)) == ["Alien", "Heat"])
        }
    }

    @Test
    func `a publication of many titles comes in pieces, and so does a snapshot`() async throws {
        try await CatalogFixture.with { catalog in
            let events = try await catalog.follow()
            _ = try await events.snapshot()
            let count = CatalogOutbox.titlesPerEvent * 3 + 7
            let list = (0..<count).map { Self.film("Film x\($0)y", $0) }.joined()
            try await catalog.playlist(catalog.file("a.m3u", list))
            #expect(try await events.publication().changed.count == count)
            let pieces = try await catalog.follow().snapshot()
            #expect(pieces.count == 4)
            #expect(pieces.flatMap(\.cards).count == count)
            #expect(pieces.dropFirst().map(\.after) == pieces.dropLast().map(\.through))
            let client = try await catalog.client()
            _ = try await catalog.end(of: client.send(Catalog.RemoveSource(source: "list")), client)
            #expect(try await events.publication().gone.count == count)
        }
    }

    @Test
    func `an import that fails or is stopped tells nothing`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.film("Heat", 2)))
            let before = try await catalog.publishedCount()
            let path = try catalog.file("b.m3u", (0..<5_000).map { Self.film("Film \($0)", $0) }.joined())
            let client = try await catalog.client()
            let started = try await client.upload(Catalog.ImportPlaylist(source: "list", file: path), from: path)
            while try await client.send(Catalog.GetImport(job: started.job)).done == 0 {}
            _ = try await client.send(Catalog.CancelImport(job: started.job))
            #expect(try await catalog.end(of: started, client).state == .cancelled)
            try await catalog.playlist(catalog.file("empty.m3u", "#EXTM3U\n"))
            #expect(try await catalog.publishedCount() == before)
        }
    }

    @Test
    func `what has gone is forgotten with the log`() async throws {
        try await CatalogFixture.with { catalog in
            for round in 0..<2 {
                let client = try await catalog.client()
                try await catalog.playlist(catalog.file("\(round).m3u", Self.film("Alien", 1)))
                _ = try await catalog.end(of: client.send(Catalog.RemoveSource(source: "list")), client)
                catalog.clock.advance(days: 20)
            }
            let shard = try #require(try await catalog.service.shards?.shard(for: "home"))
            #expect(try await shard.sweepOutbox() == 2)
            await catalog.upkeep()
            let gone = try await shard.read { try Int64.fetchAll($0, sql: "SELECT generation FROM gone") }
            #expect(gone == [4])
        }
    }

    @Test
    func `services that keep titles may follow, others may not`() async throws {
        try await CatalogFixture.with { catalog in
            for person in [TestCaller.adult, .kids, .service("reading-list")] {
                let client = try await catalog.client(person)
                let error = await #expect(throws: RPCError.self) {
                    _ = try await client.stream(Catalog.FollowEvents()).next()
                }
                #expect(error?.code == .permissionDenied)
            }
        }
    }
}
