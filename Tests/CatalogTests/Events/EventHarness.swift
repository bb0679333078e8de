import CatalogAPI
import Foundation
import GRDB
import HearthModel
import Logging
import RPC
import RPCInProcess
import ServiceKit
import Synchronization
import TestSupport

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// A catalog that tells what happens to its titles, and some that follow it, each with a disk of its own.
// Unchecked: its owner, one test, starts and stops its parts one after another.
final class EventHarness: @unchecked Sendable {
    let runtime: any Runtime
    let face: ShardOptions.ExecutionMode
    let directory: TemporaryDirectory
    private let host: InProcessHost
    private(set) var queue: ImportQueue?
    private var followers: [String: Follower] = [:]

    /// One that follows.
    private struct Follower {
        var shards: ShardDirectory
        var client: InProcessClient
        var task: Task<Void, Never>
    }

    init(_ runtime: any Runtime, face: ShardOptions.ExecutionMode) throws {
        (self.runtime, self.face) = (runtime, face)
        directory = try TemporaryDirectory()
        host = InProcessHost(name: "catalog", runtime: runtime)
        for name in ["catalog", "early", "late"] { try directory.directory("\(name)/home") }
    }

    private func shards(_ name: String, _ migrations: [ShardMigration]) throws -> ShardDirectory {
        var options = ShardOptions(face: face)
        options.limits.ballastBytes = 0
        return try ShardDirectory(
            root: directory.path(name), service: name, migrations: migrations, options: options, runtime: runtime,
            logger: Self.logger, onFatal: { _ in })
    }

