import Foundation
import GRDB
import HearthModel
import Logging
import RPC
import ServiceKit
import TestSupport
import Testing

/// A harness with the data of a stopped household: real shards, keys, and a media file.
struct BackupBench {
    static let services = ["catalog", "profiles", "reading-list"]
    static let identity = HouseholdIdentity(high: 1, low: 2)

    let harness: GatewayHarness
    var data: String { harness.directory.path("data") }

    static let rows = ShardMigration(version: 1, name: "create row") { db in
        try db.execute(sql: "CREATE TABLE row (text TEXT NOT NULL) STRICT")
    }

    init() async throws {
        harness = try GatewayHarness(up: [])
        try harness.directory.directory("data/keys/curve")
        try harness.directory.directory("data/home/downloads/one")
        try write("\(Self.identity.text)\n", "home/household.id")
        try write("{\"people\": 1}", "keys/people.key")
        try write("{\"public\": 1}", "keys/abc_-1.jwk", mode: 0o644)
        try write("key", "keys/curve/client.key")
        try write("a film", "home/downloads/one/film (1999).mp4")
        try write("half a film", "home/downloads/two.part")
        for service in Self.services { try await add(["first of \(service)"], to: service) }
    }

    func write(_ text: String, _ name: String, mode: Int = 0o600, in root: String? = nil) throws {
        let path = "\(root ?? data)/\(name)"
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    func text(_ name: String, in root: String? = nil) -> String? {
        try? String(contentsOfFile: "\(root ?? data)/\(name)", encoding: .utf8)
    }

    /// Opens a shard as its service does.
    func open(_ service: String, in root: String? = nil) async throws -> Shard {
        try await open(service, in: root ?? data)
    }

    private func open(_ service: String, in root: String, version: Int = 1) async throws -> Shard {
        let later = (1...version).dropFirst().map { number in
            ShardMigration(version: number, name: "add column \(number)") { db in
                try db.execute(sql: "ALTER TABLE row ADD COLUMN column\(number) TEXT")
            }
        }
        let directory = try ShardDirectory(
            root: root, service: service, migrations: [Self.rows] + later, runtime: SystemRuntime.shared,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), onFatal: { _ in })
        return try await directory.shard(for: "home")
    }

    /// Adds rows to a stopped service's shard, as a build of a later version does that upgrades it.
    func add(_ texts: [String], to service: String, in root: String? = nil, version: Int = 1) async throws {
        let shard = try await open(service, in: root ?? data, version: version)
        try await shard.write { db in
            for text in texts { try db.execute(sql: "INSERT INTO row (text) VALUES (?)", arguments: [text]) }
        }
        await shard.close()
    }

    /// The rows of a stopped service's shard.
    func rows(of service: String, in root: String? = nil) async throws -> [String] {
        let shard = try await open(service, in: root)
        let rows = try await shard.read { try String.fetchAll($0, sql: "SELECT text FROM row ORDER BY rowid") }
        await shard.close()
        return rows
    }

    /// The names in a directory, hidden ones too.
    func names(_ path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// A new private directory for a restore.
    func target(_ name: String = "target") throws -> String { try harness.directory.directory(name) }
}
