import Foundation
import GRDB
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// What devices pull: the current state of what has changed, tombstones, and when they have to begin again.
struct SyncPullTests {
    @Test func `a device gets what has changed since its token, of each thing the last state, across restarts`()
        async throws
    {
        try await SyncBench.with { bench in
            let client = bench.client
            let session = try await client.watch("m1", to: 50)
            _ = try await client.send(PlaybackState.MarkWatched(contents: ["m2"]))
            _ = try await client.send(PlaybackState.AddToQueue(content: "m3"))
            let first = try await bench.pull()
            #expect(
                Set(first.changes.map { "\($0.kind) \($0.key)" }) == [
                    "history \(session)", "progress m1", "progress m2", "mark m2", "queue ",
                ])
            let history = try #require(first.changes.first { $0.kind == .history }?.history)
            #expect(history.content == "m1" && history.position == 50 && history.card?.title == "Film m1")
            #expect(first.changes.first { $0.key == "m2" && $0.kind == .progress }?.progress?.isWatched == true)
            #expect(first.changes.first { $0.kind == .mark }?.mark?.watched != nil)
            #expect(first.changes.first { $0.kind == .queue }?.queue?.entries.map(\.content) == ["m3"])
            #expect(try await bench.pull(first.token).changes.isEmpty)

            try await bench.harness.restart()
            for position in [60.0, 70, 80] { try await client.report(session, at: Int64(position) * 1_000, position) }
            let second = try await bench.pull(first.token)
            #expect(second.changes.map(\.kind.rawValue).sorted() == ["history", "progress"])
            #expect(second.changes.first { $0.kind == .progress }?.progress?.position == 80)

            _ = try await client.send(PlaybackState.RemoveHistory(everything: true))
            let third = try await bench.pull(second.token)
            let deleted = third.changes.filter { $0.isDeleted == true }.map { "\($0.kind) \($0.key)" }
            #expect(Set(deleted) == ["history \(session)", "progress m1", "progress m2", "mark m2"])
            // A new device needs no tombstones.
            #expect(try await bench.pull().changes.map(\.kind) == [.queue])
        }
    }

    @Test func `kinds are selected, and a token continues its own selection only`() async throws {
        try await SyncBench.with { bench in
            try await bench.client.watch("m1", to: 50)
            _ = try await bench.client.send(PlaybackState.AddToQueue(content: "m3"))
            let queue = try await bench.pull(kinds: [.queue, .favourite])
            #expect(queue.changes.map(\.kind) == [.queue])
            let other = await bench.client.failure(of: PlaybackState.PullChanges(token: queue.token))
            #expect(other?.syncProblem == .fullSyncNeeded && other?.code == .outOfRange)
            let foreign = SyncToken(parts: ["profiles": "of-profiles", "playback-state": "%"])
            #expect(await bench.client.failure(of: PlaybackState.PullChanges(token: foreign))?.field == "token")
            // Parts of other services are returned as they are.
            let passed = SyncToken(parts: ["profiles": "of-profiles"])
            let page = try await bench.client.send(PlaybackState.PullChanges(token: passed))
            #expect(page.token.parts["profiles"] == "of-profiles" && page.token.parts.count == 2)
        }
    }

    @Test func `a full sync tells how far it is, and ends with a token to go on from`() async throws {
        try await SyncBench.with { bench in
            _ = try await bench.client.send(
                PlaybackState.MarkWatched(contents: (0..<30).map { ContentID(rawValue: "m\($0)") }))
            var (changes, last): ([PlaybackChange], PlaybackChanges?) = ([], nil)
            for try await page in try await bench.client.stream(PlaybackState.PullEverything(device: "tv")) {
                changes += page.changes
                #expect(page.total == Int64(changes.count) + page.remaining)
                last = page
            }
            #expect(changes.count == 60 && last?.remaining == 0)
            #expect(try await bench.pull(last?.token).changes.isEmpty)
        }
    }

    @Test func `ten thousand changes are pulled in pages`() async throws {
        try await SyncBench.with { bench in
            try await bench.shard.write { db in
                let profile = try ProfileTable.make(SyncBench.adult, db)
                for number in 0..<5_000 {
                    let content = try ContentTable.make(ContentID(rawValue: "n\(number)"), card: nil, db)
                    let stamp = HybridTimestamp(milliseconds: Int64(number + 1))
                    try MarkTable.put(.watched, at: stamp, profile: profile, content: content, db)
                }
            }
            var (count, token): (Int, SyncToken?) = (0, nil)
            var pages = 0
            while true {
                let page = try await bench.client.send(PlaybackState.PullChanges(token: token, limit: 1_000))
                (count, token, pages) = (count + page.changes.count, page.token, pages + 1)
                if page.remaining == 0 { break }
            }
            #expect(count == 10_000 && pages == 10)
        }
    }

    @Test func `what is hidden from a profile is not pulled by it, and comes when that changes`() async throws {
        try await SyncBench.with { bench in
            let kim = try await bench.harness.playback(.kids)
            _ = try await kim.send(PlaybackState.MarkWatched(contents: ["m1", "m2"]))
            let first = try await bench.pull(as: kim)
            #expect(Set(first.changes.map(\.key)) == ["m1", "m2"])
            try await bench.shard.write { try ExternalChanges.cardChanged(.movie("m1", .nc17), $0) }
            #expect(try await bench.pull(first.token, as: kim).changes.isEmpty)
            #expect(Set(try await bench.pull(as: kim).changes.map(\.key)) == ["m2"])
            try await bench.shard.write { try ExternalChanges.cardChanged(.movie("m1", .g), $0) }
            #expect(Set(try await bench.pull(first.token, as: kim).changes.map(\.key)) == ["m1"])
        }
    }

    @Test func `what was removed is named to those alone who may see it`() async throws {
        try await SyncBench.with { bench in
            let kim = try await bench.harness.playback(.kids)
            _ = try await kim.send(PlaybackState.MarkWatched(contents: ["m1", "m2"]))
            let first = try await bench.pull(as: kim)
            try await bench.shard.write { try ExternalChanges.cardChanged(.movie("m1", .nc17), $0) }
            #expect(try await bench.pull(first.token, as: kim).changes.isEmpty)
            _ = try await kim.send(PlaybackState.RemoveHistory(everything: true))
            let gone = try await bench.pull(first.token, as: kim).changes
            #expect(Set(gone.map(\.key)) == ["m2"])
            #expect(gone.allSatisfy { $0.isDeleted == true })
        }
    }

    @Test func `a policy that has changed needs everything again`() async throws {
        try await SyncBench.with { bench in
            try await bench.set(true, of: TestCaller.hidingAdult.profile)
            let hilda = try await bench.harness.playback(.hidingAdult)
            _ = try await hilda.send(PlaybackState.MarkWatched(contents: ["m1"]))
            let token = try await bench.pull(as: hilda).token
            var open = TestCaller.hidingAdult
            open.policy = .everything
            let now = try await bench.harness.playback(open)
            let error = await now.failure(of: PlaybackState.PullChanges(token: token))
            #expect(error?.syncProblem == .fullSyncNeeded)
        }
    }

    @Test func `sync that is off, a free plan and other profiles are refused by name`() async throws {
        try await SyncBench.with { bench in
            let pull = PlaybackState.PullChanges(device: "tv")
            try await bench.set(false)
            #expect(await bench.client.failure(of: pull)?.syncProblem == .disabled)
            let push = PlaybackState.PushChanges(device: "tv", operations: [.mark("m1", true, at: 1, "a")])
            #expect(await bench.client.failure(of: push)?.syncProblem == .disabled)
            #expect(try await bench.client.send(PlaybackState.GetSyncStatus()).state == .disabled)
            let free = try await bench.harness.playback(TestCaller.adult.on(plan: "free"))
            #expect(await free.failure(of: pull)?.detail(FeatureRequired.self)?.feature == .deviceSync)
            #expect(await free.failure(of: push)?.detail(FeatureRequired.self)?.feature == .deviceSync)
            #expect(try await free.send(PlaybackState.GetSyncStatus()).state == .notPremium)
            try await bench.set(true)
            #expect(try await bench.client.send(PlaybackState.GetSyncStatus()).state == .on)

            let kim = try await bench.harness.playback(.kids)
            let foreign = PlaybackState.PullChanges(profiles: [SyncBench.adult])
            #expect(await kim.failure(of: foreign)?.syncProblem == .notYours)
            try await FakeProfiles(ids: [SyncBench.adult, "other"], kids: [TestCaller.kids.profile])
                .play(in: bench.harness)
            _ = try await kim.send(PlaybackState.MarkWatched(contents: ["m1"]))
            let both = PlaybackState.PullChanges(profiles: [SyncBench.adult, TestCaller.kids.profile])
            #expect(
                try await bench.client.send(both).changes.map(\.profile)
                    == Array(
                        repeating: TestCaller.kids.profile, count: 2))
            let other = await bench.client.failure(of: PlaybackState.PullChanges(profiles: ["other"]))
            #expect(other?.syncProblem == .notYours && other?.code == .permissionDenied)
        }
    }

    @Test func `a token from before deletions that are no longer kept needs a full sync`() async throws {
        try await SyncBench.with { bench in
            _ = try await bench.client.send(PlaybackState.MarkWatched(contents: ["m1", "m2"]))
            let old = try await bench.pull().token
            _ = try await bench.client.send(PlaybackState.RemoveHistory(content: "m1"))
            let token = try await bench.pull(old).token
            // Ninety days later.
            let now = try await bench.clock()
            try await bench.shard.write { db in
                try db.execute(sql: "UPDATE syncLog SET at = at - 91 * 86400000")
                _ = try PlaybackSyncLog.drain(at: now, db)
            }
            let error = await bench.client.failure(of: PlaybackState.PullChanges(token: old))
            #expect(error?.syncProblem == .fullSyncNeeded)
            #expect(try await bench.pull(token).changes.isEmpty)
            // A device that begins now is not in the middle of anything, however many pages it takes.
            _ = try await bench.client.send(
                PlaybackState.MarkWatched(contents: (3..<9).map { ContentID(rawValue: "m\($0)") }))
            #expect(Set(try await bench.pull().changes.map(\.key)) == ["m2", "m3", "m4", "m5", "m6", "m7", "m8"])
        }
    }

    @Test func `a restored copy takes the tokens that it knows, and no later ones`() async throws {
        try await SyncBench.with { bench in
            _ = try await bench.client.send(PlaybackState.MarkWatched(contents: ["m1"]))
            let known = try await bench.pull()
            _ = try await bench.client.send(PlaybackState.MarkWatched(contents: ["m2"]))
            let lost = try await bench.pull(known.token)
            #expect(lost.changes.count == 2)
            // The copy is of before m2, and its log is another one.
            try await bench.shard.write { db in
                try db.execute(sql: "DELETE FROM syncLog WHERE key = 'm2'")
                try db.execute(sql: "UPDATE sqlite_sequence SET seq = seq - 2 WHERE name = 'syncLog'")
                try db.execute(sql: "DELETE FROM mark WHERE content = (SELECT row FROM content WHERE id = 'm2')")
                try db.execute(sql: "DELETE FROM syncTouched")
                try db.execute(sql: "UPDATE outboxState SET generation = generation + 1")
            }
            _ = try await bench.client.send(PlaybackState.MarkWatched(contents: ["m3"]))
            #expect(Set(try await bench.pull(known.token).changes.map(\.key)) == ["m3"])
            let error = await bench.client.failure(of: PlaybackState.PullChanges(token: lost.token))
            #expect(error?.syncProblem == .fullSyncNeeded)
        }
    }

    @Test func `a watcher is told that changes wait, and the status says who has synced`() async throws {
        try await SyncBench.with { bench in
            let token = try await bench.pull().token
            _ = try await bench.client.send(PlaybackState.MarkWatched(contents: ["m1"]))
            var waiting: [Int64] = []
            for try await notice in try await bench.client.stream(PlaybackState.WatchChanges(token: token)) {
                waiting.append(notice.waiting)
                if waiting.count == 2 { break }
                _ = try await bench.client.send(PlaybackState.MarkWatched(contents: ["m2"]))
            }
            #expect(waiting == [2, 4])
            try await bench.push(.mark("nothing", true, at: 1, "a"))
            let status = try await bench.client.send(PlaybackState.GetSyncStatus(token: token))
            #expect(status.waiting == 4 && status.state == .on)
            #expect(Set(status.devices.map(\.device)) == ["tv", "tablet"])
            let tablet = try #require(status.devices.first { $0.device == "tablet" })
            #expect(tablet.pending == 1 && tablet.pushed != nil && tablet.pulled == nil)
            #expect(tablet.lastError?.hasPrefix("a: ") == true)
        }
    }

    @Test func `a deleted profile leaves nothing behind`() async throws {
        try await SyncBench.with { bench in
            try await bench.push(.play("m1", to: 50, at: 1, "a"), .mark("m2", true, at: 2, "b"))
            _ = try await bench.client.send(PlaybackState.AddToQueue(content: "m3"))
            _ = try await bench.client.send(PlaybackState.RemoveHistory(content: "m1"))
            _ = try await bench.pull()
            try await bench.shard.write { try ExternalChanges.profileDeleted(SyncBench.adult, $0) }
            let tables = [
                "syncTouched", "syncLog", "syncExpired", "syncOperation", "syncConflict", "syncDevice",
                "removedHistory",
                "offlineSession", "queueHistory", "queueEdit",
            ]
            for table in tables {
                let count = try await bench.shard.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
                #expect(count == 0, "\(table)")
            }
        }
    }
}
