internal import Access
internal import DownloadsAPI
internal import Foundation
internal import GRDB
internal import HearthModel
internal import RPC

/// Deletes the downloads that profiles have watched, where their settings say so.
struct WatchedDownloads: Sendable {
    private let queue: DownloadQueue

    init(queue: DownloadQueue) { self.queue = queue }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Downloads>) {
        handlers.on(Downloads.NoteWatched.self) { request, call in
            try await note(request, for: call.viewer)
            return Empty()
        }
    }

    private func note(_ request: Downloads.NoteWatched, for viewer: Viewer) async throws {
        guard (1...DownloadsLimits.watchedTitles).contains(request.contents.count) else {
            throw RPCError.invalidArgument("contents", "1 to \(DownloadsLimits.watchedTitles) titles.")
        }
        let seconds = request.watched.timeIntervalSince1970
        guard seconds.isFinite, abs(seconds) < Double(Int64.max / 1_000) else {
            throw RPCError.invalidArgument("watched", "is not a time.")
        }
        let gone = try await queue.store.write(viewer.household, releasingBallast: true) { db in
            try Self.delete(request, watched: Int64(seconds * 1_000), db)
        }
        guard !gone.isEmpty else { return }
        let board = queue.board(of: viewer.household)
        for file in gone {
            board.leave(file.id, of: request.profile)
            board.touch(file.row)
        }
        queue.wake(viewer.household)
    }

    /// - Returns: the files that the profile has left.
    private static func delete(
        _ request: Downloads.NoteWatched, watched: Int64, _ db: Database
    ) throws -> [FileRecord] {
        guard try SettingTable.values(of: request.profile, db).deletesWatched else { return [] }
        var gone: [FileRecord] = []
        for content in Set(request.contents).sorted(by: { $0.rawValue < $1.rawValue }) {
            for file in try FileTable.all(of: request.profile, content: content, db)
            where file.started(by: request.profile) <= watched {
                var state = file.state
                state.requests[request.profile] = nil
                try FileTable.put(state, of: file, db)
                gone.append(file)
            }
        }
        return gone
    }
}
