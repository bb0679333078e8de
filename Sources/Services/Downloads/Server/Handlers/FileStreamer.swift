internal import Access
internal import Basics
internal import DownloadsAPI
internal import Foundation
internal import Glibc
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// Streams the bytes of completed files.
struct FileStreamer: Sendable {
    private let queue: DownloadQueue
    private let admission: ScreenTimeAdmission

    init(queue: DownloadQueue, admission: ScreenTimeAdmission) { (self.queue, self.admission) = (queue, admission) }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Downloads>) {
        handlers.on(Downloads.ReadFile.self) { request, writer, call in
            try await read(request, writer, after: call.resumeAfter, for: call.viewer)
        }
    }

    private func read(
        _ request: Downloads.ReadFile, _ writer: RPCWriter<FilePiece>, after last: StreamPosition?, for viewer: Viewer
    ) async throws {
        let (path, total) = try await locate(request, for: viewer)
        guard (request.offset ?? 0) >= 0, (request.length ?? 0) >= 0 else {
            throw RPCError.invalidArgument(request.offset ?? 0 < 0 ? "offset" : "length", "must not be negative.")
        }
        let start = min(request.offset ?? 0, total)
        let end = start + min(request.length ?? .max, total - start)
        // A piece's stream position is its end offset.
        let generation = Self.generation(path, total)
        var offset = last?.generation == generation ? max(start, Int64(clamping: last?.sequence ?? 0)) : start
        let file = try await queue.store.blocking { () throws(DownloadsError) in try OpenFile(path) }
        while offset < end {
            let (at, count) = (offset, Int(min(end - offset, Int64(DownloadsLimits.pieceBytes))))
            let bytes = try await queue.store.blocking { () throws(DownloadsError) in try file.read(count, at: at) }
            offset += Int64(bytes.count)
            try await writer.write(
                FilePiece(offset: at, data: Data(bytes), totalBytes: total),
                at: StreamPosition(generation: generation, sequence: UInt64(offset)))
        }
    }

    /// Locates a file by its name among the download's own; other names are rejected.
    private func locate(_ request: Downloads.ReadFile, for viewer: Viewer) async throws -> (path: String, bytes: Int64)
    {
        let (profile, now) = (try viewer.actingProfile, queue.store.now)
        let found = try await queue.store.read(viewer.household) { db -> (FileRecord, String, Int64?) in
            guard request.download.utf8.count <= DownloadsLimits.idBytes,
                let file = try FileTable.find(id: request.download, db), file.state.requests[profile] != nil,
                viewer.policy.allows(file.card)
            else { throw DownloadsError.unknownDownload }
            guard file.state.phase == .completed else {
                throw DownloadsError.wrongState("The download is not completed.")
            }
            if let expires = file.expires(for: profile), expires <= now {
                throw DownloadsError.wrongState("The download has expired. Start it again to fetch it.")
            }
            let name = request.file ?? file.main ?? ""
            return (file, name, try PieceTable.bytes(of: name, file: file.row, db))
        }
        guard let bytes = found.2 else { throw DownloadsError.unknownFile }
        try await admission.check(found.0.card.id, for: viewer)
        return ("\(queue.store.disk(of: viewer.household).folder(of: found.0.id))/\(found.1)", bytes)
    }

    private static func generation(_ path: String, _ bytes: Int64) -> UInt64 {
        var hash = FNV1a()
        hash.add(path)
        hash.add(Int(bytes))
        return hash.value
    }
}

/// An open file. All functions block.
private final class OpenFile: Sendable {
    private let file: Int32

    init(_ path: String) throws(DownloadsError) {
        file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { throw Self.missing }
    }

    deinit { close(file) }

    func read(_ count: Int, at offset: Int64) throws(DownloadsError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let found = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, count, off_t(offset)) }
        guard found > 0 else { throw Self.missing }
        return found == count ? bytes : Array(bytes.prefix(found))
    }

    private static let missing = DownloadsError.trouble(
        .filesMissing, "The file is not on the disk any more. Retry the download to fetch it again.")
}
