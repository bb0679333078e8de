import Foundation
import GRDB
import HearthModel
import PlaybackStateAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// What devices push: each operation counts once, at its time, and those that fail are named.
struct SyncPushTests {
    @Test func `what was done offline is there as if it had been done online, and twice changes nothing`()
        async throws
    {
        try await SyncBench.with { bench in
            let clock = try await bench.clock()
            let online = try await bench.client.play("m9", device: "tablet").session
            let operations =
                [
                    .play("m1", to: 50, at: clock - 9_000, "a", seconds: 1), .mark("m2", true, at: clock - 8_000, "b"),
                    .at(clock - 7_000, "c") { $0.enqueue = OfflineEnqueue(content: "m3") },
                    .at(clock - 6_000, "d") { $0.enqueue = OfflineEnqueue(content: "m4", place: .next) },
                    .at(clock - 5_000, "e") { $0.enqueue = OfflineEnqueue(content: "m5") },
                    .at(clock - 4_000, "f") { $0.move = OfflineMove(content: "m5", after: "m4") },
                    .at(clock - 3_000, "g") { $0.dequeue = "m3" },
                    .at(clock - 2_000, "h") {
                        $0.reports = [
                            ProgressReport(session: online, elapsedMilliseconds: 500, position: 40, duration: 100)
                        ]
                    }, .play("m6", to: 20, at: clock - 1_000, "i", seconds: 0), .at(clock, "j") { $0.hide = "m6" },
                ] as [PlaybackOperation]
            let request = PlaybackState.PushChanges(device: "tablet", operations: operations)
            let first = try await bench.client.send(request)
            #expect(first.results.map(\.outcome) == Array(repeating: .applied, count: 10))
            #expect(first.results.map(\.id) == operations.map(\.id))
            #expect(try await bench.client.progress("m1").position == 50)
            #expect(try await bench.client.progress("m2").isWatched)
            #expect(try await bench.client.progress("m9").position == 40)
            #expect(try await bench.client.queue() == ["m4", "m5"])
            #expect(try await bench.client.goOn() == ["m9", "m1"])
            let history = try await bench.client.send(PlaybackState.ListHistory()).entries
            #expect(history.map(\.content) == ["m9", "m6", "m1"] && history[2].device == "tablet")
            #expect(history[2].session == first.results[0].session)

            let before = try await bench.pull()
            let again = try await bench.client.send(request)
            #expect(again.results.allSatisfy { $0.isRepeated == true && $0.outcome == .applied })
            #expect(again.results.map(\.session) == first.results.map(\.session))
            #expect(try await bench.pull(before.token).changes.isEmpty)
        }
    }

    @Test func `a session is pushed again with later reports, and is one session`() async throws {
        try await SyncBench.with { bench in
            let clock = try await bench.clock() - 600_000
            let first = try await bench.push(.play("m1", to: 20, at: clock, "a", session: "s"))
            let second = try await bench.push(
                .play("m1", to: 95, at: clock, "b", session: "s", seconds: 120, hasEnded: true))
            #expect(first.first?.session == second.first?.session)
            let progress = try await bench.client.progress("m1")
            #expect(progress.isWatched && progress.playCount == 1)
            // Another device's session of the same name is another one.
            try await bench.push(.play("m1", to: 30, at: clock, "a", session: "s"), device: "phone")
            #expect(try await bench.client.send(PlaybackState.ListHistory()).total == 2)
        }
    }

