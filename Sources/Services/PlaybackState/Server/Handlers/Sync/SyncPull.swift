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
        let limit = request.limit ?? SyncLimits.page
        guard (1...SyncLimits.largestPage).contains(limit) else {
            throw RPCError.invalidArgument("limit", "must be between 1 and \(SyncLimits.largestPage).")
        }
        let device = try SyncAccess.device(request.device, viewer)
        let start = try SyncPosition(request.token, of: PlaybackState.serviceName)
        let selection = try await access.selection(kinds: request.kinds, profiles: request.profiles, viewer)
        let shard = try await drained(viewer, selection)
        let page = try await page(start, selection, Int(limit), request.token, viewer, shard)
        if page.response.remaining == 0 { try await note(device, selection, viewer, shard) }
        return page.response
    }

    private func pullAll(
        _ request: PlaybackState.PullEverything, _ writer: RPCWriter<PlaybackChanges>, for viewer: Viewer
    ) async throws {
        let device = try SyncAccess.device(request.device, viewer)
        _ = try SyncPosition(request.token, of: PlaybackState.serviceName)
        let selection = try await access.selection(kinds: request.kinds, profiles: request.profiles, viewer)
        let shard = try await drained(viewer, selection)
        var (position, token, sent): (SyncPosition?, SyncToken?, Int64) = (nil, request.token, 0)
        while true {
            var page = try await page(position, selection, Int(SyncLimits.page), token, viewer, shard)
            sent += Int64(page.entries)
            // What changes meanwhile moves to the end of the log, and is sent there.
            page.response.total = sent + page.response.remaining
            try await writer.write(page.response)
            token = page.response.token
            position = try SyncPosition(token, of: PlaybackState.serviceName)
            if page.response.remaining == 0 { break }
        }
        try await note(device, selection, viewer, shard)
    }

    /// A page, and how many log entries it is of.
    private struct Page: Sendable {
        var response: PlaybackChanges
        var entries: Int
    }

    private func page(
        _ start: SyncPosition?, _ selection: SyncSelection, _ limit: Int, _ token: SyncToken?, _ viewer: Viewer,
        _ shard: Shard
    ) async throws -> Page {
        let visibility = Visibility(viewer)
        let clock = store.clocks.next(in: viewer.household).milliseconds
        return try await shard.read { db in
            var position =
                try start.map { try SyncLog.resume($0, selection, db) } ?? SyncLog.beginning(of: selection, db)
            let entries = try SyncLog.page(after: position, selection, limit: limit, db)
            let reader = PlaybackSyncReader(visibility: visibility, db: db)
            let changes = try entries.compactMap { try reader.change($0) }
            if let last = entries.last { position.sequence = last.sequence }
            return Page(
                response: PlaybackChanges(
                    changes: changes, token: position.replacing(in: token, of: PlaybackState.serviceName),
                    remaining: try SyncLog.count(after: position, selection, db), clock: clock),
                entries: entries.count)
        }
    }

    /// The shard with all changes logged, when the profiles sync.
    private func drained(_ viewer: Viewer, _ selection: SyncSelection) async throws -> Shard {
        let shard = try await store.shard(for: viewer)
        try await shard.read { try SyncAccess.checkIsOn(selection.profiles, $0) }
        try await PlaybackSyncLog.drain(shard, at: store.clocks.milliseconds(in: viewer.household))
        return shard
    }

    /// Notes that a device has everything; a device that pulls often does not cost a write each time.
    private func note(
        _ device: String?, _ selection: SyncSelection, _ viewer: Viewer, _ shard: Shard
    ) async throws {
        guard let device else { return }
        let now = store.clocks.milliseconds(in: viewer.household)
        let time = now - PlaybackLimits.noteMilliseconds
        let due = try await shard.read { db in
            try selection.profiles.filter { try SyncDeviceTable.isPullOlder(than: time, device, profile: $0, db) }
        }
        guard !due.isEmpty else { return }
        try await shard.write { db in
            for profile in due { try SyncDeviceTable.pulled(device, profile: profile, at: now, db) }
        }
    }

    // MARK: Watching

    /// How far a watched log is.
    private struct Watched: Sendable, Hashable {
        var logged: Int64
        var touched: Int64
        var sessions: Int64

        var waiting: Int64 { logged + touched + sessions }
    }

    private func watch(
        _ request: PlaybackState.WatchChanges, _ writer: RPCWriter<SyncNotice>, for viewer: Viewer
    ) async throws {
        let start = try SyncPosition(request.token, of: PlaybackState.serviceName)
        let selection = try await access.selection(kinds: request.kinds, profiles: request.profiles, viewer)
        var last = Watched(logged: 0, touched: 0, sessions: 0)
        while !Task.isCancelled {
            let shard = try await store.shard(for: viewer)
            let commits = shard.stats.commits
            let state = try await shard.read { try Self.watched(start, selection, $0) }
            if state != last, state.waiting > 0 {
                let clock = store.clocks.next(in: viewer.household).milliseconds
                try await writer.write(SyncNotice(waiting: state.waiting, clock: clock))
            }
            last = state
            repeat {
                try await store.runtime.sleep(for: SyncLimits.watchInterval)
            } while shard.isOpen && shard.stats.commits == commits
        }
    }

    private static func watched(
        _ start: SyncPosition?, _ selection: SyncSelection, _ db: Database
    ) throws -> Watched {
        try SyncAccess.checkIsOn(selection.profiles, db)
        let position = try start.map { try SyncLog.resume($0, selection, db) } ?? SyncLog.beginning(of: selection, db)
        return Watched(
            logged: try SyncLog.count(after: position, selection, db), touched: try SyncLog.touched(selection, db),
            sessions: try PlaybackSyncLog.touchedSessions(selection, db))
    }

    // MARK: Status

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
            let state: SyncState = !hasFeature ? .notPremium : isOn ? .on : .disabled
            let waiting = start.flatMap { position in
                isOn ? try? Self.watched(position, selection, db).waiting : nil
            }
            return SyncStatus(
                state: state,
                devices: try SyncDeviceTable.all(of: profile, since: now - SyncLimits.keptMilliseconds, db),
                conflicts: try SyncConflictTable.count(
                    of: profile, since: now - SyncLimits.conflictMilliseconds, db),
                waiting: waiting, clock: clock)
        }
    }
}
