internal import CatalogRecognition
internal import GRDB

/// Aliases: former ids of titles. A corrected name or an added guide id makes a new id, and the old one becomes an
/// alias of it.
enum AliasTable {
    /// The longest chain of aliases that is followed.
    private static let maximumSteps = 8

    /// The ids that a title has had since `id`, the latest last; none when it has come back to `id`. Each replacement
    /// is later than the one before: older ones were undone when the title came back.
    static func successors(of id: String, _ db: Database, _ scope: ReadScope) throws -> [String] {
        let statement = try db.cachedStatement(
            sql: "SELECT successor, born FROM alias WHERE id = ? AND born <= ? AND born > ? ORDER BY born DESC LIMIT 1")
        var found: [String] = []
        var (current, since): (String, Int64) = (id, 0)
        while found.count < maximumSteps,
            let row = try Row.fetchOne(statement, arguments: [current, scope.generation, since])
        {
            (current, since) = (row[0], row[1])
            if current == id { return [] }
            found.append(current)
        }
        return found
    }

    /// The reason of an alias made by a correction.
    static let byHand = "by hand"
    /// The reason of an alias of duplicates by TMDB's id.
    static let byNumber = "TMDB"
    /// The reason of an alias of duplicate channels by name.
    static let byName = "\(MatchKey.Kind.name)"
    /// The reason of an alias that was removed: the title is back.
    static let back = "back"

    /// Whether there are no aliases.
    static func isEmpty(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM alias)") ?? true
    }

    /// Whether an id was ever replaced.
    static func isAny(of id: String, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM alias WHERE id = ?)")
        return try Bool.fetchOne(statement, arguments: [id]) ?? false
    }

    /// Whether a generation adds any alias.
    static func isAny(in generation: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM alias WHERE born = ? AND successor <> id)")
        return try Bool.fetchOne(statement, arguments: [generation]) ?? false
    }

    /// Whether a generation adds an alias of an id.
    static func isReplaced(_ id: String, in generation: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM alias WHERE id = ? AND born = ? AND successor <> id)")
        return try Bool.fetchOne(statement, arguments: [id, generation]) ?? false
    }

    /// Stages an alias from `id` to `successor`: a title that is its own successor is back.
    static func stage(_ id: String, successor: String, reason: String, generation: Int64, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO alias (id, born, successor, reason) VALUES (?, ?, ?, ?)")
        try statement.execute(arguments: [id, generation, successor, reason])
    }
}
