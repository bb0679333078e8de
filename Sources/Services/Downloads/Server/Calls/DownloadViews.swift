internal import DownloadsAPI
internal import Foundation
internal import GRDB
internal import Household
internal import RPC
internal import ServiceKit

/// Files as profiles see them: as downloads.
struct DownloadViews: Sendable {
    let desk: DownloadDesk
    let viewer: Viewer

    private var store: DownloadsStore { desk.store }

    /// A profile's downloads that it may see, those that are not there by their places, then the latest first.
    func all(content: ContentID? = nil) async throws -> [Download] {
        let profile = try viewer.actingProfile
        let found = try await store.read(viewer.household) { db in
            let files = try FileTable.all(of: profile, content: content, db)
            let completed = files.filter { $0.standing.phase == .completed }.map(\.row)
            return (files, try completed.reduce(into: [:]) { $0[$1] = try PieceTable.all(of: $1, db) })
        }
        return try await describe(found.0, found.1)
    }

    /// One download of the caller's.
    ///
    /// - Throws: ``DownloadsError/unknownDownload``.
    func one(_ id: String) async throws -> Download {
        guard let download = try await all().first(where: { $0.id == id }) else { throw DownloadsError.unknownDownload }
        return download
    }

    private func describe(
        _ files: [FileRecord], _ pieces: [Int64: [String: Int64]]
    ) async throws -> [Download] {
        let (disk, profile) = (store.disk(of: viewer.household), try viewer.actingProfile)
        let visible = files.filter { viewer.policy.allows($0.card) }
        let there = await Blocking.run(.queued) {
            Set(visible.filter { file in pieces[file.row].map { disk.holds(file.id, $0) } ?? false }.map(\.row))
        }
        // Somebody has taken files away: from the next look on it has failed.
        let missed = visible.contains { $0.standing.phase == .completed && !there.contains($0.row) }
        if missed { desk.reconcile(viewer.household) }
        let live = desk.board(of: viewer.household).live
        var place: Int32 = 0
        return files.compactMap { file in
            guard var download = describe(file, live[file.row], for: profile, disk) else { return nil }
            if file.standing.phase == .pending {
                download.position = place
                place += 1
            }
            download.isAvailableOffline = there.contains(file.row)
            return viewer.policy.allows(file.card) ? download : nil
        }
    }

    private func describe(
        _ file: FileRecord, _ live: ProgressBoard.Live?, for profile: String, _ disk: DownloadDisk
    ) -> Download? {
        guard let status = file.standing.status(for: profile, isRunning: live != nil) else { return nil }
        let bytes = max(file.bytes, live?.bytes ?? 0)
        var download = Download(
            id: file.id, content: file.content, card: file.card, variant: file.variant, quality: file.quality,
            status: status, bytes: bytes, started: Date(milliseconds: file.started))
        download.totalBytes = (live?.total ?? file.total).map { max($0, bytes) }
        download.progress = download.totalBytes.map { $0 > 0 ? Double(bytes) / Double($0) : 0 }
        if status == .downloading, let speed = live?.bytesPerSecond, speed > 0 {
            download.bytesPerSecond = speed
            download.secondsLeft = download.totalBytes.map { ($0 - bytes) / speed }
        }
        if status == .completed, let main = file.main { download.path = "\(disk.folder(of: file.id))/\(main)" }
        if let finished = file.finished {
            let expires = finished + DownloadsLimits.lifetime.wholeMilliseconds
            download.finished = Date(milliseconds: finished)
            download.expires = Date(milliseconds: expires)
            download.isExpired = expires <= store.now
        }
        if case .failed(let code) = file.standing.phase {
            download.trouble = DownloadTrouble(
                code: code, message: file.detail ?? "", canRetry: ![.live, .protected, .notSupported].contains(code))
        }
        return download
    }
}

extension Date {
    /// A time that is kept as milliseconds since 1970.
    fileprivate init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