    private static var logger: Logger { Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }) }

    // MARK: The catalog

    func startCatalog() throws {
        var limits = ImportLimits()
        limits.stagedEntries = 16
        limits.stagedProgrammes = 16
        let shards = try shards("catalog", CatalogMigrations.all)
        let queue = ImportQueue(shards: shards, runtime: runtime, logger: Self.logger, limits: limits)
        self.queue = queue
        var handlers = RPCHandlers<Catalog>()
        handlers.on(Catalog.FollowEvents.self) { _, writer, call in
            let shard = try await shards.shard(for: "home")
            try await shard.sendOutbox(to: writer, after: call.resumeAfter, source: CatalogOutbox())
        }
        handlers.declineOthers()
        var server = RPCServer(name: "catalog", version: "1", runtime: runtime)
        try server.add(handlers)
        host.start(server)
        queue.enqueueMaintenance(household: "home")
    }

    /// Stops the catalog, whatever its imports are at.
    func stopCatalog() async {
        host.kill()
        let shards = queue?.shards
        await shards?.close()
        await queue?.stop()
        queue = nil
    }

    /// Begins an import, or a source's removal when there is no list.
    func begin(_ list: String?, source: String) async throws {
        guard let list else {
            _ = try await queue?.enqueue(.removal, source: source, path: "", allowsShrinking: true, household: "home")
            return
        }
        let path = try directory.write(list, to: "\(runtime.random()).m3u")
        _ = try await queue?.enqueue(.playlist, source: source, file: path, allowsShrinking: true, household: "home")
    }

    /// Lets so much time pass for what is stale that it goes.
    func expire() async throws {
        // Waited for, every heartbeat of eight days would be played.
        try await queue?.shards.shard(for: "home").write { try $0.execute(sql: "UPDATE entry SET lostAt = 0") }
        queue?.enqueueMaintenance(household: "home")
        await queue?.idle()
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value? {
        try await queue?.shards.shard(for: "home").read(body)
    }

    /// All titles that there are.
    func cards() async throws -> [Card] {
        let snapshot = try await read { try SnapshotReader.piece(after: nil, limit: .max, $0) }
        return snapshot?.cards ?? []
    }

    // MARK: Those who follow

    func start(_ name: String) async throws {
        let shards = try shards(name, [ReferencedTitles.migration])
        _ = try await shards.shard(for: "home")
        let client = InProcessClient(host, name: name)
        let token: @Sendable (String) async throws -> TokenLease = { TokenLease(AccessToken($0), life: .seconds(300)) }
        let follower = EventFollower<Catalog.FollowEvents>(
            .init(name: "catalog", channel: client.channel, request: Catalog.FollowEvents(), token: token),
            into: shards, health: HealthRegistry(), logger: Self.logger,
            apply: { try $0.apply(to: ReferencedTitles(db: $1)) })
        let task = runtime.spawn { await follower.followAll() }
        followers[name] = Follower(shards: shards, client: client, task: task)
    }

    func stop(_ name: String) async {
        guard let follower = followers.removeValue(forKey: name) else { return }
        follower.task.cancel()
        await follower.shards.close()
        await follower.task.value
        follower.client.close()
    }

    /// The shard of one that follows.
    func shard(_ name: String) async throws -> Shard? { try await followers[name]?.shards.shard(for: "home") }

    /// Waits until one has everything that the catalog has told; false after a time in which that should be.
    func hasAll(_ name: String) async throws -> Bool {
        try await comes(on: runtime) {
            let published = try await read {
                try Int64.fetchOne($0, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'outbox'") ?? 0
            }
            let had = try await shard(name)?.read { try Int64.fetchOne($0, sql: "SELECT sequence FROM inbox") }
            return published == had
        }
    }

    func stopAll() async {
        for name in followers.keys.sorted() { await stop(name) }
        await stopCatalog()
    }
}

/// References to titles, with labels to tell what has become of which.
struct ReferencedTitles: TitleReferences {
    let db: Database

    static let migration = ShardMigration(version: 1, name: "tables") { db in
        try db.execute(
            sql: """
                CREATE TABLE reference (label TEXT PRIMARY KEY, content TEXT NOT NULL) STRICT;
                CREATE TABLE title (content TEXT PRIMARY KEY, name TEXT, rating TEXT, gone INTEGER NOT NULL) STRICT;
                CREATE TABLE counted (cards INTEGER NOT NULL) STRICT;
                INSERT INTO counted VALUES (0);
                """)
    }

    /// What a reference leads to.
    struct Kept: Hashable, CustomStringConvertible {
        var content: String
        var name: String?
        var rating: String?
        var isGone: Bool

        var description: String { "\(content) \(name ?? "-") \(rating ?? "-")\(isGone ? " gone" : "")" }
    }

    /// Begins to refer to a title.
    func refer(to card: Card) throws {
        try db.execute(sql: "INSERT INTO reference VALUES (?1, ?1)", arguments: [card.id.rawValue])
        try put(card)
    }

    /// Everything that is kept, by label.
    func all() throws -> [String: Kept] {
        let rows = try Row.fetchAll(
            db, sql: "SELECT label, content, name, rating, gone FROM reference NATURAL JOIN title")
        return Dictionary(
            uniqueKeysWithValues: rows.map { row in
                (row[0], Kept(content: row[1], name: row[2], rating: row[3], isGone: row[4]))
            })
    }

    /// How many cards it was told.
    var deliveredCount: Int { get throws { try Int.fetchOne(db, sql: "SELECT cards FROM counted") ?? 0 } }

    private func isReferenced(_ id: ContentID) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM reference WHERE content = ?)", arguments: [id.rawValue]) ?? false
    }

    func put(_ card: Card) throws {
        try db.execute(sql: "UPDATE counted SET cards = cards + 1")
        guard try isReferenced(card.id) else { return }
        try db.execute(
            sql: "INSERT OR REPLACE INTO title VALUES (?, ?, ?, 0)",
            arguments: [card.id.rawValue, card.title, card.rating.rawValue])
    }

    func merge(_ old: ContentID, into new: ContentID, card: Card?) throws {
        guard try old != new && isReferenced(old) else { return }
        try db.execute(
            sql: "UPDATE reference SET content = ?2 WHERE content = ?1", arguments: [old.rawValue, new.rawValue])
        try db.execute(
            sql: "INSERT OR IGNORE INTO title SELECT ?2, name, rating, 0 FROM title WHERE content = ?1",
            arguments: [old.rawValue, new.rawValue])
        try db.execute(sql: "DELETE FROM title WHERE content = ?", arguments: [old.rawValue])
        if let card { try put(card) }
    }

    func lose(_ id: ContentID) throws {
        try db.execute(sql: "UPDATE title SET gone = 1 WHERE content = ?", arguments: [id.rawValue])
    }

    // It keeps no sets.
    func leave(ruleSets: Int64) {}

    func ids(after: ContentID?, through: ContentID?) throws -> [ContentID] {
        try String.fetchAll(
            db, sql: "SELECT content FROM title WHERE content > ? AND (?2 IS NULL OR content <= ?2)",
            arguments: [after?.rawValue ?? "", through?.rawValue]
        ).map(ContentID.init(rawValue:))
    }
}
