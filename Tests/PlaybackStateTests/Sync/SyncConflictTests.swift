import Foundation
import GRDB
import HearthModel
import PlaybackStateAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// What the last writer has won over is listed with both values, and can be put back.
struct SyncConflictTests {
    private static func conflicts(_ bench: SyncBench) async throws -> [SyncConflict] {
        try await bench.client.send(PlaybackState.ListConflicts()).conflicts
    }

    @Test func `a mark that is older than an online one loses, and can be put back`() async throws {
        try await SyncBench.with { bench in
            _ = try await bench.client.send(PlaybackState.MarkUnwatched(contents: ["m1"]))
            let clock = try await bench.clock() - 60_000
            let results = try await bench.push(.mark("m1", true, at: clock, "a"))
            #expect(results.first?.outcome == .superseded)
            #expect(try await !bench.client.progress("m1").isWatched)
            let conflict = try #require(try await Self.conflicts(bench).first)
            #expect(conflict.kind == .mark && conflict.key == "m1" && conflict.reversed == nil)
            #expect(conflict.kept.value == "unwatched" && conflict.kept.device == nil)
            #expect(conflict.dropped.value == "watched" && conflict.dropped.device == "tablet")
            #expect(conflict.dropped.changed < conflict.kept.changed)
            #expect(try await bench.client.send(PlaybackState.GetSyncStatus()).conflicts == 1)

            let reverse = PlaybackState.ReverseConflict(id: conflict.id)
            let reversed = try await bench.client.send(reverse)
            #expect(reversed.reversed != nil)
            #expect(try await bench.client.progress("m1").isWatched)
            _ = try await bench.client.send(PlaybackState.MarkUnwatched(contents: ["m1"]))
            #expect(try await bench.client.send(reverse) == reversed)
            #expect(try await !bench.client.progress("m1").isWatched)
            #expect(try await bench.client.send(PlaybackState.GetSyncStatus()).conflicts == 0)
        }
    }

    @Test func `a mark that wins over an online one that its device had not seen is a conflict, too`() async throws {
        try await SyncBench.with { bench in
            _ = try await bench.client.send(PlaybackState.MarkUnwatched(contents: ["m1"]))
            let now = try await bench.clock()
            var unseen = PlaybackOperation.mark("m1", true, at: now - 60_000, "a")
            unseen.elapsedMilliseconds = 100_000
            #expect(try await bench.push(unseen).first?.outcome == .applied)
            let conflict = try #require(try await Self.conflicts(bench).first)
            #expect(conflict.kept.value == "watched" && conflict.dropped.value == "unwatched")
            _ = try await bench.client.send(PlaybackState.ReverseConflict(id: conflict.id))
            #expect(try await !bench.client.progress("m1").isWatched)
            // One that it had seen is none.
            _ = try await bench.client.send(PlaybackState.MarkUnwatched(contents: ["m2"]))
            var seen = PlaybackOperation.mark("m2", true, at: try await bench.clock() + 10, "b")
            seen.elapsedMilliseconds = 10
            try await bench.push(seen)
            #expect(try await Self.conflicts(bench).count == 1)
        }
    }

    @Test func `changes of the queue that undo each other are listed, and can be put back`() async throws {
        try await SyncBench.with { bench in
            let early = try await bench.clock() - 60_000
            for content in ["m1", "m2", "m3", "m4"] as [ContentID] {
                _ = try await bench.client.send(PlaybackState.AddToQueue(content: content))
            }
            _ = try await bench.client.send(PlaybackState.RemoveFromQueue(content: "m1"))
            _ = try await bench.client.send(PlaybackState.MoveInQueue(content: "m4", position: 0))
            let results = try await bench.push(
                .at(early, "a") { $0.enqueue = OfflineEnqueue(content: "m1") },
                .at(early, "b") { $0.move = OfflineMove(content: "m2", after: nil) },
                .at(early, "c") { $0.dequeue = "m2" })
            #expect(results.map(\.outcome) == [.superseded, .applied, .superseded])
            #expect(try await bench.client.queue() == ["m4", "m2", "m3"])
            let conflicts = try await Self.conflicts(bench)
            #expect(conflicts.map(\.key).sorted() == ["m1", "m2"])
            let removed = try #require(conflicts.first { $0.key == "m1" })
            #expect(removed.kept.value == "removed" && removed.dropped.value == "queued")
            _ = try await bench.client.send(PlaybackState.ReverseConflict(id: removed.id))
            #expect(try await bench.client.queue() == ["m4", "m2", "m3", "m1"])
        }
    }

    @Test func `conflicts are their profile's own, come in pages, and are gone after a month`() async throws {
        try await SyncBench.with { bench in
            let clock = try await bench.clock() - 60_000
            let contents = (0..<5).map { ContentID(rawValue: "m\($0)") }
            _ = try await bench.client.send(PlaybackState.MarkUnwatched(contents: contents))
            for content in contents { try await bench.push(.mark(content, true, at: clock, "of-\(content)")) }
            let page = try await bench.client.send(PlaybackState.ListConflicts(page: PageRequest(size: 3)))
            let rest = try await bench.client.send(
                PlaybackState.ListConflicts(page: PageRequest(size: 3, cursor: page.cursor)))
            #expect((page.conflicts + rest.conflicts).map(\.key) == ["m4", "m3", "m2", "m1", "m0"])
            #expect(rest.cursor == nil)
            let owner = try await bench.harness.playback(.owner)
            #expect(try await owner.send(PlaybackState.ListConflicts()).conflicts.isEmpty)
            let id = try #require(page.conflicts.first?.id)
            let foreign = await owner.failure(of: PlaybackState.ReverseConflict(id: id))
            #expect(foreign?.syncProblem == .unknownConflict && foreign?.code == .notFound)
            let now = try await bench.clock()
            try await bench.shard.write { db in
                try db.execute(
                    sql: "UPDATE syncConflict SET at = at - 31 * 86400000 WHERE row < ?", arguments: [Int64(id)])
            }
            #expect(try await Self.conflicts(bench).map(\.key) == ["m4"])
            try await bench.shard.write { _ = try PlaybackSyncLog.drain(at: now, $0) }
            let kept = try await bench.shard.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM syncConflict") }
            #expect(kept == 1)
        }
    }

    @Test func `what cannot be put back is refused by name`() async throws {
        try await SyncBench.with { bench in
            let clock = try await bench.clock() - 60_000
            _ = try await bench.client.send(PlaybackState.AddToQueue(content: "m1"))
            _ = try await bench.client.send(PlaybackState.RemoveFromQueue(content: "m1"))
            try await bench.push(.at(clock, "a") { $0.enqueue = OfflineEnqueue(content: "m1") })
            try await bench.shard.write { db in
                try db.execute(
                    sql: "INSERT OR REPLACE INTO setting VALUES (?, 'maxQueueSize', 0)", arguments: [SyncBench.adult])
            }
            let id = try #require(try await Self.conflicts(bench).first?.id)
            let error = await bench.client.failure(of: PlaybackState.ReverseConflict(id: id))
            #expect(error?.syncProblem == .conflict && error?.code == .failedPrecondition)
            #expect(try await Self.conflicts(bench).first?.reversed == nil)
        }
    }
}
