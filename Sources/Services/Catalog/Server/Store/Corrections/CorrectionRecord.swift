internal import CBOR
internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import HearthModel

/// A correction's row.
struct CorrectionRecord: Sendable {
    /// The state of a correction.
    enum State: Int64, Sendable {
        /// Stored; its job has not published it yet.
        case made = 0
        case applied = 1
        /// Reverted; its job has not published that yet.
        case takenBack = 2
    }

    /// The contents of a correction. New fields are optional.
    struct Body: Codable, Sendable, Hashable {
        var changes: TitleChanges?
        /// The title that receives links.
        var target: CorrectionTarget?
        /// The links that it holds, as ``LinkKey``s; absent: all of the title's.
        var links: [String]?
    }

    var row: Int64
    var id: String
    var kind: CorrectionKind
    /// The title that it was made for.
    var about: String
    var body: Body
    /// Milliseconds since 1970.
    var made: Int64
    var state: State
    /// The ids of the title: the original one, and those after a source renamed it.
    var subjects: [String]

    /// Every title whose links it may move.
    var titles: [String] { subjects + [body.target?.item].compactMap(\.self) }
}

/// The corrections.
enum CorrectionTable {
    /// More are rejected: all are in memory while a job runs.
    static let maximumCount = 10_000

    static func insert(
        _ id: String, _ kind: CorrectionKind, about: String, _ body: CorrectionRecord.Body, at now: Int64,
        _ db: Database
    ) throws {
        try db.execute(
            sql: "INSERT INTO correction (id, kind, about, body, made, state) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [
                id, kind.rawValue, about, Data(try CBOREncoder().encode(body)), now,
                CorrectionRecord.State.made.rawValue,
            ])
        try add(subject: about, isTarget: false, to: db.lastInsertedRowID, db)
    }

    /// Adds a new id of a corrected title.
    ///
    /// - Parameter isTarget: whether it is the title that received links, which the correction shows under that id.
    static func add(subject: String, isTarget: Bool, to correction: Int64, _ db: Database) throws {
        try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO correctionSubject (id, correction, isTarget) VALUES (?, ?, ?)"
        ).execute(arguments: [subject, correction, isTarget])
    }

    static func count(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM correction") ?? 0
    }

    /// All corrections in the order in which they were made.
    static func all(_ db: Database) throws -> [CorrectionRecord] { try fetch("", [], db) }

    /// One by its id; nil when there is none, or its revert is published.
    static func find(_ id: String, _ db: Database) throws -> CorrectionRecord? {
        try fetch("WHERE c.id = ?", [id], db).first
    }

    /// Those that are not published yet.
    static func open(_ db: Database) throws -> [CorrectionRecord] {
        try fetch("WHERE c.state <> ?", [CorrectionRecord.State.applied.rawValue], db)
    }

    /// Whether there are none.
    static func isEmpty(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db.cachedStatement(sql: "SELECT NOT EXISTS (SELECT 1 FROM correction)")) ?? true
    }

    /// Whether a job is needed.
    static func hasOpen(_ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM correction WHERE state <> ?)")
        return try Bool.fetchOne(statement, arguments: [CorrectionRecord.State.applied.rawValue]) ?? false
    }

    static func takeBack(_ id: String, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE correction SET state = ? WHERE id = ?",
            arguments: [CorrectionRecord.State.takenBack.rawValue, id])
    }

    /// Marks corrections as published; reverted ones are deleted.
    static func close(_ corrections: [CorrectionRecord], _ db: Database) throws {
        for correction in corrections {
            if correction.state == .takenBack {
                try db.execute(sql: "DELETE FROM correctionSubject WHERE correction = ?", arguments: [correction.row])
                try db.execute(sql: "DELETE FROM correction WHERE row = ?", arguments: [correction.row])
            } else {
                // Not one that was reverted while the job ran.
                try db.execute(
                    sql: "UPDATE correction SET state = ? WHERE row = ? AND state = ?",
                    arguments: [
                        CorrectionRecord.State.applied.rawValue, correction.row,
                        CorrectionRecord.State.made.rawValue,
                    ])
            }
        }
    }

    private static func fetch(
        _ condition: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> [CorrectionRecord] {
        let subjects = try db.cachedStatement(sql: "SELECT id FROM correctionSubject WHERE correction = ? ORDER BY id")
        return try Row.fetchAll(
            db, sql: "SELECT row, id, kind, about, body, made, state FROM correction c \(condition) ORDER BY row",
            arguments: arguments
        ).map { row in
            CorrectionRecord(
                row: row[0], id: row[1], kind: CorrectionKind(rawValue: row[2]), about: row[3],
                body: try CBORDecoder().decode(CorrectionRecord.Body.self, from: [UInt8](row[4] as Data)),
                made: row[5], state: CorrectionRecord.State(rawValue: row[6]) ?? .made,
                subjects: try String.fetchAll(subjects, arguments: [row[0] as Int64]))
        }
    }
}

extension CorrectionRecord {
    /// The present card of the corrected title; nil when the read scope hides it.
    func card(_ db: Database, _ scope: ReadScope) throws -> Card? {
        for id in [about] + subjects {
            if let found = try CardReader.find(id, db, scope) { return found.card }
        }
        return nil
    }

    /// Whether the caller may read the correction: the audience of a title that does not exist is unknown.
    func isVisible(_ db: Database, _ scope: ReadScope) throws -> Bool {
        try scope.isUnrestricted || card(db, scope) != nil
    }
}
