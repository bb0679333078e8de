internal import GRDB
internal import ServiceKit

/// The household's windows.
enum WindowTable {
    private static let columns = """
        row, id, weekday, start, finish, label, isFamilyFriendly, partnerMustLike, version,
        (SELECT group_concat(profile, char(31)) FROM windowProfile WHERE item = viewingWindow.row)
        """

    static func all(_ db: Database) throws -> [ViewingWindow] {
        try Row.fetchAll(db, sql: "SELECT \(columns) FROM viewingWindow ORDER BY weekday, start, row").map(window)
    }

    /// The windows as displayed: without quarantined profiles, and without the windows that are theirs only.
    static func shown(_ db: Database) throws -> [ViewingWindow] {
        let hidden = try QuarantineTable.profiles(db)
        return hidden.isEmpty ? try all(db) : try all(db).compactMap { $0.shown(without: hidden) }
    }

    static func find(_ id: String, _ db: Database) throws -> ViewingWindow? {
        try Row.fetchOne(db, sql: "SELECT \(columns) FROM viewingWindow WHERE id = ?", arguments: [id]).map(window)
    }

    static func insert(_ window: ViewingWindow, _ db: Database) throws {
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM viewingWindow") ?? 0
        guard count < SchedulerLimits.windows else {
            throw SchedulerError.limitReached("windows", SchedulerLimits.windows)
        }
        try db.execute(
            sql: "INSERT INTO viewingWindow VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                window.id, window.weekday.number, window.start.minutes, window.end.minutes, window.label,
                window.isFamilyFriendly, window.partnerMustLike, window.version,
            ])
        try put(window.profiles, of: db.lastInsertedRowID, db)
    }

    static func update(_ window: ViewingWindow, _ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE viewingWindow SET weekday = ?, start = ?, finish = ?, label = ?, isFamilyFriendly = ?,
                partnerMustLike = ?, version = ? WHERE row = ?
                """,
            arguments: [
                window.weekday.number, window.start.minutes, window.end.minutes, window.label,
                window.isFamilyFriendly, window.partnerMustLike, window.version, window.row,
            ])
        try put(window.profiles, of: window.row, db)
    }

    static func remove(_ window: ViewingWindow, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM viewingWindow WHERE row = ?", arguments: [window.row])
    }

    private static func put(_ profiles: Set<String>, of row: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM windowProfile WHERE item = ?", arguments: [row])
        for profile in profiles.sorted() {
            try db.execute(sql: "INSERT INTO windowProfile VALUES (?, ?)", arguments: [row, profile])
        }
    }

    private static func window(_ row: Row) -> ViewingWindow {
        let profiles: String = row[9]
        return ViewingWindow(
            id: row[1], row: row[0], profiles: Set(profiles.split(separator: "\u{1f}").map(String.init)),
            weekday: Weekday(number: row[2]), start: TimeOfDay(minutes: row[3]), end: TimeOfDay(minutes: row[4]),
            label: row[5], isFamilyFriendly: row[6], partnerMustLike: row[7], version: row[8])
    }
}
