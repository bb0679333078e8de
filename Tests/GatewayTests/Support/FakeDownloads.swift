import DownloadsAPI
import Foundation
import HearthModel
import RPC
import Synchronization

/// Downloads as their contract has them, in memory: what is started is there in three steps.
final class FakeDownloads: Sendable {
    private struct State {
        var downloads: [Download] = []
        var refusal: RPCError?
        var trouble: DownloadTrouble?
    }

    private let state = Mutex(State())
    static let date = Date(timeIntervalSince1970: 1_767_225_600)
    static let bytes = Data("a film of a few bytes".utf8)

    /// Has everything that is started refused.
    func refuse(_ error: RPCError?) { state.withLock { $0.refusal = error } }

    /// Has what is followed fail in the end.
    func fail(_ trouble: DownloadTrouble?) { state.withLock { $0.trouble = trouble } }

    var handlers: RPCHandlers<Downloads> {
        var handlers = RPCHandlers<Downloads>()
        handlers.on(Downloads.Start.self) { request, _ in try self.start(request) }
        handlers.on(Downloads.Pause.self) { request, _ in try self.change(request.download) { $0.status = .paused } }
        handlers.on(Downloads.Resume.self) { request, _ in try self.change(request.download) { $0.status = .queued } }
        handlers.on(Downloads.Retry.self) { request, _ in try self.change(request.download) { $0.status = .queued } }
        handlers.on(Downloads.Move.self) { request, _ in
            try self.change(request.download) { $0.position = request.position }
        }
        handlers.on(Downloads.Cancel.self) { request, _ in self.remove(request.download) }
        handlers.on(Downloads.Delete.self) { request, _ in self.remove(request.download) }
        handlers.on(Downloads.List.self) { request, _ in
            let all = self.state.withLock { $0.downloads }
            return DownloadList(
                downloads: all.filter {
                    request.filter == nil || ($0.status == .completed) == (request.filter == .completed)
                })
        }
        handlers.on(Downloads.Follow.self) { _, writer, _ in try await self.follow(writer) }
        handlers.on(Downloads.Locate.self) { _, _ in throw RPCError(.notFound, "It is not there.") }
        handlers.on(Downloads.GetStorage.self) { _, _ in
            let use = StorageUse(
                usedBytes: 2_000_000_000, reservedBytes: 500_000_000, limitBytes: 10_000_000_000,
                availableBytes: 7_500_000_000)
            return DownloadStorage(
                profile: use, household: use, diskFreeBytes: 40_000_000_000, diskFloorBytes: 1_000_000_000)
        }
        handlers.on(Downloads.ReadFile.self) { request, writer, _ in
            let start = Int(request.offset ?? 0)
            let part = Self.bytes[start..<min(Self.bytes.count, start + Int(request.length ?? 1_000))]
            try await writer.write(
                FilePiece(offset: Int64(start), data: Data(part), totalBytes: Int64(Self.bytes.count)))
        }
        return handlers
    }

    private func start(_ request: Downloads.Start) throws -> DownloadsStarted {
        try state.withLock { state in
            if let refusal = state.refusal { throw refusal }
            if let known = state.downloads.first(where: { $0.content == request.content }) {
                return DownloadsStarted(downloads: [StartedDownload(download: known, existing: true)])
            }
            let card = Card(id: request.content, kind: .movie, title: "Film \(request.content)")
            var download = Download(
                id: "d\(state.downloads.count + 1)", content: request.content, card: card, variant: "v1",
                quality: request.quality ?? .best, status: .queued, bytes: 0, started: Self.date)
            download.totalBytes = 1_500_000_000
            download.progress = 0
            state.downloads.append(download)
            return DownloadsStarted(downloads: [StartedDownload(download: download, existing: false)])
        }
    }

    private func change(_ id: String, _ body: (inout Download) -> Void) throws -> Download {
        try state.withLock { state in
            guard let index = state.downloads.firstIndex(where: { $0.id == id }) else {
                throw RPCError(
                    .notFound, "There is no such download.",
                    details: [RPCErrorDetail(DownloadsProblem(.unknownDownload))])
            }
            body(&state.downloads[index])
            return state.downloads[index]
        }
    }

    private func remove(_ id: String) -> Empty {
        state.withLock { $0.downloads.removeAll { $0.id == id } }
        return Empty()
    }

    private func follow(_ writer: RPCWriter<DownloadItem>) async throws {
        let (all, trouble) = state.withLock { ($0.downloads, $0.trouble) }
        try await writer.write(DownloadItem(snapshot: all))
        for step in 1...3 {
            for var download in all {
                download.bytes = 500_000_000 * Int64(step)
                download.progress = Double(step) / 3
                download.status = step == 3 ? (trouble == nil ? .completed : .failed) : .downloading
                download.isAvailableOffline = download.status == .completed
                download.trouble = step == 3 ? trouble : nil
                try await writer.write(DownloadItem(changed: download))
            }
        }
    }
}
