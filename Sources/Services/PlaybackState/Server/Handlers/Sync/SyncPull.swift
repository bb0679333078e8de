internal import Access
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Sends devices what has changed.
struct SyncPull: Sendable {
    private let store: PlaybackStore
    private let access: SyncAccess

    init(store: PlaybackStore, access: SyncAccess) { (self.store, self.access) = (store, access) }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.PullChanges.self) { request, call in try await pull(request, for: call.viewer) }
        handlers.on(PlaybackState.PullEverything.self) { request, writer, call in
            try await pullAll(request, writer, for: call.viewer)
        }
        handlers.on(PlaybackState.WatchChanges.self) { request, writer, call in
            try await watch(request, writer, for: call.viewer)
        }
        handlers.on(PlaybackState.GetSyncStatus.self) { request, call in
            try await status(request, for: call.viewer)
        }
    }

    // MARK: Pulls

    private func pull(
        _ request: PlaybackState.PullChanges, for viewer: Viewer
    ) async throws -> PlaybackChanges {
        let limit = try SyncFeed.limit(request.limit)
        let device = try SyncFeed.device(request.device, viewer)
        let start = try SyncPosition(request.token, of: PlaybackState.serviceName)
        let selection = try await access.selection(kinds: request.kinds, profiles: request.profiles, viewer)
        let shard = try await drained(viewer, selection)
        let page = try await page(start, selection, limit, request.token, viewer, shard)
        if page.remaining == 0 { try await note(device, selection, viewer, shard) }
        return response(page, viewer)
    }

    private func pullAll(
        _ request: PlaybackState.PullEverything, _ writer: RPCWriter<PlaybackChanges>, for viewer: Viewer
    ) async throws {
        let device = try SyncFeed.device(request.device, viewer)
        _ = try SyncPosition(request.token, of: PlaybackState.serviceName)
        let selection = try await access.selection(kinds: request.kinds, profiles: request.profiles, viewer)
        let shard = try await drained(viewer, selection)
        var (position, token, sent): (SyncPosition?, SyncToken?, Int64) = (nil, request.token, 0)
        while true {
            let page = try await page(position, selection, Int(SyncLimits.page), token, viewer, shard)
            sent += Int64(page.entries)
            var response = response(page, viewer)
            // What changes meanwhile moves to the end of the log, and is sent there.
            response.total = sent + page.remaining
            try await writer.write(response)
            token = page.token
            position = try SyncPosition(token, of: PlaybackState.serviceName)
            if page.remaining == 0 { break }
        }
        try await note(device, selection, viewer, shard)
    }

    private func response(_ page: SyncFeed.Page<PlaybackChange>, _ viewer: Viewer) -> PlaybackChanges {
        PlaybackChanges(
            changes: page.changes, token: page.token, remaining: page.remaining,
            clock: store.clocks.next(in: viewer.household).milliseconds)
    }

    private func page(
        _ start: SyncPosition?, _ selection: SyncSelection, _ limit: Int, _ token: SyncToken?, _ viewer: Viewer,
        _ shard: Shard
    ) async throws -> SyncFeed.Page<PlaybackChange> {
        let visibility = Visibility(viewer)
        return try await shard.read { db in
            let reader = PlaybackSyncReader(visibility: visibility, db: db)
            return try SyncFeed.page(
                after: start, selection, limit: limit, token: token, of: PlaybackState.serviceName, db
            ) { try reader.change($0) }
        }
    }

    /// The shard with all changes logged, when the profiles sync.
    private func drained(_ viewer: Viewer, _ selection: SyncSelection) async throws -> Shard {
        let shard = try await store.shard(for: viewer)
        try await shard.read { try SyncAccess.checkIsOn(selection.profiles, $0) }
        try await PlaybackSyncLog.drain(shard, at: store.clocks.milliseconds(in: viewer.household))
        return shard
    }

    private func note(
        _ device: String?, _ selection: SyncSelection, _ viewer: Viewer, _ shard: Shard
    ) async throws {
        let now = store.clocks.milliseconds(in: viewer.household)
        try await SyncFeed.note(
            device, selection, at: now, in: shard, isDeleted: { try ProfileTable.isDeleted($0, $1) })
    }

    // MARK: Watching

    private func watch(
        _ request: PlaybackState.WatchChanges, _ writer: RPCWriter<SyncNotice>, for viewer: Viewer
    ) async throws {
        let start = try SyncPosition(request.token, of: PlaybackState.serviceName)
        let selection = try await access.selection(kinds: request.kinds, profiles: request.profiles, viewer)
        try await SyncFeed.watch(runtime: store.runtime) {
            try await store.shard(for: viewer)
        } waiting: { shard in
            try await shard.read { try Self.waiting(start, selection, $0) }
        } tell: { waiting in
            let clock = store.clocks.next(in: viewer.household).milliseconds
            try await writer.write(SyncNotice(waiting: waiting, clock: clock))
        }
    }

    private static func waiting(
        _ start: SyncPosition?, _ selection: SyncSelection, _ db: Database
    ) throws -> SyncFeed.Waiting {
        try SyncAccess.checkIsOn(selection.profiles, db)
        var waiting = try SyncFeed.waiting(after: start, selection, db)
        waiting.touched += try PlaybackSyncLog.touchedSessions(selection, db)
        return waiting
    }

    private func status(_ request: PlaybackState.GetSyncStatus, for viewer: Viewer) async throws -> SyncStatus {
        let profile = try viewer.actingProfile
        let start = try SyncPosition(request.token, of: PlaybackState.serviceName)
        let selection = try await access.selection(kinds: nil, profiles: nil, viewer)
        let shard = try await store.shard(for: viewer)
        let now = store.clocks.milliseconds(in: viewer.household)
        // After everything that the household has seen, so that what the device does next comes after it, too.
        let clock = store.clocks.next(in: viewer.household).milliseconds
        let hasFeature = viewer.hasFeature(.deviceSync, at: store.runtime.wallTime)
        return try await shard.read { db in
            let isOn = try SettingTable.isOn(.enableCloudSync, of: profile, db)
            let waiting = start.flatMap { try? Self.waiting($0, selection, db).count }
            return try SyncFeed.status(
                of: profile, hasFeature: hasFeature, isOn: isOn, waiting: waiting, at: now, clock: clock, db)
        }
    }
}
