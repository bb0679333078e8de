internal import CBOR
internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import Household

/// A correction as its row has it.
struct CorrectionRecord: Sendable {
    /// How far it is.
    enum State: Int64, Sendable {
        /// Written down; its job has not made it visible yet.
        case made = 0
        case applied = 1
        /// Taken back; its job has not made that visible yet.
        case takenBack = 2
    }

    /// What a correction says. New fields are optional.
    struct Body: Codable, Sendable, Hashable {
        var changes: TitleChanges?
        /// Where links go.
        var target: CorrectionTarget?
        /// The links that it holds to, as ``LinkKey``s; absent: all of the title's.
        var links: [String]?
    }

    var row: Int64
    var id: String
    var kind: CorrectionKind
    /// The title that it was said of.
    var about: String
    var body: Body
    /// Milliseconds since 1970.
    var made: Int64
    var state: State
    /// The ids by which the title is known: the one it was said of, and those that a source's renaming has given it.
    var subjects: [String]

    /// Every title whose links it may have moved or may move.
    var titles: [String] { subjects + [body.target?.item].compactMap(\.self) }
}

/// What people have put right.
enum CorrectionTable {
    /// More are refused: all are kept in memory while a job runs.
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

    /// Notes that a title which a correction is about has another id now.
    ///
    /// - Parameter isTarget: whether it is the title that links went to: by that name it shows itself.
    static func add(subject: String, isTarget: Bool, to correction: Int64, _ db: Database) throws {
        try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO correctionSubject (id, correction, isTarget) VALUES (?, ?, ?)"
        ).execute(arguments: [subject, correction, isTarget])
    }

    static func count(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM correction") ?? 0
    }

    /// Every correction in the order in which they were made.
    static func all(_ db: Database) throws -> [CorrectionRecord] { try fetch("", [], db) }

    /// One by its id; nil when there is none, or it was taken back for good.
    static func find(_ id: String, _ db: Database) throws -> CorrectionRecord? {
        try fetch("WHERE c.id = ?", [id], db).first
    }

    /// Those whose jobs have not been done.
    static func open(_ db: Database) throws -> [CorrectionRecord] {
        try fetch("WHERE c.state <> ?", [CorrectionRecord.State.applied.rawValue], db)
    }

    /// Whether there is any.
    static func isEmpty(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db.cachedStatement(sql: "SELECT NOT EXISTS (SELECT 1 FROM correction)")) ?? true
    }

    /// Whether a job is wanting.
    static func hasOpen(_ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM correction WHERE state <> ?)")
        return try Bool.fetchOne(statement, arguments: [CorrectionRecord.State.applied.rawValue]) ?? false
    }

    static func takeBack(_ id: String, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE correction SET state = ? WHERE id = ?",
            arguments: [CorrectionRecord.State.takenBack.rawValue, id])
    }

    /// Notes that what these say is to be seen now; those that were taken back go for good.
    static func close(_ corrections: [CorrectionRecord], _ db: Database) throws {
        for correction in corrections {
            if correction.state == .takenBack {
                try db.execute(sql: "DELETE FROM correctionSubject WHERE correction = ?", arguments: [correction.row])
                try db.execute(sql: "DELETE FROM correction WHERE row = ?", arguments: [correction.row])
            } else {
                // Not one that was taken back while the job ran.
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
