internal import CBOR
internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import RPC
internal import ServiceKit

/// A job's row in the shard.
struct JobRecord: Sendable {
    var id: String
    var kind: ImportKind
    var source: String
    /// Its origin for display: a file name, or a server. For other kinds of jobs their subject.
    var path: String
    /// The uploaded file; nil for other jobs.
    var upload: Upload?
    /// For an uploaded guide, the time zone of times without one; nil for the source's own, or UTC.
    var timeZone: String?
    var allowsShrinking: Bool
    /// Whether the source is fetched by its feed; ``path`` is only shown then.
    var fetches = false
    /// Whether it is a dry run.
    var isDryRun = false
    /// Milliseconds since 1970.
    var created: Int64
    var job: ImportJob
    /// Ids of adult titles for the report; the caller gets the cards that the policy allows.
    var adultSamples: [String] = []

    init(id: String, kind: ImportKind, source: String, path: String, allowsShrinking: Bool, created: Int64) {
        self.id = id
        self.kind = kind
        self.source = source
        self.path = path
        self.allowsShrinking = allowsShrinking
        self.created = created
        job = ImportJob(id: id, kind: kind, source: source)
    }

    private init(_ row: Row) {
        self.init(
            id: row["id"], kind: ImportKind(rawValue: row["kind"]), source: row["source"], path: row["path"],
            allowsShrinking: row["allowsShrinking"], created: row["created"])
        (fetches, isDryRun) = (row["fetches"], row["isDryRun"])
        timeZone = row["timeZone"]
        if let name = row["upload"] as String? {
            upload = Upload(name: name, bytes: row["uploadBytes"], digest: row["uploadDigest"])
        }
        job.state = ImportState(rawValue: row["state"])
        job.phase = ImportPhase(rawValue: row["phase"])
        (job.problem, job.canRetry) = (row["problem"], row["canRetry"])
        job.ended = (row["ended"] as Int64?).map { Date(timeIntervalSince1970: Double($0) / 1_000) }
        if let bytes = row["report"] as Data? {
            job.report = try? CBORDecoder().decode(ImportReport.self, from: [UInt8](bytes))
        }
        adultSamples = (row["adultSamples"] as String?)?.split(separator: "\n").map(String.init) ?? []
    }

