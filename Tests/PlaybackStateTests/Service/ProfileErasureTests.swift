import GRDB
import HearthModel
import PlaybackStateAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// A deleted profile is looked for in every table that there is: a new one cannot be forgotten.
struct ProfileErasureTests {
    private static let kept: Set<String> = ["deletedProfile"]

    /// The rows that name a profile, by its id or its row: table and column.
    private static func traces(of id: String, row: Int64, _ db: Database) throws -> [String] {
        let tables = try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
        var found: [String] = []
        for table in tables where !kept.contains(table) {
            for column in try db.columns(in: table).map(\.name) {
                // Rows of profiles are numbers, which stand in these columns alone.
                let isRow = ["profile", "owner"].contains(column)
                let count = try Int.fetchOne(
                    db,
                    sql: """
                        SELECT count(*) FROM "\(table)"
                        WHERE instr(CAST("\(column)" AS TEXT), ?1) > 0 OR ("\(column)" = ?2 AND ?3)
                        """, arguments: [id, row, isRow])
                if count != 0 { found.append("\(table).\(column)") }
            }
        }
        return found
    }

    @Test func `no table names a deleted profile`() async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            let catalog = FakeCatalog(SeriesSample.cards)
            catalog.setAccount("panel", maximum: 3)
            try await catalog.play(in: harness)
            let client = try await harness.playback()
            let session = try await client.watch("s1e1", to: 95)
            _ = try await client.send(PlaybackState.CompleteTitle(session: session))
            let open = try await client.play("m1").session
            _ = try await client.send(
                PlaybackState.ReportProgress(reports: [
                    ProgressReport(
                        session: open, elapsedMilliseconds: 9_000, position: 9, duration: 100, state: .paused,
                        sequence: 1)
                ]))
            _ = try await client.send(
                PlaybackState.SetTracks(session: open, tracks: TrackChoice(audioLanguage: "de")))
            _ = try await client.send(PlaybackState.SetNextUpRule(series: "s", rule: .firstUnwatched))
            _ = try await client.send(PlaybackState.NeverSuggest(content: "m1"))
            _ = try await client.send(
                PlaybackState.ImportPlays(plays: [ImportedPlay(watched: "2026-01-31T20:15:00Z", content: "m1")]))
            let shard = try #require(harness.shards?.openShards["home"])
            let (id, day) = (TestCaller.adult.profile, Int64(20_000))
            let before = try await shard.write { db in
                try PlayingTable.hear(.intro, by: id, in: "s", db)
                let grant = ScreenTimeGrant(day: day, at: 1, minutes: 15)
                try ScreenTimeGrantTable.put(grant, of: id, on: day, by: "other", db)
                // Granted to another: that one keeps its minutes.
                try ScreenTimeGrantTable.put(grant, of: "kim", on: day, by: id, db)
                return try Self.traces(of: id, row: try #require(try ProfileTable.row(of: id, db)), db)
            }
            // It has looked where there is something.
            for name in [
                "trackChoice.profile", "heard.profile", "recentStream.profile", "neverSuggested.profile",
                "watchedDay.profile", "screenTimeGrant.profile", "screenTimeGrant.grantedBy", "nextUpRule.profile",
                "viewing.profile", "point.owner",
            ] {
                #expect(before.contains(name), "\(name) of \(before)")
            }
            let row = try await shard.read { try #require(try ProfileTable.row(of: id, $0)) }
            try await shard.write { try ExternalChanges.profileDeleted(id, $0) }
            #expect(try await shard.read { try Self.traces(of: id, row: row, $0) } == [])
            #expect(try await shard.read { try ScreenTimeGrantTable.grants(of: "kim", on: day, $0).count } == 1)
        }
    }
}
