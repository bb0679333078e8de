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
}
