import Foundation
import GRDB
import HearthModel
import PlaybackStateAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// What other services change: cards, ids, titles that go, profiles that are deleted.
struct ExternalChangesTests {
    private func with(_ body: (ServiceHarness, Client, Shard) async throws -> Void) async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await FakeCatalog([
                .movie("m1"), .movie("m2"), .movie("m3"), .movie("m4"), .episode("e1", of: "s", 1),
            ]).play(in: harness)
            let client = try await harness.playback()
            _ = try await client.send(PlaybackState.ListQueue())
            try await body(harness, client, try #require(harness.shards?.openShards["home"]))
        }
    }

    private func add(_ contents: ContentID..., to client: Client) async throws {
        for content in contents { _ = try await client.send(PlaybackState.AddToQueue(content: content)) }
    }

    private func positions(_ shard: Shard) async throws -> [Int] {
        try await shard.read { try Int.fetchAll($0, sql: "SELECT position FROM queued ORDER BY profile, position") }
    }

    @Test func `a stricter card hides a title at once, and one that comes at last shows it`() async throws {
        try await with { harness, _, shard in
            let kim = try await harness.playback(.kids)
            try await kim.watch("m1", to: 50)
            try await add("m1", "m2", to: kim)
            try await shard.write { try ExternalChanges.cardChanged(.movie("m1", .nc17), $0) }
            #expect(try await kim.goOn().isEmpty)
            let list = try await kim.send(PlaybackState.ListQueue())
            #expect(list.entries.map(\.content) == ["m2"])
            #expect(list.entries.map(\.position) == [0])
            #expect(list.total == 1)
            // Adding before the hidden one keeps positions whole, and the hidden one comes back with a milder card.
            try await add("m3", to: kim)
            #expect(try await positions(shard) == [0, 1, 2])
            try await shard.write { try ExternalChanges.cardChanged(.movie("m1", .g), $0) }
            #expect(try await kim.queue() == ["m2", "m3", "m1"])
            // Nothing here refers to it, so its card is not kept.
            try await shard.write { try ExternalChanges.cardChanged(.movie("stranger"), $0) }
            #expect(try await shard.read { try ContentTable.card(of: "stranger", $0) } == nil)
        }
    }

    @Test func `what turns out to be a channel leaves the queue`() async throws {
        try await with { harness, client, shard in
            harness.clients.stop("catalog")
            try await add("x", "y", to: client)
            try await shard.write { try ExternalChanges.cardChanged(.of(.channel, "x"), $0) }
            #expect(try await client.queue() == ["y"])
            #expect(try await positions(shard) == [0])
        }
    }

    @Test func `merged ids move everything, and a double keeps its first place`() async throws {
        try await with { harness, client, shard in
            try await add("m3", "m1", "m4", "m2", to: client)
            let other = try await harness.playback(.owner)
            try await add("m2", "m3", to: other)
            try await client.watch("m2", to: 20)
            try await client.watch("m1", to: 40)
            _ = try await client.send(PlaybackState.MarkWatched(contents: ["m2"]))
            // Twice is as once.
            for _ in 0..<2 {
                try await shard.write { try ExternalChanges.merged("m1", into: "m2", card: .movie("m2"), $0) }
            }
            #expect(try await client.queue() == ["m3", "m2", "m4"])
            #expect(try await other.queue() == ["m2", "m3"])
            #expect(try await positions(shard) == [0, 1, 2, 0, 1])
            #expect(try await client.progress("m2").isWatched)
            #expect(try await client.progress("m1") == TitleProgress(content: "m1"))
            let history = try await client.send(PlaybackState.ListHistory()).entries
            #expect(history.map(\.content) == ["m2", "m2"])
            #expect(try await shard.read { try ContentTable.row(of: "m1", $0) } == nil)
        }
    }

    @Test func `an id from outside of the library becomes the library's`() async throws {
        try await with { _, client, shard in
            try await add("tmdb:movie:5", "m1", to: client)
            try await shard.write { try ExternalChanges.merged("tmdb:movie:5", into: "m9", card: .movie("m9"), $0) }
            let entries = try await client.send(PlaybackState.ListQueue()).entries
            #expect(entries.map(\.content) == ["m9", "m1"])
            #expect(entries.map(\.card?.title) == ["Film m9", "Film m1"])
        }
    }

    @Test func `a title that is gone leaves the queue and stays in the history`() async throws {
        try await with { _, client, shard in
            try await client.watch("m1", to: 40)
            try await add("m2", "m1", "m3", to: client)
            try await shard.write { try ExternalChanges.contentRemoved("m1", $0) }
            #expect(try await client.queue() == ["m2", "m3"])
            #expect(try await positions(shard) == [0, 1])
            #expect(try await client.goOn().isEmpty)
            let gone = try await client.send(PlaybackState.ListHistory()).entries
            #expect(gone.map(\.isAvailable) == [false])
            #expect(gone.map(\.card?.title) == ["Film m1"])
            // It comes back with its id.
            try await shard.write { try ExternalChanges.cardChanged(.movie("m1"), $0) }
            #expect(try await client.goOn() == ["m1"])
            #expect(try await client.send(PlaybackState.ListHistory()).entries.map(\.isAvailable) == [true])
        }
    }

    @Test func `a profile that is left may lose its queue, and nothing else`() async throws {
        try await with { harness, client, shard in
            try await client.watch("m1", to: 40)
            try await add("m1", "m2", to: client)
            let other = try await harness.playback(.owner)
            try await add("m1", to: other)
            try await shard.write { try ExternalChanges.profileErased(TestCaller.adult.profile, $0) }
            #expect(try await client.queue().isEmpty)
            #expect(try await other.queue() == ["m1"])
            #expect(try await client.goOn() == ["m1"])
        }
    }

    @Test func `nothing of a deleted profile stays, not even in the raw files`() async throws {
        try await with { harness, client, shard in
            try await FakeProfiles(ids: [TestCaller.adult.profile, TestCaller.owner.profile]).play(in: harness)
            let canary = "canary-device-4711"
            try await client.watch("m1", to: 40, device: canary)
            let together = try await client.send(
                PlaybackState.Play(content: "m2", device: "sofa", watchingTogether: [TestCaller.owner.profile]))
            try await client.report(together.session, at: 10, 70)
            try await add("m3", to: client)
            _ = try await client.send(PlaybackState.MarkWatched(contents: ["m4"]))
            let other = try await harness.playback(.owner)
            try await shard.write { db in
                for _ in 0..<2 { try ExternalChanges.profileDeleted(TestCaller.adult.profile, db) }
            }
            // Those it watched with keep what they saw, and may go on with it.
            #expect(try await other.progress("m2").position == 70)
            #expect(try await other.report(together.session, at: 20, 75).isEmpty)
            #expect(try await client.send(PlaybackState.ListHistory()).total == 0)
            #expect(try await client.queue().isEmpty)
            // A token that outlives it does not bring it back.
            let play = PlaybackState.Play(content: "m1", device: "tv")
            #expect(await client.failure(of: play)?.problem == .profileGone)
            let rows = try await shard.read { db in
                try ["viewing", "mark", "queued"].map { table in
                    try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? -1
                }
            }
            #expect(rows == [1, 0, 0])
            await harness.stop()
            let files = try RawFiles(harness.dataDirectory)
            #expect(files.hold("Film m2"))
            for trace in [canary, TestCaller.adult.profile, "Film m1", "Film m3", "Film m4"] {
                #expect(!files.hold(trace), "\(trace)")
            }
        }
    }
}
