internal import CBOR
internal import DownloadsAPI
internal import Foundation
internal import GRDB
internal import HearthModel

/// The files of a household.
enum FileTable {
    /// The initial values of a new file.
    struct New: Sendable {
        var id: String
        var card: Card
        var variant: String
        var quality: DownloadQuality
        var kind: FileRecord.Kind
        var reserved: Int64
        var total: Int64?
        var started: Int64
    }

    static func insert(_ new: New, _ db: Database) throws -> Int64 {
        let card = Data(try CBOREncoder().encode(new.card))
        try db.cachedStatement(
            sql: """
                INSERT INTO file (id, content, variant, quality, card, audience, kind, reserved, total, started)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            new.id, new.card.id.rawValue, new.variant, new.quality.rawValue, card, new.card.audienceColumn,
            new.kind.rawValue,
            new.reserved, new.total, new.started,
        ])
        return db.lastInsertedRowID
    }

    static func find(_ row: Int64, _ db: Database) throws -> FileRecord? {
        try fetch("WHERE f.row = ?", [row], db).first
    }

    static func find(id: String, _ db: Database) throws -> FileRecord? {
        try fetch("WHERE f.id = ?", [id], db).first
    }

    /// A profile's files, of all titles or of one.
    static func all(of profile: String, content: ContentID? = nil, _ db: Database) throws -> [FileRecord] {
        try fetch(
            """
            JOIN wish w ON w.file = f.row WHERE w.profile = ?1 AND (?2 IS NULL OR f.content = ?2)
            ORDER BY f.phase <> 0, CASE WHEN f.phase = 0 THEN w.place ELSE -f.started END, f.row
            """, [profile, content?.rawValue], db)
    }

    /// Another profile's file of the same link in the same quality.
    static func shared(
        _ content: ContentID, _ variant: String, _ quality: DownloadQuality, _ db: Database
    ) throws
        -> FileRecord?
    {
        try fetch(
            "WHERE f.content = ? AND f.variant = ? AND f.quality = ? ORDER BY f.row",
            [content.rawValue, variant, quality.rawValue], db
        ).first
    }

    /// The files of some titles, by row.
    static func rows(of titles: Set<ContentID>, _ db: Database) throws -> [Int64] {
        let statement = try db.cachedStatement(sql: "SELECT row FROM file WHERE content = ?")
        return try titles.flatMap { try Int64.fetchAll(statement, arguments: [$0.rawValue]) }
    }

    /// The pending files.
    static func pending(_ db: Database) throws -> [FileRecord] { try fetch("WHERE f.phase = 0 ORDER BY f.row", [], db) }

    /// Every file.
    static func all(_ db: Database) throws -> [FileRecord] { try fetch("ORDER BY f.row", [], db) }

    private static func fetch(_ rest: String, _ arguments: StatementArguments, _ db: Database) throws -> [FileRecord] {
        let statement = try db.cachedStatement(sql: "SELECT \(FileRecord.columns) FROM file f \(rest)")
        return try Row.fetchAll(statement, arguments: arguments).map { try FileRecord($0, db) }
    }

    /// Stores a file's state, including its requests. A file without requests is deleted, and its folder after it.
    ///
    /// - Parameter now: the time, in milliseconds since 1970, at which new requests are made.
    static func put(
        _ state: FileState, of file: FileRecord, detail: String? = nil, at now: Int64 = 0, _ db: Database
    ) throws {
        if state.isUnrequested { return try remove(file.row, id: file.id, db) }
        var problem: String?
        if case .failed(let code) = state.phase { problem = code.rawValue }
        let phase: Int64 = state.phase == .pending ? 0 : state.phase == .completed ? 1 : 2
        try db.cachedStatement(sql: "UPDATE file SET phase = ?2, problem = ?3, detail = ?4 WHERE row = ?1").execute(
            arguments: [file.row, phase, problem, problem == nil ? nil : detail ?? file.detail])
        try FileRequestTable.put(state.requests, for: file.row, at: now, db)
    }

    static func remove(_ row: Int64, id: String, _ db: Database) throws {
        try db.execute(sql: "INSERT OR IGNORE INTO trash VALUES (?)", arguments: [id])
        try db.execute(sql: "DELETE FROM file WHERE row = ?", arguments: [row])
    }

    /// Updates some columns of a file that still exists.
    ///
    /// - Returns: false when it does not.
    @discardableResult
    static func set(
        _ changes: String, _ values: [(any DatabaseValueConvertible)?], of row: Int64, _ db: Database
    ) throws
        -> Bool
    {
        let statement = try db.cachedStatement(sql: "UPDATE file SET \(changes) WHERE row = ?")
        try statement.execute(arguments: StatementArguments(values + [row]))
        return db.changesCount > 0
    }
}
