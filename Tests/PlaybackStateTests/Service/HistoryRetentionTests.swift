import GRDB
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// History is removed after as many days as the household keeps it, and never by a wrong clock.
struct HistoryRetentionTests {
    private static let day: Int64 = 86_400_000

    private static func with(_ body: (RPCClient<PlaybackState>, Shard, Int64) async throws -> Void) async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try await FakeCatalog([.movie("m1"), .movie("m2"), .movie("m3")]).play(in: harness)
            let client = try await harness.playback()
            _ = try await client.send(PlaybackState.ListQueue())
            let shard = try #require(harness.shards?.openShards["home"])
            try await body(client, shard, SystemRuntime.shared.wallTime.millisecondsSince1970)
        }
    }

    private static func keep(days: Int32?, in shard: Shard) async throws {
        let settings = HouseholdSettings(
            name: "Home", timeZone: "UTC", kidsSeeUnrated: true, kidsSeeUnratedChannels: true,
            preferences: days.map { HouseholdPreferences(historyDays: $0) })
        try await shard.write {
            try ProfilesEvents.apply(ProfilesEvent(settingsChanged: settings), at: WallTime(secondsSince1970: 0), $0)
        }
    }

    /// Plays a title up to a position of 100 s, and moves the session back by days.
    private static func watch(
        _ content: ContentID, _ position: Double, daysAgo: Int64, _ client: RPCClient<PlaybackState>, _ shard: Shard
    ) async throws {
        let session = try await client.send(PlaybackState.Play(content: content, device: "tv\(daysAgo)")).session
        _ = try await client.send(
            PlaybackState.EndSession(
                session: session,
                last: ProgressReport(session: session, elapsedMilliseconds: 1, position: position, duration: 100)))
        let shift = daysAgo * day << HybridTimestamp.counterBits
        let row = try #require(SessionID(session)).row
        try await shard.write { db in
            for statement in [
                "UPDATE session SET opened = opened - ? WHERE row = ?",
                "UPDATE viewing SET opened = opened - ? WHERE session = ?",
                "UPDATE point SET stamp = stamp - ? WHERE session = ?",
            ] {
                try db.execute(sql: statement, arguments: [shift, row])
            }
        }
    }

    @Test func `what is older than the household keeps it goes, and stays watched`() async throws {
        try await Self.with { client, shard, now in
            try await Self.watch("m1", 100, daysAgo: 40, client, shard)
            try await Self.watch("m2", 50, daysAgo: 31, client, shard)
            try await Self.watch("m2", 20, daysAgo: 29, client, shard)
            try await Self.watch("m3", 30, daysAgo: 0, client, shard)
            // For good, as long as nothing is set.
            #expect(try await shard.write { try HistoryRetention.sweep(at: now, $0) } == false)
            #expect(try await client.send(PlaybackState.ListHistory()).total == 4)
            try await Self.keep(days: 30, in: shard)
            #expect(try await shard.write { try HistoryRetention.sweep(at: now, $0) } == false)
            let kept = try await client.send(PlaybackState.ListHistory()).entries.map { "\($0.content) \($0.position)" }
            #expect(kept == ["m3 30.0", "m2 20.0"])
            let titles = try await client.send(PlaybackState.GetProgress(contents: ["m1", "m2", "m3"])).titles
            #expect(titles.map(\.isWatched) == [true, false, false])
            #expect(titles[1].position == 20 && titles[0].playCount == 1)
            try await Self.keep(days: nil, in: shard)
            #expect(try await shard.write { try HistoryRetention.sweep(at: now + 400 * Self.day, $0) } == false)
            #expect(try await client.send(PlaybackState.ListHistory()).total == 2)
        }
    }

    @Test func `a clock that is years ahead removes nothing of what was watched last`() async throws {
        try await Self.with { client, shard, now in
            try await Self.watch("m1", 100, daysAgo: 20, client, shard)
            try await Self.watch("m2", 100, daysAgo: 0, client, shard)
            try await Self.keep(days: 30, in: shard)
            #expect(try await shard.write { try HistoryRetention.sweep(at: now + 4_000 * Self.day, $0) } == false)
            #expect(try await client.send(PlaybackState.ListHistory()).total == 2)
        }
    }

    @Test func `a long history goes in several transactions`() async throws {
        try await Self.with { client, shard, now in
            try await Self.watch("m1", 10, daysAgo: 50, client, shard)
            try await Self.watch("m2", 10, daysAgo: 0, client, shard)
            try await Self.keep(days: 30, in: shard)
            try await shard.write { db in
                let (count, first) = (PlaybackLimits.sessionsPerSweep + 20, 1_000)
                for table in ["session", "point", "viewing"] {
                    let columns = try db.columns(in: table).map(\.name)
                    let key = table == "session" ? "row" : "session"
                    let chosen = columns.map { $0 == key ? "n.value" : "t.\($0)" }.joined(separator: ", ")
                    try db.execute(
                        sql: """
                            WITH RECURSIVE n(value) AS (VALUES (\(first)) UNION ALL
                                SELECT value + 1 FROM n WHERE value < \(first + count - 1))
                            INSERT INTO \(table) (\(columns.joined(separator: ", ")))
                            SELECT \(chosen) FROM n, (SELECT * FROM \(table) ORDER BY \(key) LIMIT 1) t
                            """)
                }
            }
            #expect(try await shard.write { try HistoryRetention.sweep(at: now, $0) })
            #expect(try await shard.write { try HistoryRetention.sweep(at: now, $0) } == false)
            #expect(try await client.send(PlaybackState.ListHistory()).entries.map(\.content) == ["m2"])
        }
    }
}
