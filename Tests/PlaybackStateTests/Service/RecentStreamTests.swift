import Foundation
import GRDB
import HearthModel
import PlaybackStateAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// Recently used streams: recorded by `Play`, by their ids, for 24 hours.
struct RecentStreamTests {
    private static let day = PlaybackLimits.recentStreamMilliseconds

    private static func with(
        _ body: (ServiceHarness, Client, Shard) async throws -> Void
    ) async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await FakeCatalog([.movie("m1"), .movie("m2"), .movie("m3", .r)]).play(in: harness)
            let client = try await harness.playback()
            _ = try await client.send(PlaybackState.ListQueue())
            try await body(harness, client, try #require(harness.shards?.openShards["home"]))
        }
    }

    /// Lets all streams be older.
    private static func age(_ shard: Shard, by milliseconds: Int64) async throws {
        try await shard.write {
            try $0.execute(
                sql: "UPDATE recentStream SET cached = cached - ?1, accessed = accessed - ?1", arguments: [milliseconds]
            )
        }
    }

    @Test func `what is played is recorded by its link's id, the latest first, and never its address`() async throws {
        try await Self.with { harness, client, _ in
            _ = try await client.play("m1")
            _ = try await client.play("m2", variant: "v2")
            let list = try await client.send(PlaybackState.ListRecentStreams())
            #expect(list.streams.map(\.content) == ["m2", "m1"] && list.streams.map(\.variant) == ["v2", "v1"])
            #expect(list.total == 2 && list.streams[0].card?.title == "Film m2")
            // Two rows: the profile, the title and the link, and two times of 8 bytes.
            #expect(list.bytes == Int64(2 * (TestCaller.adult.profile.utf8.count + 2 + 2 + 16)))
            #expect(list.streams[0].expires == list.streams[0].lastAccessed.addingTimeInterval(86_400))
            #expect(try !RawFiles(harness.dataDirectory).hold(FakeCatalog.secret))
            // Those of another profile are its own, and a download is none.
            try await FakeDownloads(finished: [.movie("m1")]).play(in: harness)
            let owner = try await harness.playback(.owner)
            #expect(try await owner.play("m1").download != nil)
            #expect(try await owner.send(PlaybackState.ListRecentStreams()).total == 0)
        }
    }

    @Test func `the last use counts, for 24 hours, and what has expired begins again`() async throws {
        try await Self.with { _, client, shard in
            _ = try await client.play("m1")
            try await Self.age(shard, by: Self.day - 60_000)
            let first = try #require(try await client.send(PlaybackState.ListRecentStreams()).streams.first)
            _ = try await client.play("m1")
            let second = try #require(try await client.send(PlaybackState.ListRecentStreams()).streams.first)
            #expect(second.cachedAt == first.cachedAt && second.lastAccessed > first.lastAccessed)
            try await Self.age(shard, by: Self.day)
            #expect(try await client.send(PlaybackState.ListRecentStreams()).total == 0)
            _ = try await client.play("m1")
            let third = try #require(try await client.send(PlaybackState.ListRecentStreams()).streams.first)
            #expect(third.cachedAt == third.lastAccessed)
        }
    }

    @Test func `expired ones are cleared on demand and at the start, all of them on demand`() async throws {
        try await Self.with { harness, client, shard in
            let rows = "SELECT count(*) FROM recentStream"
            _ = try await client.play("m1")
            try await Self.age(shard, by: Self.day)
            _ = try await client.play("m2")
            #expect(try await client.send(PlaybackState.ClearRecentStreams(onlyExpired: true)).removed == 1)
            #expect(try await client.send(PlaybackState.ListRecentStreams()).streams.map(\.content) == ["m2"])
            try await Self.age(shard, by: Self.day)
            try await harness.restart()
            let again = try #require(try await harness.shards?.shard(for: "home"))
            #expect(try await comes { try await again.read { try Int.fetchOne($0, sql: rows) } == 0 })
            let later = try await harness.playback()
            _ = try await later.play("m1")
            _ = try await later.play("m2")
            #expect(try await later.send(PlaybackState.ClearRecentStreams()).removed == 2)
            #expect(try await later.send(PlaybackState.ListRecentStreams()).streams == [])
        }
    }

    @Test func `a replaced title's streams are its successor's, and a deleted profile's are erased`() async throws {
        try await Self.with { _, client, shard in
            _ = try await client.play("m1")
            _ = try await client.play("m2")
            try await shard.write { try ExternalChanges.merged("m1", into: "m2", card: .movie("m2"), $0) }
            let list = try await client.send(PlaybackState.ListRecentStreams())
            #expect(list.streams.map(\.content) == ["m2"] && list.total == 1)
            try await shard.write { try ExternalChanges.profileDeleted(TestCaller.adult.profile, $0) }
            #expect(try await shard.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM recentStream") } == 0)
        }
    }

    @Test func `a child sees no stream of a title that its policy hides by now`() async throws {
        try await Self.with { harness, _, shard in
            let kim = try await harness.playback(.kids)
            _ = try await kim.play("m1")
            try await shard.write { try ExternalChanges.cardChanged(.movie("m1", .r), $0) }
            let list = try await kim.send(PlaybackState.ListRecentStreams())
            #expect(list.streams == [] && list.total == 1)
        }
    }
}
