import GRDB
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// Shards of earlier versions.
struct PlaybackMigrationTests {
    private static func open(_ path: String, _ migrations: [ShardMigration]) throws -> Shard {
        var options = ShardOptions(face: .inline)
        options.limits.ballastBytes = 0
        return try Shard.open(
            path, migrations: migrations, options: options, runtime: SystemRuntime.shared, logger: LogCapture().logger,
            onFatal: { _ in })
    }

    @Test func `a shard without slots keeps its sessions, which hold none, and hears of all settings again`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let path = directory.path("playback-state.sqlite")
        let old = try Self.open(path, PlaybackMigrations.all.filter { $0.version <= 7 })
        try await old.write { db in
            let new = SessionTable.New(
                content: try ContentTable.make("m", card: nil, db), variant: "v", device: "tv",
                opened: HybridTimestamp(milliseconds: 1_000), started: 1, nonce: 1, isTimed: false,
                profiles: [try ProfileTable.make("p", db)])
            _ = try SessionTable.open(new, db)
            try db.execute(sql: "INSERT INTO inbox VALUES ('profiles', 1, 5), ('catalog', 1, 6)")
        }
        await old.close()
        let now = try Self.open(path, PlaybackMigrations.all)
        try await now.read { (db: Database) throws in
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM session") == 1)
            #expect(try SlotTable.rule(db) == .refuse)
            #expect(try SlotTable.held(of: "panel", db).isEmpty)
            #expect(try SlotTable.hear(1, at: 1_000, db))
            #expect(try NeverSuggestedTable.ids(of: "p", db).isEmpty)
            #expect(try ScreenTimeGrantTable.grants(of: "p", on: 20_000, db).isEmpty)
            // Profiles starts over with a snapshot: settings that were not followed are in it.
            #expect(try String.fetchAll(db, sql: "SELECT source FROM inbox") == ["catalog"])
        }
        await now.close()
    }

    @Test func `a shard without the order of titles gets it from its sessions and marks`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("playback-state.sqlite")
        let old = try Self.open(path, PlaybackMigrations.all.filter { $0.version <= 15 })
        let titles = ["ended", "open", "marked", "channel"]
        try await old.write { db in
            let profile = try ProfileTable.make("p", db)
            for (number, title) in titles.enumerated() {
                let content = try ContentTable.make(ContentID(rawValue: title), card: nil, db)
                let stamp = HybridTimestamp(milliseconds: Int64(number + 1) * 1_000)
                if title == "marked" { try MarkTable.put(.watched, at: stamp, profile: profile, content: content, db) }
                let new = SessionTable.New(
                    content: content, variant: "v", device: title, opened: stamp, started: 1, nonce: 1,
                    isTimed: title == "channel", profiles: [profile])
                let session = try SessionTable.open(new, db)
                let isPlaying = title == "open"
                try db.execute(
                    sql: "UPDATE point SET stamp = ?, progress = 0.4, ended = ? WHERE session = ?",
                    arguments: [title == "marked" ? 0 : stamp.rawValue, !isPlaying, session.row])
            }
        }
        await old.close()
        let now = try Self.open(path, PlaybackMigrations.all)
        let kept = try await now.read { db in
            try String.fetchAll(
                db, sql: "SELECT c.id FROM latest l JOIN content c ON c.row = l.content ORDER BY l.stamp")
        }
        #expect(kept == ["ended", "marked"])
        await now.close()
    }
}
