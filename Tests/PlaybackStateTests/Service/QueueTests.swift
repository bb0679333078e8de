import Access
import GRDB
import HearthModel
import PlaybackStateAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// The queue over the wire: order, errors by name, totals, and positions under load.
struct QueueTests {
    private static let catalog = FakeCatalog(
        (0..<60).map { Card.movie("m\($0)") } + [.of(.series, "s"), .episode("e1", of: "s", 1), .of(.channel, "ch")])

    @Test(arguments: TestTransport.allCases)
    func `titles are queued, moved, put in order and taken out`(transport: TestTransport) async throws {
        try await ServiceHarness.with(PlaybackStateService.self, transport) { harness in
            try await Self.catalog.play(in: harness)
            let client = try await harness.playback()
            #expect(try await client.send(PlaybackState.NextInQueue()).entry == nil)
            for content in ["m1", "s", "e1"] as [ContentID] {
                _ = try await client.send(PlaybackState.AddToQueue(content: content))
            }
            let first = try await client.send(PlaybackState.AddToQueue(content: "m2", place: .next))
            #expect(first == QueueChange(content: "m2", position: 0, hasChanged: true, total: 4, autoAdded: 0))
            try await harness.restart()
            #expect(try await client.queue() == ["m2", "m1", "s", "e1"])
            let moved = try await client.send(PlaybackState.MoveInQueue(content: "m2", position: 99))
            #expect(moved.position == 3)
            #expect(moved.hasChanged)
            let ordered = try await client.send(PlaybackState.ReorderQueue(contents: ["e1", "s", "e1"]))
            #expect(ordered.entries.map(\.content) == ["e1", "s", "m1", "m2"])
            #expect(ordered.entries.map(\.position) == [0, 1, 2, 3])
            #expect(ordered.entries.allSatisfy { $0.card != nil && !$0.isAutoAdded })
            let response = try await client.send(PlaybackState.IsQueued(content: "m1"))
            #expect(response == QueueAnswer(isQueued: true, position: 2))
            let next = try await client.send(PlaybackState.NextInQueue())
            #expect(next.entry?.content == "e1")
            #expect(next.total == 4)
            let removed = try await client.send(PlaybackState.RemoveFromQueue(content: "s"))
            #expect(removed == QueueChange(content: "s", position: nil, hasChanged: true, total: 3, autoAdded: 0))
            #expect(try await client.send(PlaybackState.RemoveFromQueue(content: "s")).hasChanged == false)
            #expect(try await client.send(PlaybackState.IsQueued(content: "s")).isQueued == false)
            #expect(try await client.send(PlaybackState.ClearQueue(onlyAutoAdded: true)).removed == 0)
            #expect(try await client.send(PlaybackState.ClearQueue()).removed == 3)
            #expect(try await client.queue().isEmpty)
        }
    }

