internal import CBOR
internal import Foundation
internal import GRDB
internal import ReadingListAPI
internal import ServiceKit

/// An import as its row has it.
struct ImportRecord: Sendable {
    var id: String
    var reader: Int64
    /// The file's original name.
    var file: String
    /// The private file of the upload; nil for a job of an earlier release, which named a path.
    var upload: String?
    /// Milliseconds since 1970.
    var created: Int64
    var job: LinkImport

    init(_ row: Row) {
        (id, reader, file, upload, created) = (
            row["id"], row["reader"], row["path"], row["upload"], row["created"]
        )
        job = LinkImport(id: id, file: (file as NSString).lastPathComponent)
        let format: String? = row["format"]
        job.format = format.map(LinkFileFormat.init(rawValue:))
        job.state = LinkImportState(rawValue: row["state"])
        (job.doneBytes, job.totalBytes, job.problem) = (row["doneBytes"], row["size"], row["problem"])
        (job.report.read, job.report.added, job.report.duplicate) = (row["entries"], row["added"], row["duplicate"])
        (job.report.refused, job.report.milliseconds) = (row["refused"], row["milliseconds"])
        if let bytes = row["refusals"] as Data? {
            job.report.refusals = (try? CBORDecoder().decode([RefusedLink].self, from: [UInt8](bytes))) ?? []
        }
    }
}

/// The rows of imports.
enum ImportTable {
    static func find(_ id: String, _ db: Database) throws -> ImportRecord? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM linkImport WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map(ImportRecord.init)
    }

    /// The job that is to run next: the oldest that has not ended.
    static func next(_ db: Database) throws -> ImportRecord? {
        try Row.fetchOne(db, sql: "SELECT * FROM linkImport WHERE ended IS NULL ORDER BY row LIMIT 1")
            .map(ImportRecord.init)
    }

    /// Queues a job, unless the same one is queued or running.
    ///
    /// - Returns: the ID of the queued or running job, or this one's.
    static func enqueue(
        _ id: String, file: String, upload: Upload, format: LinkFileFormat?, reader: Int64, at now: Int64,
        _ db: Database
    ) throws -> String {
        let same = try String.fetchOne(
            db,
            sql: """
                SELECT id FROM linkImport WHERE ended IS NULL AND reader = ? AND path = ? AND size = ? AND digest = ?
                """, arguments: [reader, file, upload.bytes, upload.digest])
        if let same { return same }
        let open = try Int.fetchOne(db, sql: "SELECT count(*) FROM linkImport WHERE ended IS NULL") ?? 0
        guard open < ReadingListLimits.openImports else {
            throw ReadingListError.importsBusy(ReadingListLimits.openImports)
        }
        try db.execute(
            sql: """
                INSERT INTO linkImport (id, reader, path, upload, size, digest, format, state, created)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, reader, file, upload.name, upload.bytes, upload.digest, format?.rawValue,
                LinkImportState.waiting.rawValue, now,
            ])
        try db.execute(
            sql: """
                DELETE FROM linkImport WHERE ended IS NOT NULL
                AND row NOT IN (SELECT row FROM linkImport ORDER BY row DESC LIMIT ?)
                """, arguments: [ReadingListLimits.retainedImports])
        return id
    }

    /// Records a job's start, and its file's size and format.
    static func begin(_ record: ImportRecord, format: LinkFileFormat, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE linkImport SET state = ?, format = ? WHERE id = ? AND ended IS NULL",
            arguments: [LinkImportState.running.rawValue, format.rawValue, record.id])
    }

    /// The names of the files that jobs have yet to read.
    static func uploads(_ db: Database) throws -> Set<String> {
        Set(try String.fetchAll(db, sql: "SELECT upload FROM linkImport WHERE ended IS NULL AND upload IS NOT NULL"))
    }

    /// Stores a job's cursor, in the transaction that adds its links.
    static func advance(_ id: String, to job: LinkImport, _ db: Database) throws {
        let report = job.report
        let refusals = report.refusals.isEmpty ? nil : Data(try CBOREncoder().encode(report.refusals))
        let sql = """
            UPDATE linkImport SET doneBytes = ?, entries = ?, added = ?, duplicate = ?, refused = ?, milliseconds = ?,
                refusals = ? WHERE id = ?
            """
        try db.cachedStatement(sql: sql).execute(arguments: [
            job.doneBytes, report.read, report.added, report.duplicate, report.refused, report.milliseconds, refusals,
            id,
        ])
    }

    static func isOpen(_ id: String, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT ended IS NULL FROM linkImport WHERE id = ?")
        return try Bool.fetchOne(statement, arguments: [id]) ?? false
    }

    /// Ends a job that has not ended.
    static func end(_ id: String, _ state: LinkImportState, problem: String?, at now: Int64, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE linkImport SET state = ?, ended = ?, problem = ? WHERE id = ? AND ended IS NULL",
            arguments: [state.rawValue, now, problem, id])
    }
}
