package import GRDB

/// One forward migration of a shard's schema. A released migration is never edited.
///
///     ShardMigration(version: 1, name: "create title") { db in
///         try db.execute(sql: "CREATE TABLE title (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT")
///     }
public struct ShardMigration: Sendable {
    /// The schema version that it produces: 1 for a service's first, then 2, and so on.
    public let version: Int
    /// Its description, for people.
    public let name: String
    package let apply: @Sendable (Database) throws -> Void

    /// Creates a migration. It runs in its own transaction, and foreign keys are checked at its end.
    package init(version: Int, name: String, apply: @escaping @Sendable (Database) throws -> Void) {
        self.version = version
        self.name = name
        self.apply = apply
    }
}

/// The two version numbers of a shard: of the tables that every shard has, and of the service's own.
///
/// SQLite keeps one number with a file (`PRAGMA user_version`), so it holds both: 20_003 is kit 2, service 3.
struct ShardVersion: Hashable {
    var kit: Int
    var service: Int

    /// The exclusive maximum of a service's migrations.
    static let kitUnit = 10_000

    init(kit: Int, service: Int) {
        self.kit = kit
        self.service = service
    }

    init(userVersion: Int) {
        kit = userVersion / Self.kitUnit
        service = userVersion % Self.kitUnit
    }

    var userVersion: Int { kit * Self.kitUnit + service }

    /// Whether it includes migrations unknown to code of version `known`.
    func isNewer(than known: ShardVersion) -> Bool { kit > known.kit || service > known.service }
}
