internal import DownloadsAPI
internal import GRDB
internal import Logging
internal import RPC
internal import ServiceKit

/// Reconciles the table with the disk, both ways.
struct Reconciler: Sendable {
    let store: DownloadsStore
    let household: String
    /// The ids of the files in flight, which are skipped.
    let running: Set<String>
    let logger: Logger

    /// Marks downloads with missing files as failed and deletes folders without a row.
    ///
    /// - Returns: the files whose downloads have changed.
    func run() async throws -> [Int64] {
        let disk = store.disk(of: household)
        let (files, pieces) = try await store.read(household) { db in
            let files = try FileTable.all(db)
            let completed = files.filter { $0.state.phase == .completed }.map(\.row)
            return (files, try completed.reduce(into: [:]) { $0[$1] = try PieceTable.all(of: $1, db) })
        }
        let known = Set(files.map(\.id))
        let (strangers, damaged) = await store.blocking { [running] in
            let strangers = disk.ids.filter { !known.contains($0) && !running.contains($0) }
            let damaged = files.filter { file in pieces[file.row].map { !disk.holds(file.id, $0) } ?? false }
            return (strangers, damaged)
        }
        for id in strangers {
            await attempt(id) {
                try await store.write(household, releasingBallast: true) { db in
                    // Not one that was inserted since.
                    guard try FileTable.find(id: id, db) == nil else { return }
                    try db.execute(sql: "INSERT OR IGNORE INTO trash VALUES (?)", arguments: [id])
                }
            }
        }
        for file in damaged { await attempt(file.id) { try await miss(file, pieces[file.row] ?? [:]) } }
        return damaged.map(\.row)
    }

    /// Processes a folder. A failure must not block the others: it is retried at the next reconciliation.
    private func attempt(_ id: String, _ body: () async throws -> Void) async {
        do { try await body() } catch {
            logger.notice(
                "A folder of downloads could not be processed.",
                metadata: ["household": "\(household)", "download": "\(id)", "error": "\(error)"])
        }
    }

    /// Marks a completed file with missing or truncated pieces as failed. A retry fetches those alone: the expected
    /// sizes are still stored.
    private func miss(_ file: FileRecord, _ pieces: [String: Int64]) async throws {
        let folder = store.disk(of: household).folder(of: file.id)
        let sizes = await store.blocking { DownloadDisk.sizes(in: folder) }
        let there = pieces.filter { sizes[$0.key] == $0.value }
        try await store.write(household, releasingBallast: true) { db in
            guard var current = try FileTable.find(file.row, db), current.state.phase == .completed else { return }
            current.state.fail(.filesMissing)
            let bytes = file.kind == .stream ? there.values.reduce(0, +) : 0
            try FileTable.set("bytes = ?1, reserved = ?1, finished = NULL", [bytes], of: file.row, db)
            let text =
                "\(pieces.count - there.count) of its \(pieces.count) files are missing on the disk. "
                + "Retry it to fetch those again."
            try FileTable.put(current.state, of: current, detail: text, db)
        }
    }

    /// Deletes the folders of files that no profile requests any more.
    func emptyTrash() async throws {
        let disk = store.disk(of: household)
        let ids = try await store.read(household) { try String.fetchAll($0, sql: "SELECT id FROM trash ORDER BY id") }
        for id in ids where !running.contains(id) {
            await attempt(id) {
                try await store.blocking { try disk.remove(id) }
                try await store.write(household, releasingBallast: true) { db in
                    try db.execute(sql: "DELETE FROM trash WHERE id = ?", arguments: [id])
                }
            }
        }
    }
}
