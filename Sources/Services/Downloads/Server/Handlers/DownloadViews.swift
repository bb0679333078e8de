internal import DownloadsAPI
internal import Foundation
internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit

/// Maps files to the downloads that profiles see.
struct DownloadViews: Sendable {
    let queue: DownloadQueue
    let viewer: Viewer
    /// Whether paths of files are told to a viewer with limits, too: after a check of these.
    var isAdmitted = false

    private var store: DownloadsStore { queue.store }

    /// A file of the profile.
    enum Seen: Sendable {
        case visible(Download)
        /// The id of one whose title the profile may not see (any more).
        case hidden(String)

        var download: Download? { if case .visible(let download) = self { download } else { nil } }
    }

    private struct Found: Sendable {
        var files: [FileRecord]
        /// The expected pieces of the completed ones.
        var pieces: [Int64: [String: Int64]]
        /// The queue positions of the unfinished ones.
        var positions: [Int64: Int32]

        init(_ files: [FileRecord], for profile: String, _ db: Database) throws {
            self.files = files
            let completed = files.filter { $0.state.phase == .completed }.map(\.row)
            pieces = try completed.reduce(into: [:]) { $0[$1] = try PieceTable.all(of: $1, db) }
            let queue = try FileRequestTable.queue(of: profile, db)
            positions = Dictionary(uniqueKeysWithValues: zip(queue, 0...))
        }
    }

    /// A profile's visible downloads: the unfinished ones in queue order, then the latest first.
    func all(content: ContentID? = nil) async throws -> [Download] {
        let profile = try viewer.actingProfile
        let found = try await store.read(viewer.household) { db in
            try Found(FileTable.all(of: profile, content: content, db), for: profile, db)
        }
        return try await describe(found).compactMap(\.1.download)
    }

    /// Those of some files, by row, that the profile has. Checks the disk for those alone.
    func some(_ rows: [Int64]) async throws -> [Int64: Seen] {
        let profile = try viewer.actingProfile
        let found = try await store.read(viewer.household) { db in
            let files = try rows.compactMap { try FileTable.find($0, db) }
            return try Found(files.filter { $0.state.requests[profile] != nil }, for: profile, db)
        }
        return Dictionary(try await describe(found)) { first, _ in first }
    }

    /// One download of the caller's, by its file's row.
    ///
    /// - Throws: ``DownloadsError/unknownDownload``.
    func one(_ row: Int64) async throws -> Download {
        guard let download = try await some([row])[row]?.download else { throw DownloadsError.unknownDownload }
        return download
    }

    private func describe(_ found: Found) async throws -> [(Int64, Seen)] {
        let (disk, profile) = (store.disk(of: viewer.household), try viewer.actingProfile)
        let visible = found.files.filter { viewer.policy.allows($0.card) }
        let there = await store.blocking {
            Set(visible.filter { file in found.pieces[file.row].map { disk.holds(file.id, $0) } ?? false }.map(\.row))
        }
        // Files were deleted from outside: from the next reconciliation on the download has failed.
        let missed = visible.contains { $0.state.phase == .completed && !there.contains($0.row) }
        if missed { queue.reconcile(viewer.household) }
        let live = queue.board(of: viewer.household).live
        return found.files.compactMap { file in
            guard viewer.policy.allows(file.card) else { return (file.row, .hidden(file.id)) }
            guard var download = describe(file, live[file.row], for: profile, disk) else { return nil }
            download.position = found.positions[file.row]
            download.isAvailableOffline = there.contains(file.row)
            return (file.row, .visible(download))
        }
    }

    private func describe(
        _ file: FileRecord, _ live: ProgressTracker.Live?, for profile: String, _ disk: DownloadDisk
    ) -> Download? {
        guard let status = file.state.status(for: profile, isRunning: live != nil) else { return nil }
        let bytes = max(file.bytes, live?.bytes ?? 0)
        var download = Download(
            id: file.id, content: file.content, card: file.card, variant: file.variant, quality: file.quality,
            status: status, bytes: bytes, started: Date(milliseconds: file.started(by: profile)))
        download.totalBytes = (live?.total ?? file.total).map { max($0, bytes) }
        download.progress = download.totalBytes.map { $0 > 0 ? Double(bytes) / Double($0) : 0 }
        if status == .downloading, let speed = live?.bytesPerSecond, speed > 0 {
            download.bytesPerSecond = speed
            download.secondsLeft = download.totalBytes.map { ($0 - bytes) / speed }
        }
        if status == .completed, isAdmitted || !viewer.hasLimits, let main = file.main {
            download.path = "\(disk.folder(of: file.id))/\(main)"
        }
        if file.gaps > 0 {
            download.missingSegments = Int32(clamping: file.gaps)
            download.missingSeconds = Double(file.gapMilliseconds) / 1_000
        }
        if let finished = file.finished, let expires = file.expires(for: profile) {
            download.finished = Date(milliseconds: finished)
            download.expires = Date(milliseconds: expires)
            download.isExpired = expires <= store.now
        }
        if case .failed(let code) = file.state.phase {
            download.trouble = DownloadTrouble(
                code: code, message: file.detail ?? "", canRetry: ![.live, .protected, .notSupported].contains(code))
        }
        return download
    }
}

extension Date {
    /// Makes a date from milliseconds since 1970.
    fileprivate init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
