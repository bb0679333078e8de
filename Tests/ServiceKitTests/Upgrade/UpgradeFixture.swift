import Foundation
import GRDB
import Logging
import RPC
import Testing

@testable import ServiceKit

/// The shard of a household, opened by builds with more and more migrations.
struct UpgradeFixture {
    let fixture: ShardFixture

    /// The migrations of a build of so many versions.
    static func migrations(_ version: Int) -> [ShardMigration] {
        (1...version).map { number in
            number == 1
                ? ShardFixture.rows
                : ShardMigration(version: number, name: "add column \(number)") { db in
                    try db.execute(sql: "ALTER TABLE row ADD COLUMN column\(number) TEXT")
                }
        }
    }

    /// A migration that fails, after the first one of so many.
    static func failing(_ version: Int) -> [ShardMigration] {
        migrations(version).dropLast() + [
            ShardMigration(version: version, name: "fail") { db in try db.execute(sql: "INSERT INTO nowhere VALUES (1)")
            }
        ]
    }

    var root: String { "\(fixture.directory)/data" }
    var path: String { "\(root)/home/test.sqlite" }
    var copies: [UpgradeCopy] { UpgradeFolder(shard: path).copies }

    func directory(
        _ migrations: [ShardMigration], in root: String? = nil, options change: (inout ShardOptions) -> Void = { _ in }
    ) throws -> ShardDirectory {
        var options = ShardOptions()
        options.limits.ballastBytes = 0
        change(&options)
        return try ShardDirectory(
            root: root ?? self.root, service: "test", migrations: migrations, createsHouseholds: true, options: options,
            runtime: SystemRuntime.shared, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        ) { _ in }
    }

    /// Opens the shard as a build does, runs `body`, and closes it.
    @discardableResult
    func with<Value>(
        _ migrations: [ShardMigration], in root: String? = nil, options change: (inout ShardOptions) -> Void = { _ in },
        _ body: (Shard) async throws -> Value
    ) async throws -> Value {
        let directory = try directory(migrations, in: root, options: change)
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(try await directory.shard(for: "home")))
        } catch {
            result = .failure(error)
        }
        await directory.close()
        return try result.get()
    }

    func insert(_ id: Int, _ version: Int) async throws {
        try await with(Self.migrations(version)) { shard in
            try await shard.write { try $0.execute(sql: "INSERT INTO row (id) VALUES (?)", arguments: [id]) }
        }
    }

    func upgrade(to version: Int) async throws { try await with(Self.migrations(version)) { _ in } }

    /// The rows of a file, which is not modified.
    static func ids(_ path: String) throws -> [Int] {
        try ShardCopy.checkIntegrity(path)
        let database = try DatabaseQueue(path: ShardVFS.uri(path, isImmutable: true))
        defer { try? database.close() }
        return try database.read { try Int.fetchAll($0, sql: "SELECT id FROM row ORDER BY id") }
    }

    static func version(_ service: Int) -> Int64 { Int64(ShardFixture.version(service: service)) }
}