    /// Enqueues a job, unless an equal one is pending or running.
    ///
    /// - Parameter run: names this run of the service; jobs of another run are over.
    /// - Returns: the id of the pending or running job, or this one's.
    func enqueue(run: String, waitingMost: Int, _ db: Database) throws -> String {
        let same = try String.fetchOne(
            db,
            sql: """
                SELECT id FROM job
                WHERE ended IS NULL AND run = ? AND kind = ? AND source = ? AND path = ? AND allowsShrinking = ?
                AND fetches = ? AND isDryRun = ? AND uploadBytes IS ? AND uploadDigest IS ?
                AND timeZone IS ?
                """,
            arguments: [
                run, kind.rawValue, source, path, allowsShrinking, fetches, isDryRun, upload?.bytes, upload?.digest,
                timeZone,
            ])
        if let same { return same }
        let open = try Int.fetchOne(
            db, sql: "SELECT count(*) FROM job WHERE ended IS NULL AND run = ?", arguments: [run])
        guard open ?? 0 < waitingMost else {
            throw RPCError(
                .resourceExhausted, "\(waitingMost) imports are pending.", executed: .no, retryAfter: .seconds(10))
        }
        try db.execute(
            sql: """
                INSERT INTO job (
                    id, run, kind, source, path, allowsShrinking, state, phase, created, fetches, isDryRun, upload,
                    uploadBytes, uploadDigest, timeZone
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, run, kind.rawValue, source, path, allowsShrinking, ImportState.waiting.rawValue,
                ImportPhase.reading.rawValue, created, fetches, isDryRun, upload?.name, upload?.bytes, upload?.digest,
                timeZone,
            ])
        return id
    }

    /// Finds a job; nil when there is none.
    static func find(_ id: String, _ db: Database) throws -> JobRecord? {
        try Row.fetchOne(db, sql: "SELECT * FROM job WHERE id = ?", arguments: [id]).map(JobRecord.init)
    }

    /// Jobs that have ended since a time in milliseconds since 1970, with these times, in the order of them.
    static func ended(since time: Int64, limit: Int, _ db: Database) throws -> [(id: String, at: Int64)] {
        try Row.fetchAll(
            db, sql: "SELECT id, ended FROM job WHERE ended >= ? AND source <> '' ORDER BY ended, rowid LIMIT ?",
            arguments: [time, limit]
        ).map { ($0[0], $0[1]) }
    }

    /// The last removal of a source; nil when there was none.
    static func lastRemoval(of source: String, _ db: Database) throws -> String? {
        try String.fetchOne(
            db, sql: "SELECT id FROM job WHERE kind = ? AND source = ? ORDER BY created DESC LIMIT 1",
            arguments: [ImportKind.removal.rawValue, source])
    }

    /// The last job that undid an import; nil when there was none.
    static func lastUndo(of job: String, source: String, _ db: Database) throws -> String? {
        try String.fetchOne(
            db, sql: "SELECT id FROM job WHERE kind = ? AND source = ? AND path = ? ORDER BY created DESC LIMIT 1",
            arguments: [ImportKind.undo.rawValue, source, job])
    }

    /// Stores the outcome of a job.
    static func end(_ job: ImportJob, adultSamples: [String], at now: Int64, _ db: Database) throws {
        let report = try job.report.map { Data(try CBOREncoder().encode($0)) }
        try db.execute(
            sql: """
                UPDATE job SET state = ?, phase = ?, ended = ?, problem = ?, report = ?, adultSamples = ?, canRetry = ?
                WHERE id = ?
                """,
            arguments: [
                job.state.rawValue, job.phase.rawValue, now, job.problem, report,
                adultSamples.isEmpty ? nil : adultSamples.joined(separator: "\n"), job.canRetry, job.id,
            ])
    }

    /// The names of the files that open jobs still need, of any run of the service.
    static func uploads(_ db: Database) throws -> Set<String> {
        Set(try String.fetchAll(db, sql: "SELECT upload FROM job WHERE ended IS NULL AND upload IS NOT NULL"))
    }

    /// The problem of a job that ended with the service, and has no file to resume from.
    static let interrupted = "The service was stopped before this was done. Nothing was changed; start it again."

    /// Ends the jobs that earlier runs of the service left open, except resumable ones.
    static func endInterrupted(run: String, at now: Int64, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE job SET state = ?, ended = ?, problem = ? WHERE ended IS NULL AND run <> ? AND upload IS NULL",
            arguments: [ImportState.failed.rawValue, now, interrupted, run])
    }

    /// The problem of a job during which the service died repeatedly.
    static let fatal = "The service ended in the middle of this import several times. Nothing was changed."

    /// Takes over the imports of uploaded files that earlier runs of the service left open, in queue order.
    ///
    /// - Parameter most: how often an import is resumed: one that kills the service would do so forever.
    /// - Returns: the jobs to run.
    static func resume(run: String, most: Int, at now: Int64, _ db: Database) throws -> [JobRecord] {
        try db.execute(
            sql: """
                UPDATE job SET state = ?, ended = ?, problem = ?, canRetry = 0
                WHERE ended IS NULL AND run <> ? AND upload IS NOT NULL AND resumptions >= ?
                """, arguments: [ImportState.failed.rawValue, now, fatal, run, most])
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT * FROM job WHERE ended IS NULL AND run <> ? AND upload IS NOT NULL ORDER BY created, rowid",
            arguments: [run])
        try db.execute(
            sql: """
                UPDATE job SET run = ?, resumptions = resumptions + 1
                WHERE ended IS NULL AND run <> ? AND upload IS NOT NULL
                """, arguments: [run, run])
        return rows.map(JobRecord.init)
    }

    /// The last ended import or refresh of each source, by the sources' names.
    static func last(_ db: Database) throws -> [String: String] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT source, id FROM job WHERE ended IS NOT NULL AND isDryRun = 0
                AND kind IN ('playlist', 'guide', 'xtream', 'undo') ORDER BY ended, rowid
                """)
        return Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: { _, later in later })
    }

    /// The sources whose last import that was not cancelled is held for confirmation.
    static func held(_ db: Database) throws -> Set<String> {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT source, state FROM job WHERE ended IS NOT NULL AND isDryRun = 0 AND state <> 'cancelled'
                AND kind IN ('playlist', 'guide', 'xtream') ORDER BY ended, rowid
                """)
        let last: [String: String] = Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: { _, later in later })
        return Set(last.filter { $0.value == ImportState.held.rawValue }.keys)
    }

    /// Deletes the oldest ended jobs, except the last one of each source.
    static func deleteExpired(keeping count: Int, _ db: Database) throws {
        let last = try last(db)
        let there = try String.fetchAll(db, sql: "SELECT name FROM source UNION SELECT name FROM feed")
        let kept = there.compactMap { last[$0] }
        try db.execute(
            literal: """
                DELETE FROM job WHERE ended IS NOT NULL AND id NOT IN
                    (SELECT id FROM job ORDER BY created DESC, id LIMIT \(count)) AND id NOT IN \(kept)
                """)
    }
}
