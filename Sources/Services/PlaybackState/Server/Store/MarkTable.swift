internal import GRDB

/// The profiles' marks of titles. Each column keeps the latest time of a mark.
enum MarkTable {
    /// The kinds of marks.
    enum Kind: String, Sendable {
        /// Seen to the end.
        case watched
        /// Start over.
        case reset
        /// Hide it from continue watching.
        case hidden
    }

    static func marks(of profile: Int64, content: Int64, _ db: Database) throws -> WatchState.Marks {
        let statement = try db.cachedStatement(
            sql: "SELECT watched, reset, cleared FROM mark WHERE profile = ? AND content = ?")
        guard let row = try Row.fetchOne(statement, arguments: [profile, content]) else { return WatchState.Marks() }
        return WatchState.Marks(row)
    }

    /// When a title was last hidden; zero for never.
    static func hidden(of profile: Int64, content: Int64, _ db: Database) throws -> HybridTimestamp {
        let statement = try db.cachedStatement(sql: "SELECT hidden FROM mark WHERE profile = ? AND content = ?")
        return HybridTimestamp(rawValue: try Int64.fetchOne(statement, arguments: [profile, content]) ?? 0)
    }

    /// Marks a title; a later mark wins.
    static func put(_ kind: Kind, at stamp: HybridTimestamp, profile: Int64, content: Int64, _ db: Database) throws {
        let column = kind.rawValue
        try db.cachedStatement(
            sql: """
                INSERT INTO mark (profile, content, \(column)) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET \(column) = max(\(column), excluded.\(column))
                """
        ).execute(arguments: [profile, content, stamp.rawValue])
    }

    /// Marks a title as unwatched.
    static func putUnwatched(at stamp: HybridTimestamp, profile: Int64, content: Int64, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO mark (profile, content, reset, cleared) VALUES (?1, ?2, ?3, ?3)
                ON CONFLICT DO UPDATE SET reset = max(reset, excluded.reset), cleared = max(cleared, excluded.cleared)
                """
        ).execute(arguments: [profile, content, stamp.rawValue])
    }
}

extension WatchState.Marks {
    /// The marks of a row with `watched`, `reset` and `cleared`.
    init(_ row: Row) {
        self.init(
            watched: HybridTimestamp(rawValue: row[0]), reset: HybridTimestamp(rawValue: row[1]),
            cleared: HybridTimestamp(rawValue: row[2]))
    }
}
