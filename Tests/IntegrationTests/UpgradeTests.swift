import Foundation
import GRDB
import Logging
import RPC
import ServiceKit
import TestSupport
import Testing

/// Upgrades and rollbacks of a real executable, killed at every stage.
@Suite(.tags(.integration), .serialized)
struct UpgradeTests {
    private static let service = "reading-list"

    /// A cluster with a household whose reading-list has a shard of the first version, with the kit's tables alone.
    private func prepare(_ cluster: RealCluster) async throws -> String {
        try await cluster.up("--services", "profiles")
        _ = try await cluster.hearth("profile", "list")
        _ = try await cluster.hearth("down")
        let directory = try ShardDirectory(
            root: cluster.data, service: Self.service, migrations: [], runtime: SystemRuntime.shared,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), onFatal: { _ in })
        let shard = try await directory.shard(for: "home")
        try await shard.write { db in
            try db.execute(sql: "CREATE TABLE kept (number INTEGER) STRICT; INSERT INTO kept VALUES (42)")
        }
        await directory.close()
        return "\(cluster.data)/home/\(Self.service).sqlite"
    }

    private func kept(_ shard: String) throws -> Int? {
        try ShardCopy.checkIntegrity(shard)
        let database = try DatabaseQueue(path: ShardVFS.uri(shard, isImmutable: true))
        defer { try? database.close() }
        return try database.read { try Int.fetchOne($0, sql: "SELECT number FROM kept") }
    }

    private func arm(_ point: BackupFailPoint, _ process: String, _ chaos: String) throws {
        try Data().write(to: URL(filePath: FailPoints.file(of: point, process: process, in: chaos)))
    }

    @Test func `an upgrade that is killed goes on, and a rollback that is killed, too`()
        async throws
    {
        try await RealCluster.with { cluster in
            let shard = try await prepare(cluster)
            let old = try #require(try ShardCopy.schemaVersion(ofShard: shard))
            let chaos = try cluster.directory.directory("chaos")
            let variables = ["HEARTH_CHAOS_DIRECTORY": chaos]
            let points = BackupFailPoint.allCases.filter { $0.rawValue.hasPrefix("upgrade") }
            for point in points { try arm(point, Self.service, chaos) }
            try await cluster.up(
                "--services", "profiles,\(Self.service)", "--restart-limit", "0", variables: variables)
            try await cluster.until("it serves") { try await cluster.hearth("status", Self.service).code == 0 }
            #expect(try FileManager.default.contentsOfDirectory(atPath: chaos) == [], "a point was not reached")
            let saved = try await cluster.hearth("read", "save", "https://example.org/new")
            #expect(saved.code == 0, "\(saved.err)")
            _ = try await cluster.hearth("down")
            let copies = UpgradeFolder(shard: shard).copies
            #expect(copies.count == 1 && copies.first?.manifest.upgraded != nil)
            #expect(copies.first?.manifest.fromSchema == old)
            #expect(try kept(try #require(copies.first).path) == 42)
            let new = try #require(try ShardCopy.schemaVersion(ofShard: shard))
            #expect(new > old)

            // A killed rollback leaves the shard, or its copy, and a way to complete it.
            for point in BackupFailPoint.allCases where point.rawValue.hasPrefix("rollback") {
                try arm(point, "hearth", chaos)
                let killed = try await cluster.execute("hearth", ["rollback", "--yes"], variables: variables)
                #expect(killed.code == -1, "\(point) was not reached: \(killed.err)")
                if point != .rollbackStaged {
                    let up = try await cluster.hearth("up", "--detach", "--services", "profiles")
                    #expect(up.code == ExitStatus.configuration.rawValue, "\(point): \(up.out)\(up.err)")
                }
                let completed = try await cluster.hearth("rollback", "--yes")
                #expect(completed.code == 0, "\(point): \(completed.err)")
                #expect(try ShardCopy.schemaVersion(ofShard: shard) == old, "\(point)")
                #expect(try kept(shard) == 42, "\(point)")
                // Upgraded again for the next kill.
                try await cluster.up("--services", "profiles,\(Self.service)")
                _ = try await cluster.hearth("down")
                #expect(try ShardCopy.schemaVersion(ofShard: shard) == new, "\(point)")
            }
            let aside = try FileManager.default.contentsOfDirectory(atPath: cluster.data)
                .filter { $0.hasPrefix(".replaced-") }
            #expect(aside.count == 5)
            #expect(UpgradeFolder(shard: shard).copies.count == ShardLimits().upgradeCopies)
        }
    }
}
