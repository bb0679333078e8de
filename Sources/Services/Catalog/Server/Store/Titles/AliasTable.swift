internal import GRDB

/// Ids that a title had before: a corrected name or a guide id that was added makes a new one, and the old one goes on
/// pointing at it.
enum AliasTable {
    /// The longest chain of renamings that is followed.
    private static let maximumSteps = 8

    /// The ids that a title has had since `id`, the latest last; none when it has come back to `id`. Each replacement is
    /// later than the one before: older ones were undone when the title came back.
    static func successors(of id: String, _ db: Database, _ lens: ReadScope) throws -> [String] {
        let statement = try db.cachedStatement(
            sql: "SELECT successor, born FROM alias WHERE id = ? AND born <= ? AND born > ? ORDER BY born DESC LIMIT 1")
        var found: [String] = []
        var (current, since): (String, Int64) = (id, 0)
        while found.count < maximumSteps,
            let row = try Row.fetchOne(statement, arguments: [current, lens.generation, since])
        {
            (current, since) = (row[0], row[1])
            if current == id { return [] }
            found.append(current)
        }
        return found
    }

    /// Why an id was replaced that a person's correction has replaced.
    static let byHand = "by hand"
    /// Why an id was replaced that is one title with another by TMDB's number.
    static let byNumber = "TMDB"
    /// Why an id was replaced that is another list's channel by its name.
    static let byName = "\(MatchKey.Kind.name)"
    /// Why an id is its own again that was replaced.
    static let back = "back"

    /// Whether no id was ever replaced.
    static func isEmpty(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM alias)") ?? true
    }

    /// Whether an id was ever replaced.
    static func isAny(of id: String, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM alias WHERE id = ?)")
        return try Bool.fetchOne(statement, arguments: [id]) ?? false
    }

    /// Whether any id becomes another one with a generation.
    static func isAny(in generation: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM alias WHERE born = ? AND successor <> id)")
        return try Bool.fetchOne(statement, arguments: [generation]) ?? false
    }

    /// Whether an id becomes another one with a generation.
    static func isReplaced(_ id: String, in generation: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM alias WHERE id = ? AND born = ? AND successor <> id)")
        return try Bool.fetchOne(statement, arguments: [id, generation]) ?? false
    }

    /// Notes, under a generation that is not published yet, that `id` has become `successor`: one that is its own successor is
    /// back.
    static func stage(_ id: String, successor: String, reason: String, generation: Int64, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO alias (id, born, successor, reason) VALUES (?, ?, ?, ?)")
        try statement.execute(arguments: [id, generation, successor, reason])
    }
}