    @Test func `a follower of the queue hears of each change, and after a break only when there was one`() async throws
    {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await Self.catalog.play(in: harness)
            let client = try await harness.playback()
            var notices = client.follow(PlaybackState.FollowQueue()).makeAsyncIterator()
            #expect(try await notices.next()?.item == ListNotice(total: 0))
            _ = try await client.send(PlaybackState.AddToQueue(content: "m1"))
            let added = try #require(try await notices.next())
            #expect(added.item == ListNotice(total: 1))
            // Another one in its place is a change, too.
            _ = try await client.send(PlaybackState.AddToQueue(content: "m2"))
            _ = try await client.send(PlaybackState.RemoveFromQueue(content: "m1"))
            var last = added
            while last.item != ListNotice(total: 1) || last.position == added.position {
                last = try #require(try await notices.next())
            }
            var resumed = client.follow(PlaybackState.FollowQueue(), after: last.position).makeAsyncIterator()
            _ = try await client.send(PlaybackState.AddToQueue(content: "m3"))
            #expect(try await resumed.next()?.item == ListNotice(total: 2))
        }
    }

    @Test func `what cannot be done is refused by name`() async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await Self.catalog.play(in: harness)
            let client = try await harness.playback()
            for number in 0..<PlaybackLimits.queueSize {
                _ = try await client.send(PlaybackState.AddToQueue(content: ContentID(rawValue: "m\(number)")))
            }
            let double = await client.failure(of: PlaybackState.AddToQueue(content: "m3"))
            #expect(double?.problem == .alreadyQueued)
            #expect(double?.code == .alreadyExists)
            let full = await client.failure(of: PlaybackState.AddToQueue(content: "m59"))
            #expect(full?.problem == .queueFull)
            #expect(full?.detail(PlaybackProblem.self)?.maxQueueSize == 50)
            let channel = await client.failure(of: PlaybackState.AddToQueue(content: "ch"))
            #expect(channel?.problem == .unsupportedType)
            #expect(await client.failure(of: PlaybackState.AddToQueue(content: "no"))?.problem == .unknownContent)
            let move = PlaybackState.MoveInQueue(content: "m59", position: 0)
            #expect(await client.failure(of: move)?.problem == .notQueued)
            let below = PlaybackState.MoveInQueue(content: "m1", position: -1)
            #expect(await client.failure(of: below)?.field == "position")
            let order = PlaybackState.ReorderQueue(contents: ["m1", "m59"])
            #expect(await client.failure(of: order)?.problem == .notQueued)
            #expect(try await client.queue().count == 50)
        }
    }

    @Test func `what a kid queues while the catalog is silent can be taken out, and is shown when it answers`()
        async throws
    {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            let kim = try await harness.playback(.kids)
            for content in ["m1", "m2", "m3"] as [ContentID] {
                _ = try await kim.send(PlaybackState.AddToQueue(content: content))
            }
            #expect(try await kim.queue().isEmpty)
            #expect(try await kim.send(PlaybackState.RemoveFromQueue(content: "m2")).hasChanged)
            #expect(try await kim.send(PlaybackState.RemoveFromQueue(content: "m2")).hasChanged == false)
            let keys = KeyStore(directory: "\(harness.dataDirectory)/keys", runtime: harness.runtime)
            let upkeep = CardRefresher(
                shards: try #require(harness.shards), channel: harness.clients.channel(to: "catalog"),
                tokens: try ServiceTokenSource(key: keys.serviceKey("playback-state"), runtime: harness.runtime),
                runtime: harness.runtime, logger: harness.logs.logger)
            upkeep.note("home")
            await upkeep.rounds.passOver()
            try await Self.catalog.play(in: harness)
            // A pass that cannot finish leaves it to the next one, which goes on by itself; one that was silent is left alone
            // for a moment.
            let isShown = try await comes {
                await upkeep.rounds.passOver()
                return try await Set(kim.queue()) == ["m1", "m3"]
            }
            #expect(isShown)
            // What has a card and is hidden by the policy stays as it is.
            let shard = try #require(harness.shards?.openShards["home"])
            try await shard.write { try ExternalChanges.cardChanged(.movie("m1", .nc17), $0) }
            #expect(try await kim.send(PlaybackState.RemoveFromQueue(content: "m1")).hasChanged == false)
            try await shard.write { try ExternalChanges.cardChanged(.movie("m1", .g), $0) }
            #expect(try await Set(kim.queue()) == ["m1", "m3"])
        }
    }

    @Test func `the service asks again by itself for what it was not given`() async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            let kim = try await harness.playback(.kids)
            _ = try await kim.send(PlaybackState.AddToQueue(content: "m1"))
            try await Self.catalog.play(in: harness)
            #expect(try await comes { try await kim.queue() == ["m1"] })
        }
    }

    @Test func `a repeated call gets its first answer`() async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await Self.catalog.play(in: harness)
            let client = try await harness.playback()
            var options = client.defaults
            options.idempotencyKey = IdempotencyKey(runtime: harness.runtime)
            let add = PlaybackState.AddToQueue(content: "m1")
            let first = try await client.send(add, options: options)
            _ = try await client.send(PlaybackState.RemoveFromQueue(content: "m1"))
            #expect(try await client.send(add, options: options) == first)
            #expect(try await client.queue().isEmpty)
        }
    }

    @Test(arguments: Seeds.make(3))
    func `positions are 0 to n-1 and nothing is there twice, whatever many callers do at once`(
        seed: UInt64
    ) async throws {
        print("seed \(seed)")
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await Self.catalog.play(in: harness)
            let client = try await harness.playback()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<6 {
                    group.addTask {
                        var source = SplitMix64(seed: seed &+ UInt64(worker))
                        for _ in 0..<40 { await Self.change(client, &source) }
                    }
                }
                group.addTask {
                    for _ in 0..<40 {
                        let list = try await client.send(PlaybackState.ListQueue())
                        #expect(
                            list.entries.map(\.position) == list.entries.indices.map { Int32($0) }, "seed \(seed)")
                        #expect(Set(list.entries.map(\.content)).count == list.entries.count, "seed \(seed)")
                        #expect(Int(list.total) == list.entries.count, "seed \(seed)")
                    }
                }
                try await group.waitForAll()
            }
            let shard = try #require(harness.shards?.openShards["home"])
            let positions = try await shard.read { db in
                try Int.fetchAll(db, sql: "SELECT position FROM queued ORDER BY position")
            }
            #expect(positions == Array(positions.indices), "seed \(seed)")
        }
    }

    /// One random change; refusals are answers, too.
    private static func change(_ client: Client, _ source: inout SplitMix64) async {
        let content = ContentID(rawValue: "m\(Int.random(in: 0..<20, using: &source))")
        switch Int.random(in: 0..<12, using: &source) {
        case 0...4: _ = try? await client.send(PlaybackState.AddToQueue(content: content))
        case 5: _ = try? await client.send(PlaybackState.AddToQueue(content: content, place: .next))
        case 6, 7: _ = try? await client.send(PlaybackState.RemoveFromQueue(content: content))
        case 8, 9:
            let position = Int32.random(in: 0..<25, using: &source)
            _ = try? await client.send(PlaybackState.MoveInQueue(content: content, position: position))
        case 10: _ = try? await client.send(PlaybackState.ReorderQueue(contents: [content]))
        default: _ = try? await client.send(PlaybackState.ClearQueue(onlyAutoAdded: true))
        }
    }
}
