import GRDB
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// Titles of one work by TMDB's number that come and go under different ids.
struct CarrierTests {
    private static func film(_ id: String, _ number: Int64? = 348, _ rating: ContentRating = .pg) -> Card {
        var card = Card.movie(id, rating)
        card.tmdbID = number
        return card
    }

    private static func with(_ body: (ServiceHarness, Client, Shard) async throws -> Void) async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await FakeCatalog([film("m1"), film("m2"), film("m3", 7), .movie("m4")]).play(in: harness)
            let client = try await harness.playback()
            try await client.watch("m1", to: 95)
            try await client.watch("m3", to: 40)
            _ = try await client.send(PlaybackState.AddToQueue(content: "m1"))
            try await body(harness, client, try #require(harness.shards?.openShards["home"]))
        }
    }

    @Test func `delete then add: another id of the work has its marks and its history`() async throws {
        try await Self.with { _, client, shard in
            try await shard.write { try ExternalChanges.contentRemoved("m1", $0) }
            #expect(try await !client.progress("m2").isWatched)
            try await shard.write { try ExternalChanges.cardChanged(Self.film("m2"), $0) }
            #expect(try await client.progress("m2").isWatched)
            let history = try await client.send(PlaybackState.ListHistory()).entries
            #expect(history.map(\.content) == ["m3", "m2"] && history.allSatisfy(\.isAvailable))
            // Another work takes nothing over, and neither does one without a number.
            try await shard.write { db in
                try ExternalChanges.contentRemoved("m2", db)
                for card in [Self.film("m9", 9), .movie("m8")] { try ExternalChanges.cardChanged(card, db) }
            }
            #expect(try await client.progress("m9") == TitleProgress(content: "m9"))
            #expect(try await !client.send(PlaybackState.ListHistory()).entries[1].isAvailable)
        }
    }

    @Test func `add then delete: the other id of the work carries it on, its place in the queue included`() async throws
    {
        try await Self.with { _, client, shard in
            // Nothing refers to it yet.
            try await shard.write { try ExternalChanges.cardChanged(Self.film("m2", 348, .g), $0) }
            #expect(try await !client.progress("m2").isWatched)
            try await shard.write { try ExternalChanges.contentRemoved("m1", $0) }
            #expect(try await client.progress("m2").isWatched)
            #expect(try await client.queue() == ["m2"])
            #expect(try await shard.read { try ContentTable.card(of: "m2", $0)?.rating } == .g)
            // Once: the one that is lost has nothing any more.
            try await shard.write { try ExternalChanges.contentRemoved("m1", $0) }
            #expect(try await client.progress("m2").playCount == 1)
        }
    }

    @Test func `two that are there at once stay apart`() async throws {
        try await Self.with { _, client, shard in
            try await client.watch("m2", to: 20)
            try await shard.write { try ExternalChanges.cardChanged(Self.film("m2"), $0) }
            #expect(try await !client.progress("m2").isWatched)
            #expect(try await client.progress("m1").isWatched)
        }
    }

    @Test func `one that leaves before it carries anything takes nothing over`() async throws {
        try await Self.with { _, client, shard in
            try await shard.write { db in
                try ExternalChanges.cardChanged(Self.film("m2"), db)
                try ExternalChanges.contentRemoved("m2", db)
                try ExternalChanges.contentRemoved("m1", db)
            }
            #expect(try await client.send(PlaybackState.ListHistory()).entries.map(\.content) == ["m3", "m1"])
        }
    }

    @Test func `what a list leaves out keeps its place, and comes back to what it was`() async throws {
        try await Self.with { harness, client, shard in
            let now = harness.runtime.wallTime
            try await shard.write { db in
                try ExternalChanges.contentMissing("m1", at: now, db)
                try ExternalChanges.cardChanged(Self.film("m2"), db)
                try ExternalChanges.cardChanged(Self.film("m1"), db)
            }
            #expect(try await client.queue() == ["m1"])
            #expect(try await client.progress("m1").isWatched)
        }
    }

    @Test func `merge then split: each has again what it had, marks, sessions and positions`() async throws {
        try await Self.with { _, client, shard in
            _ = try await client.send(PlaybackState.MarkWatched(contents: ["m4"]))
            try await shard.write { db in
                try ExternalChanges.merged("m3", into: "m4", card: .movie("m4"), db)
                try ExternalChanges.merged("m1", into: "m4", card: .movie("m4"), db)
            }
            #expect(try await client.progress("m4").isWatched)
            // Twice is as once.
            for _ in 0..<2 {
                try await shard.write { db in
                    for card in [Self.film("m1"), Self.film("m3", 7), .movie("m4")] {
                        try ExternalChanges.cardChanged(card, db)
                    }
                }
            }
            #expect(try await client.progress("m1").isWatched)
            let begun = try await client.progress("m3")
            #expect(!begun.isWatched && begun.resume == 35)
            #expect(try await client.progress("m4").isWatched)
            let history = try await client.send(PlaybackState.ListHistory()).entries.map(\.content)
            #expect(history == ["m3", "m1"])
        }
    }

    @Test func `marks of an id that was replaced come back with it, unless they were removed`() async throws {
        try await Self.with { _, client, shard in
            _ = try await client.send(PlaybackState.MarkWatched(contents: ["m4"]))
            try await shard.write { try ExternalChanges.merged("m4", into: "m9", card: .movie("m9"), $0) }
            try await shard.write { try ExternalChanges.cardChanged(.movie("m4"), $0) }
            #expect(try await client.progress("m4").isWatched)
            try await shard.write { try ExternalChanges.merged("m4", into: "m9", card: .movie("m9"), $0) }
            _ = try await client.send(PlaybackState.RemoveHistory(content: "m9"))
            try await shard.write { try ExternalChanges.cardChanged(.movie("m4"), $0) }
            #expect(try await !client.progress("m4").isWatched)
        }
    }

    @Test func `nothing that was watched is left behind when everything is removed`() async throws {
        try await StatisticsBench.with { bench in
            try await bench.watch("m1", seconds: 100)
            try await bench.shard.write { db in
                try ExternalChanges.merged("m1", into: "m2", card: .movie("m2"), db)
                try ExternalChanges.cardChanged(.movie("m1"), db)
            }
            #expect(try await bench.statistics().titles.map(\.content) == ["m1"])
            let client = try await bench.harness.playback()
            _ = try await client.send(PlaybackState.RemoveHistory(everything: true))
            for table in ["watchedDay", "linkDay", "formerSession", "formerMark", "session", "content"] {
                let count = "SELECT count(*) FROM \(table)"
                #expect(try await bench.shard.read { try Int.fetchOne($0, sql: count) } == 0, "\(table)")
            }
        }
    }

    @Test func `works of an older version's titles are noted when it is opened`() async throws {
        try await Self.with { _, _, shard in
            let works = "SELECT work FROM workOf ORDER BY work"
            let known = try await shard.read { try String.fetchAll($0, sql: works) }
            #expect(known == ["tmdb:movie:348", "tmdb:movie:7"])
            try await shard.write { db in
                try db.execute(sql: "DELETE FROM workOf")
                try CarrierTable.noteAll(db)
            }
            #expect(try await shard.read { try String.fetchAll($0, sql: works) } == known)
        }
    }

    @Test func `hidden on a device that is offline and then played: the title is back`() async throws {
        try await Self.with { _, client, _ in
            let session = try await client.play("m2").session
            try await client.report(session, at: 1, 30)
            #expect(try await client.goOn() == ["m2", "m3"])
            _ = try await client.send(PlaybackState.HideFromContinueWatching(content: "m2"))
            #expect(try await client.goOn() == ["m3"])
            try await client.watch("m2", to: 40)
            #expect(try await client.goOn() == ["m2", "m3"])
        }
    }
}
