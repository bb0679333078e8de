internal import Access
internal import DownloadsAPI
internal import GRDB
internal import HearthModel
internal import RPC

/// Changes a profile's downloads.
struct DownloadEditor: Sendable {
    private let queue: DownloadQueue

    init(queue: DownloadQueue) { self.queue = queue }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Downloads>) {
        handlers.on(Downloads.Pause.self) { request, call in try await pause(request.download, call, for: call.viewer) }
        handlers.on(Downloads.Resume.self) { request, call in
            try await resume(request.download, call, for: call.viewer)
        }
        handlers.on(Downloads.Cancel.self) { request, call in
            try await leave(request.download, completedToo: false, call, for: call.viewer)
            return Empty()
        }
        handlers.on(Downloads.Delete.self) { request, call in
            try await leave(request.download, completedToo: true, call, for: call.viewer)
            return Empty()
        }
        handlers.on(Downloads.Retry.self) { request, call in try await retry(request.download, call, for: call.viewer) }
        handlers.on(Downloads.Move.self) { request, call in try await move(request, call, for: call.viewer) }
    }

    private var store: DownloadsStore { queue.store }

    private func pause(_ id: String, _ call: ServerCall, for viewer: Viewer) async throws -> Download {
        let profile = try viewer.actingProfile
        return try await change(id, call, for: viewer) { file, _ in try file.state.pause(for: profile) }
    }

    private func resume(_ id: String, _ call: ServerCall, for viewer: Viewer) async throws -> Download {
        let profile = try viewer.actingProfile
        return try await change(id, call, for: viewer) { file, _ in try file.state.resume(for: profile) }
    }

    /// - Throws: ``DownloadsError`` also when there is no space for the missing bytes.
    private func retry(_ id: String, _ call: ServerCall, for viewer: Viewer) async throws -> Download {
        let (profile, terms) = (try viewer.actingProfile, store.terms(in: viewer.household))
        return try await change(id, call, for: viewer) { file, db in
            let isFailed = file.state.phase != .pending && file.state.phase != .completed
            try file.state.retry(for: profile)
            guard isFailed else { return }
            let needed = file.total ?? file.bytes
            for other in try LedgerTable.insist(on: needed, for: file.row, caller: profile, terms, db) {
                file.state.requests[other] = nil
            }
        }
    }

    private func leave(_ id: String, completedToo: Bool, _ call: ServerCall, for viewer: Viewer) async throws {
        let profile = try viewer.actingProfile
        let left = try await store.write(viewer.household, onceIfKeyed: call, releasingBallast: true) { db -> Int64? in
            guard let file = try Self.find(id, db) else { return nil }
            var state = file.state
            guard try state.leave(profile, completedToo: completedToo) else { return nil }
            try FileTable.put(state, of: file, db)
            return file.row
        }
        guard let left else { return }
        let board = queue.board(of: viewer.household)
        board.leave(id, of: profile)
        board.touch(left)
        queue.wake(viewer.household)
    }

    private func move(_ request: Downloads.Move, _ call: ServerCall, for viewer: Viewer) async throws -> Download {
        let profile = try viewer.actingProfile
        guard request.position >= 0 else { throw RPCError.invalidArgument("position", "counts from 0.") }
        return try await change(request.download, call, for: viewer) { file, db in
            guard file.state.requests[profile] != nil else { throw DownloadsError.unknownDownload }
            guard file.state.phase == .pending else {
                throw DownloadsError.wrongState("Only a download that is not completed has a place in the queue.")
            }
            var order = try FileTable.all(of: profile, db).filter { $0.state.phase == .pending }.map(\.row)
            order.removeAll { $0 == file.row }
            order.insert(file.row, at: min(Int(request.position), order.count))
            try FileRequestTable.order(order, of: profile, db)
        }
    }

    /// The outcome of a change.
    private struct Changed: Codable {
        var row: Int64
        /// The profiles that lost it to the quota; not stored with the answer, where they would outlive their deletion.
        var left: Set<String> = []

        private enum CodingKeys: CodingKey { case row }
    }

    private func change(
        _ id: String, _ call: ServerCall, for viewer: Viewer,
        _ body: @escaping @Sendable (inout FileRecord, Database) throws -> Void
    ) async throws -> Download {
        let changed = try await store.write(viewer.household, onceIfKeyed: call) { db in
            // A download whose title the profile may not see any more can be deleted, but not changed otherwise.
            guard var file = try Self.find(id, db), viewer.policy.allows(file.card) else {
                throw DownloadsError.unknownDownload
            }
            let before = Set(file.state.requests.keys)
            try body(&file, db)
            try FileTable.put(file.state, of: file, db)
            return Changed(row: file.row, left: before.subtracting(file.state.requests.keys))
        }
        let board = queue.board(of: viewer.household)
        for profile in changed.left { board.leave(id, of: profile) }
        board.touch(changed.row)
        queue.wake(viewer.household)
        return try await DownloadViews(queue: queue, viewer: viewer).one(changed.row)
    }

    private static func find(_ id: String, _ db: Database) throws -> FileRecord? {
        id.utf8.count <= DownloadsLimits.idBytes ? try FileTable.find(id: id, db) : nil
    }
}
