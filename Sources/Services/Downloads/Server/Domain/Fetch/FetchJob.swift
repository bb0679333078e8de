internal import DownloadsAPI
internal import GRDB
internal import HTTPFetch
internal import RPC
internal import ServiceKit

/// One file in flight: its record, its folder on the disk, and its reservation.
// Unchecked: owned by one task, which uses it from one step to the next.
final class FetchJob: @unchecked Sendable {
    let store: DownloadsStore
    let household: String
    let fetcher: HTTPFetcher
    private let board: ProgressTracker
    private(set) var record: FileRecord

    init(store: DownloadsStore, household: String, fetcher: HTTPFetcher, board: ProgressTracker, record: FileRecord) {
        self.store = store
        self.household = household
        self.fetcher = fetcher
        self.board = board
        self.record = record
    }

    /// The server has another file than the partial one on the disk, which is discarded.
    struct RestartRequired: Error {}

    /// The transfer broke off or was damaged; a retry may succeed.
    struct Interrupted: Error {
        var code = DownloadsProblem.Code.unreachable
        let message: String
    }

    /// The household's download folder.
    var disk: DownloadDisk { store.disk(of: household) }

    /// The path at which a file of it is written.
    func path(_ name: String) -> String { "\(disk.stagedFolder(of: record.id))/\(name)" }

    /// Reports the bytes on the disk, durable or not.
    func show(_ bytes: Int64) {
        board.progress(record.row, bytes: bytes, total: record.total, at: store.runtime.now)
    }

    // MARK: Reservation

    /// Reserves space for `bytes` in all before they are written: some more than that, or exactly that when space is
    /// tight.
    ///
    /// - Throws: ``DownloadsError`` when they do not fit.
    func makeRoom(_ bytes: Int64) async throws {
        guard bytes > record.reserved else { return }
        let plenty = max(bytes, record.reserved + DownloadsLimits.growthBytes)
        do { try await reserve(plenty) } catch is DownloadsError { try await insist(on: bytes) }
    }

    /// Reserves the `bytes` that the server announces.
    ///
    /// - Throws: ``DownloadsError`` when they do not fit.
    func announce(_ bytes: Int64) async throws {
        try await insist(on: bytes)
        record.total = bytes
        try await update { try FileTable.set("total = ?", [bytes], of: $0.row, $1) }
    }

    /// Reserves an estimate of `bytes` where it fits; where it does not, the bytes that arrive decide.
    func expect(_ bytes: Int64) async throws {
        record.total = bytes
        try await update { try FileTable.set("total = ?", [bytes], of: $0.row, $1) }
        do { try await reserve(max(bytes, record.bytes)) } catch is DownloadsError {}
    }

    private func reserve(_ bytes: Int64) async throws {
        let terms = store.terms(in: household)
        let row = record.row
        try await write { try LedgerTable.reserve(bytes, for: row, terms, $0) }
        record.reserved = max(bytes, record.bytes)
    }

    /// Reserves the bytes it needs: profiles without quota for that release it, if others keep it.
    private func insist(on bytes: Int64) async throws {
        let terms = store.terms(in: household)
        let row = record.row
        let left = try await write { try LedgerTable.insist(on: bytes, for: row, terms, $0) }
        record.reserved = max(bytes, record.bytes)
        for profile in left { board.leave(record.id, of: profile) }
    }

    // MARK: State

    /// Stores the kind when it was unknown.
    func become(_ kind: FileRecord.Kind) async throws {
        guard record.kind != kind else { return }
        record.kind = kind
        try await update { try FileTable.set("kind = ?", [kind.rawValue], of: $0.row, $1) }
    }

    /// Resets a plain file to another version without any bytes.
    func begin(main: String, etag: String?, modified: String?) async throws {
        (record.main, record.etag, record.modified, record.bytes, record.total) = (main, etag, modified, 0, nil)
        try await update { record, db in
            try PieceTable.removeAll(of: record.row, db)
            return try FileTable.set(
                "main = ?, etag = ?, modified = ?, bytes = 0, total = NULL", [main, etag, modified], of: record.row, db)
        }
    }

    /// Records that the first `bytes` of a plain file are durable, or the whole file.
    func keep(_ bytes: Int64, isAll: Bool = false) async throws {
        (record.bytes, record.total) = (bytes, isAll ? bytes : record.total)
        try await update { try FileTable.set("bytes = ?, total = ?", [bytes, $0.total], of: $0.row, $1) }
    }

    /// Records a complete piece. A stream's bytes are those of its pieces.
    func keep(_ name: String, bytes: Int64) async throws {
        let isStream = record.kind == .stream
        record.bytes = isStream ? record.bytes + bytes : bytes
        try await update { record, db in
            try PieceTable.put(name, bytes: bytes, file: record.row, db)
            return try FileTable.set("bytes = ?", [record.bytes], of: record.row, db)
        }
    }

    /// Resets the record to no bytes.
    func forget() async throws {
        (record.bytes, record.total, record.signature, record.etag, record.modified) = (0, nil, nil, nil, nil)
        try await update { record, db in
            try PieceTable.removeAll(of: record.row, db)
            return try FileTable.set(
                "bytes = 0, total = NULL, signature = NULL, etag = NULL, modified = NULL", [], of: record.row, db)
        }
    }

    /// Stores a stream's plan and its complete pieces.
    ///
    /// - Parameter gaps: the gaps in the stream itself.
    func settle(_ signature: Int64, pieces: [String: Int64], gaps: HLSGaps) async throws {
        (record.signature, record.main, record.bytes) = (signature, LocalPlaylist.main, pieces.values.reduce(0, +))
        try await update { record, db in
            try PieceTable.removeAll(of: record.row, db)
            for (name, bytes) in pieces { try PieceTable.put(name, bytes: bytes, file: record.row, db) }
            return try FileTable.set(
                "signature = ?, main = ?, bytes = ?, gaps = ?, gapMilliseconds = ?",
                [signature, record.main, record.bytes, gaps.segments, gaps.milliseconds], of: record.row, db)
        }
    }

    /// Marks the file as complete.
    func complete() async throws {
        let (disk, id, now) = (disk, record.id, store.now)
        try await store.blocking { try disk.publish(id) }
        // The bytes are on the disk already: a full disk must not lose that.
        try await update(releasingBallast: true) { record, db in
            try FileTable.set(
                "phase = 1, problem = NULL, detail = NULL, reserved = bytes, total = bytes, finished = ?", [now],
                of: record.row, db)
        }
    }

    private func update(
        releasingBallast: Bool = false, _ body: @escaping @Sendable (FileRecord, Database) throws -> Bool
    ) async throws {
        let record = record
        // No profile requests it any more: the fetch ends.
        guard try await write(releasingBallast: releasingBallast, { try body(record, $0) }) else {
            throw CancellationError()
        }
    }

    /// - Throws: what `body` throws; ``DownloadsError`` also when the disk has no space for the record.
    private func write<Value: Sendable>(
        releasingBallast: Bool = false, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await store.write(household, releasingBallast: releasingBallast, body)
        } catch let error as RPCError where error.code == .resourceExhausted && error.retryAfter == nil {
            throw DownloadsError.trouble(.diskFull, error.message)
        }
    }
}