    @Test func `an operation that cannot be applied is named with its reason, and the others are applied`()
        async throws
    {
        try await SyncBench.with { bench in
            let clock = try await bench.clock()
            let results = try await bench.push(
                .mark("m1", true, at: clock, "a"), .mark("nothing", true, at: clock, "b"),
                .mark("ch", true, at: clock, "c"), .at(clock, "d") { $0.enqueue = OfflineEnqueue(content: "ch") },
                .at(clock, "e") { _ in },
                .at(clock, "f") {
                    $0.reports = [
                        ProgressReport(session: "1-2-3", elapsedMilliseconds: 1, position: 1, duration: 2)
                    ]
                },
                .play("m2", to: .nan, at: clock, "g"), .at(clock, "h", number: 0) { $0.hide = "m1" },
                .at(clock, "") { $0.hide = "m1" }, .mark("m2", true, at: clock, "k"))
            #expect(
                results.map(\.outcome) == [
                    .applied, .refused, .refused, .refused, .refused, .refused, .refused, .refused, .refused, .applied,
                ])
            #expect(
                results.map(\.problem) == [
                    nil, "unknownContent", "unsupportedType", "unsupportedType", "invalid", "unknownSession",
                    "badReport",
                    "invalid", "invalid", nil,
                ])
            #expect(results.filter { $0.outcome == .refused }.allSatisfy { $0.message?.isEmpty == false })
            #expect(try await bench.client.progress("m2").isWatched)
            // What was refused is tried again.
            try await bench.push(.at(clock, "b") { $0.hide = "m1" })
            let double = PlaybackState.PushChanges(
                device: "tablet",
                operations: [.mark("m1", true, at: clock, "x"), .mark("m2", true, at: clock, "x")])
            #expect(await bench.client.failure(of: double)?.field == "operations")
        }
    }

    @Test func `a full queue refuses by name`() async throws {
        try await SyncBench.with { bench in
            try await bench.shard.write { db in
                try db.execute(
                    sql: "INSERT OR REPLACE INTO setting VALUES (?, 'maxQueueSize', 2)", arguments: [SyncBench.adult])
            }
            let clock = try await bench.clock()
            let operations = (0..<3).map { number in
                PlaybackOperation.at(clock - 10 + Int64(number), "a\(number)") {
                    $0.enqueue = OfflineEnqueue(content: ContentID(rawValue: "m\(number)"))
                }
            }
            let results = try await bench.client.send(
                PlaybackState.PushChanges(device: "tablet", operations: operations)
            ).results
            #expect(results.map(\.problem) == [nil, nil, "queueFull"])
            #expect(try await bench.client.queue() == ["m0", "m1"])
        }
    }

    @Test func `a child pushes what it may see only`() async throws {
        try await SyncBench.with { bench in
            let kim = try await bench.harness.playback(.kids)
            let request = PlaybackState.PushChanges(
                device: "tablet", operations: [.play("x1", to: 50, at: 1, "a"), .mark("x1", true, at: 1, "b")])
            let results = try await kim.send(request).results
            #expect(results.map(\.problem) == ["unknownContent", "unknownContent"])
        }
    }

    @Test func `what was removed online does not come back, and what was played later stays`() async throws {
        try await SyncBench.with { bench in
            let early = try await bench.clock() - 100_000
            _ = try await bench.client.watch("m1", to: 10)
            _ = try await bench.client.send(PlaybackState.RemoveHistory(everything: true))
            let results = try await bench.push(
                .play("m1", to: 50, at: early, "a"), .mark("m2", true, at: early, "b"))
            #expect(results.map(\.outcome) == [.superseded, .superseded])
            #expect(try await bench.client.send(PlaybackState.ListHistory()).total == 0)
            #expect(try await !bench.client.progress("m2").isWatched)

            _ = try await bench.client.watch("m3", to: 40)
            let played = try await bench.push(.play("m4", to: 30, at: early + 50_000, "c"))
            #expect(played.first?.outcome == .superseded)
            // Removed offline, before what was played since.
            let removal = PlaybackOperation.at(early + 60_000, "d") { $0.remove = OfflineRemoval(everything: true) }
            #expect(try await bench.push(removal).first?.outcome == .applied)
            #expect(try await bench.client.send(PlaybackState.ListHistory()).entries.map(\.content) == ["m3"])
        }
    }

    @Test func `a session that a device removes by its own id stays removed, whichever comes first`() async throws {
        try await SyncBench.with { bench in
            let clock = try await bench.clock()
            let removal = PlaybackOperation.at(clock, "r1") { $0.remove = OfflineRemoval(session: "s1") }
            try await bench.push(removal)
            let late = try await bench.push(.play("m1", to: 50, at: clock - 9_000, "a", session: "s1"))
            #expect(late.first?.outcome == .superseded && late.first?.session == nil)
            try await bench.push(.play("m2", to: 50, at: clock - 9_000, "b", session: "s2"))
            try await bench.push(.at(clock, "r2") { $0.remove = OfflineRemoval(session: "s2") })
            #expect(try await bench.client.send(PlaybackState.ListHistory()).total == 0)
        }
    }

    @Test func `a clock that is ahead is limited to a minute, and the order on the device stays`() async throws {
        try await SyncBench.with { bench in
            let clock = try await bench.clock()
            let year: Int64 = 365 * 86_400_000
            let operations = [
                PlaybackOperation.at(clock + year, "a", number: 1) {
                    $0.mark = OfflineMark(content: "m1", isWatched: true)
                },
                .at(clock + 2 * year, "b", number: 2) { $0.mark = OfflineMark(content: "m1", isWatched: false) },
            ]
            for operation in operations { try await bench.push(operation) }
            let mark = try #require(try await bench.pull(kinds: [.mark]).changes.first?.mark)
            let limit = Date(timeIntervalSince1970: Double(clock) / 1_000 + 120)
            #expect(try #require(mark.watched) < limit && #require(mark.unwatched) < limit)
            #expect(try await !bench.client.progress("m1").isWatched)
            // A later change of a device whose clock is right wins.
            _ = try await bench.client.send(PlaybackState.MarkWatched(contents: ["m1"]))
            #expect(try await bench.client.progress("m1").isWatched)
        }
    }

    @Test func `a title that was completed offline leaves the queue, and stays when it was queued later`()
        async throws
    {
        try await SyncBench.with { bench in
            _ = try await bench.client.send(PlaybackState.AddToQueue(content: "m1"))
            let clock = try await bench.clock()
            try await bench.push(.play("m1", to: 99, at: clock, "a", seconds: 1))
            #expect(try await bench.client.queue().isEmpty)
            _ = try await bench.client.send(PlaybackState.AddToQueue(content: "m2"))
            try await bench.push(.play("m2", to: 99, at: clock - 100_000, "b"))
            #expect(try await bench.client.queue() == ["m2"])
        }
    }
}
