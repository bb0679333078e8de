internal import DownloadsAPI
internal import GRDB
internal import Glibc
internal import ServiceKit

/// Has what is known and what is on the disk agree, both ways.
struct Reconciler: Sendable {
    let store: DownloadsStore
    let household: String
    /// The ids of files that are being fetched: those are left alone.
    let running: Set<String>

    /// Files that are not all there any more have failed, folders that nobody knows are removed.
    ///
    /// - Returns: the files whose downloads are not as they were.
    func run() async throws -> [Int64] {
        let disk = store.disk(of: household)
        let (files, pieces) = try await store.read(household) { db in
            let files = try FileTable.all(db)
            let completed = files.filter { $0.standing.phase == .completed }.map(\.row)
            return (files, try completed.reduce(into: [:]) { $0[$1] = try PieceTable.all(of: $1, db) })
        }
        let known = Set(files.map(\.id))
        let (strangers, damaged) = await Blocking.run(.queued) { [running] in
            let strangers = disk.ids.filter { !known.contains($0) && !running.contains($0) }
            let damaged = files.filter { file in pieces[file.row].map { !disk.holds(file.id, $0) } ?? false }
            return (strangers, damaged)
        }
        for id in strangers {
            try await store.write(household, makingRoom: true) { db in
                // Not one that was made since.
                guard try FileTable.find(id: id, db) == nil else { return }
                try db.execute(sql: "INSERT OR IGNORE INTO trash VALUES (?)", arguments: [id])
            }
        }
        for file in damaged { try await miss(file, pieces[file.row] ?? [:]) }
        return damaged.map(\.row)
    }

    /// Notes that pieces of a completed file are missing or cut. A retry fetches those alone.
    private func miss(_ file: FileRecord, _ pieces: [String: Int64]) async throws {
        let disk = store.disk(of: household)
        let sizes = try await Blocking.run(.queued) {
            try disk.stage(file.id)
            let folder = disk.stagedFolder(of: file.id)
            let sizes = DownloadDisk.sizes(in: folder)
            // What was cut must not be taken for a piece that came whole before its row did.
            for (name, size) in sizes where pieces[name] != size { unlink("\(folder)/\(name)") }
            return sizes
        }
        let there = pieces.filter { sizes[$0.key] == $0.value }
        let lost = pieces.keys.filter { there[$0] == nil }
        try await store.write(household, makingRoom: true) { db in
            guard var current = try FileTable.find(file.row, db), current.standing.phase == .completed else { return }
            current.standing.fail(.filesMissing)
            try PieceTable.remove(lost, file: file.row, db)
            let bytes = file.kind == .stream ? there.values.reduce(0, +) : 0
            try FileTable.set("bytes = ?1, reserved = ?1, finished = NULL", [bytes], of: file.row, db)
            let text =
                "\(lost.count) of its \(pieces.count) files are missing on the disk. Retry it to fetch those again."
            try FileTable.put(current.standing, of: current, detail: text, db)
        }
    }

    /// Removes the folders of files that nobody wants any more.
    func emptyTrash() async throws {
        let disk = store.disk(of: household)
        let ids = try await store.read(household) { try String.fetchAll($0, sql: "SELECT id FROM trash ORDER BY id") }
        for id in ids where !running.contains(id) {
            try await Blocking.run(.queued) { try disk.remove(id) }
            try await store.write(household, makingRoom: true) { db in
                try db.execute(sql: "DELETE FROM trash WHERE id = ?", arguments: [id])
            }
        }
    }
}
