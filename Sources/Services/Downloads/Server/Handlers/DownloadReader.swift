internal import Access
internal import DownloadsAPI
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// Lists downloads and streams their changes.
struct DownloadReader: Sendable {
    private let queue: DownloadQueue
    private let admission: ScreenTimeAdmission

    init(queue: DownloadQueue, admission: ScreenTimeAdmission) { (self.queue, self.admission) = (queue, admission) }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Downloads>) {
        handlers.on(Downloads.List.self) { request, call in try await list(request, for: call.viewer) }
        handlers.on(Downloads.Follow.self) { _, writer, call in
            try await follow(writer, after: call.resumeAfter, for: call.viewer)
        }
        handlers.on(Downloads.Locate.self) { request, call in try await locate(request.content, for: call.viewer) }
        handlers.on(Downloads.GetStorage.self) { _, call in try await storage(for: call.viewer) }
    }

    private var store: DownloadsStore { queue.store }

    private func list(_ request: Downloads.List, for viewer: Viewer) async throws -> DownloadList {
        let all = try await DownloadViews(queue: queue, viewer: viewer).all()
        return DownloadList(downloads: all.filter { request.filter?.takes($0.status) ?? true })
    }

    private func locate(_ content: ContentID, for viewer: Viewer) async throws -> Download {
        let found = try await DownloadViews(queue: queue, viewer: viewer, isAdmitted: true).all(content: content)
        guard let download = found.first(where: { $0.isAvailableOffline && !$0.isExpired }) else {
            throw DownloadsError.unknownDownload
        }
        try await admission.check(content, for: viewer)
        return download
    }

    private func storage(for viewer: Viewer) async throws -> DownloadStorage {
        let (profile, terms) = (try viewer.actingProfile, store.terms(in: viewer.household))
        let ledger = try await store.read(viewer.household) { try LedgerTable.ledger(terms, $0) }
        let own = ledger.entries.values.filter { $0.profiles.contains(profile) }
        let all = ledger.entries.values
        let room = max(0, (terms.freeDiskBytes ?? .max) - ledger.outstanding)
        let (ownCharge, limit) = (ledger.charge(of: profile), ledger.limit(of: profile))
        let used = all.reduce(0) { $0 + $1.bytes }
        return DownloadStorage(
            profile: StorageUse(
                usedBytes: own.reduce(0) { $0 + $1.bytes }, reservedBytes: own.reduce(0) { $0 + $1.charge - $1.bytes },
                limitBytes: limit, availableBytes: max(0, min(limit - ownCharge, room))),
            household: StorageUse(
                usedBytes: used, reservedBytes: ledger.outstanding,
                limitBytes: used + max(0, terms.freeDiskBytes ?? 0), availableBytes: room),
            diskFreeBytes: (terms.freeDiskBytes ?? 0) + store.floorBytes, diskFloorBytes: store.floorBytes)
    }

    /// Sends a snapshot, or the changes since the follower's last position, and then further changes.
    private func follow(
        _ writer: RPCWriter<DownloadItem>, after last: StreamPosition?, for viewer: Viewer
    ) async throws {
        let (profile, views) = (try viewer.actingProfile, DownloadViews(queue: queue, viewer: viewer))
        let board = queue.board(of: viewer.household)
        let (id, signals) = board.join()
        defer { board.leaveFollowers(id) }
        var position = last?.generation == board.generation ? last?.sequence : nil
        var (signal, hidden) = (signals.makeAsyncIterator(), Set<String>())
        repeat {
            guard let known = position, let changes = board.changes(after: known, for: profile) else {
                // Changes made while the snapshot is read are sent once more after it.
                let sequence = board.sequence
                try await writer.write(DownloadItem(snapshot: try await views.all()), at: board.position(sequence))
                position = sequence
                continue
            }
            if changes.isEmpty {
                if await signal.next() == nil { return }
                continue
            }
            try await tell(changes, writer, board, views, &hidden)
            position = changes.last?.sequence
        } while !Task.isCancelled
    }

    /// - Parameter hidden: the downloads already reported as gone to this follower because the profile may not see them
    ///   any more.
    private func tell(
        _ changes: [ProgressTracker.Change], _ writer: RPCWriter<DownloadItem>, _ board: ProgressTracker,
        _ views: DownloadViews, _ hidden: inout Set<String>
    ) async throws {
        let rows = changes.compactMap { if case .file(let row) = $0.kind { row } else { nil } }
        let seen = rows.isEmpty ? [:] : try await views.some(rows)
        for change in changes {
            let item: DownloadItem
            switch change.kind {
            case .gone(let id): item = DownloadItem(gone: id)
            case .file(let row):
                switch seen[row] {
                case .visible(let download):
                    hidden.remove(download.id)
                    item = DownloadItem(changed: download)
                case .hidden(let id):
                    guard hidden.insert(id).inserted else { continue }
                    item = DownloadItem(gone: id)
                // A file of other profiles only.
                case nil: continue
                }
            }
            try await writer.write(item, at: board.position(change.sequence))
        }
    }
}

extension ProgressTracker {
    fileprivate func position(_ sequence: UInt64) -> StreamPosition {
        StreamPosition(generation: generation, sequence: sequence)
    }
}

extension DownloadFilter {
    /// Whether the filter admits the status.
    fileprivate func takes(_ status: DownloadStatus) -> Bool {
        switch self {
        case .active: [.queued, .downloading, .paused].contains(status)
        case .completed: status == .completed
        case .failed: status == .failed
        }
    }
}
