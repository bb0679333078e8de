internal import Access
internal import Foundation
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// The profiles' watch history.
struct History: Sendable {
    private let store: PlaybackStore
    private let catalog: CatalogClient

    init(store: PlaybackStore, catalog: CatalogClient) { (self.store, self.catalog) = (store, catalog) }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.ContinueWatching.self) { request, call in
            try await continueWatching(request, call, for: call.viewer)
        }
        handlers.on(PlaybackState.ListHistory.self) { request, call in try await list(request, for: call.viewer) }
        handlers.on(PlaybackState.RemoveHistory.self) { request, call in
            try await remove(request, call, for: call.viewer)
        }
    }

    private func continueWatching(
        _ request: PlaybackState.ContinueWatching, _ call: ServerCall, for viewer: Viewer
    ) async throws -> ContinueList {
        let profile = try viewer.actingProfile
        let limit = request.limit ?? PlaybackState.ContinueWatching.standardLimit
        guard (1...PageRequest.maximumSize).contains(limit) else {
            throw RPCError.invalidArgument("limit", "must be between 1 and \(PageRequest.maximumSize).")
        }
        let threshold = try ProgressManager.checked(request.watchedThreshold)
        let visibility = Visibility(viewer)
        let shard = try await store.shard(for: viewer)
        guard let row = try await shard.read({ try ProfileTable.row(of: profile, $0) }) else {
            return ContinueList(titles: [])
        }
        let reader = ContinueReader(profile: row, visibility: visibility, threshold: threshold, limit: Int(limit))
        let next = NextUp(profile: row, threshold: threshold, shard: shard, catalog: catalog)
        let found = try await shard.read { try reader.run($0, first: reader.limit) }
        var lists = SeriesLists()
        let titles = try await next.entries(of: found, call, limit: reader.limit, &lists)
        guard titles.count < reader.limit, found.count >= reader.limit else {
            return ContinueList(titles: titles, unknownSeries: Self.unknown(found, lists))
        }
        // Series without a next episode have left room for others.
        let all = try await shard.read { try reader.run($0) }
        let more = try await next.entries(of: all, call, limit: reader.limit, &lists)
        return ContinueList(titles: more, unknownSeries: Self.unknown(all, lists))
    }

    /// How many series are left out as the catalog has not told their episodes; nil for none.
    private static func unknown(_ found: [ContinueReader.Found], _ lists: SeriesLists) -> Int32? {
        // While it responds those are not read for which there is no room.
        guard lists.isSilent else { return nil }
        let count = found.compactMap(\.seed).count { lists[$0.series] == nil && $0.begun == nil }
        return count > 0 ? Int32(clamping: count) : nil
    }

    private func list(_ request: PlaybackState.ListHistory, for viewer: Viewer) async throws -> HistoryList {
        let profile = try viewer.actingProfile
        let reader = try HistoryReader(request, Visibility(viewer))
        return try await store.shard(for: viewer).read { db in
            guard let row = try ProfileTable.row(of: profile, db) else { return HistoryList(entries: [], total: 0) }
            return try reader.run(profile: row, db)
        }
    }

    private func remove(
        _ request: PlaybackState.RemoveHistory, _ call: ServerCall, for viewer: Viewer
    ) async throws -> HistoryRemoved {
        let profile = try viewer.actingProfile
        let removal = try HistoryRemoval(request)
        let keyed = try store.keyed(call, profile, viewer)
        let shard = try await store.shard(for: viewer)
        let stamp = store.clocks.next(in: viewer.household)
        return try await shard.write(once: keyed, deadline: call.deadline, releasingBallast: true) { db in
            guard let row = try ProfileTable.row(of: profile, db) else { return HistoryRemoved(sessions: 0) }
            try RemovedHistoryTable.note(removal, at: stamp, profile: row, db)
            return HistoryRemoved(sessions: Int64(try removal.run(profile: row, db)))
        }
    }
}
