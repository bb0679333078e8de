internal import Access
internal import Foundation
internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Sends devices what has changed of profiles' own data.
struct ProfileSync: Sendable {
    private let households: Households
    private let push: ProfileSyncPush
    private let runtime: any Runtime

    init(households: Households, cards: any CardSource, runtime: any Runtime) {
        (self.households, self.runtime) = (households, runtime)
        push = ProfileSyncPush(households: households, cards: cards, runtime: runtime)
    }

    /// Adds the methods of this type, and those of pushes and conflicts.
    func register(on handlers: inout RPCHandlers<Profiles>) {
        push.register(on: &handlers)
        handlers.on(Profiles.PullChanges.self) { request, call in try await pull(request, for: call.viewer) }
        handlers.on(Profiles.PullEverything.self) { request, writer, call in
            try await pullAll(request, writer, for: call.viewer)
        }
        handlers.on(Profiles.WatchChanges.self) { request, writer, call in
            try await watch(request, writer, for: call.viewer)
        }
        handlers.on(Profiles.GetSyncStatus.self) { request, call in try await status(request, for: call.viewer) }
    }

    // MARK: Pulls

    private func pull(_ request: Profiles.PullChanges, for viewer: Viewer) async throws -> ProfileChanges {
        let limit = try SyncFeed.limit(request.limit)
        let device = try SyncFeed.device(request.device, viewer)
        let start = try SyncPosition(request.token, of: Profiles.serviceName)
        let (shard, selection) = try await drained(request.kinds, request.profiles, viewer)
        let page = try await page(start, selection, limit, request.token, viewer, shard)
        if page.remaining == 0 { try await note(device, selection, viewer, shard) }
        return try await response(page, viewer, shard)
    }

    private func pullAll(
        _ request: Profiles.PullEverything, _ writer: RPCWriter<ProfileChanges>, for viewer: Viewer
    ) async throws {
        let device = try SyncFeed.device(request.device, viewer)
        _ = try SyncPosition(request.token, of: Profiles.serviceName)
        let (shard, selection) = try await drained(request.kinds, request.profiles, viewer)
        var (position, token, sent): (SyncPosition?, SyncToken?, Int64) = (nil, request.token, 0)
        while true {
            let page = try await page(position, selection, Int(SyncLimits.page), token, viewer, shard)
            sent += Int64(page.entries)
            var response = try await response(page, viewer, shard)
            response.total = sent + page.remaining
            try await writer.write(response)
            token = page.token
            position = try SyncPosition(token, of: Profiles.serviceName)
            if page.remaining == 0 { break }
        }
        try await note(device, selection, viewer, shard)
    }

    private func response(
        _ page: SyncFeed.Page<ProfileChange>, _ viewer: Viewer, _ shard: Shard
    ) async throws -> ProfileChanges {
        ProfileChanges(
            changes: page.changes, token: page.token, remaining: page.remaining,
            clock: try await households.nextSyncTime(in: shard, viewer.household))
    }

    private func page(
        _ start: SyncPosition?, _ selection: SyncSelection, _ limit: Int, _ token: SyncToken?, _ viewer: Viewer,
        _ shard: Shard
    ) async throws -> SyncFeed.Page<ProfileChange> {
        try await shard.read { db in
            let reader = ProfileSyncReader(viewer: viewer, db: db)
            return try SyncFeed.page(
                after: start, selection, limit: limit, token: token, of: Profiles.serviceName, db
            ) { try reader.change($0) }
        }
    }

    private func note(
        _ device: String?, _ selection: SyncSelection, _ viewer: Viewer, _ shard: Shard
    ) async throws {
        let now = try await households.syncTime(in: shard, viewer.household)
        try await SyncFeed.note(device, selection, at: now, in: shard) { profile, db in
            try ProfileTable.row(of: profile, db) == nil
        } also: { profile, db in
            guard let row = try HouseholdTable.state(db)?.profile(profile) else { return }
            try SettingTable.put(.date(Date(milliseconds: now)), .lastCloudSyncDate, of: row, db)
        }
    }

    /// The shard with all changes logged, when the profiles sync.
    private func drained(
        _ kinds: [SyncKind]?, _ profiles: [String]?, _ viewer: Viewer
    ) async throws -> (Shard, SyncSelection) {
        let shard = try await households.shard(for: viewer)
        let selection = try await shard.read { try Self.selection(kinds, profiles, viewer, $0) }
        let now = try await households.syncTime(in: shard, viewer.household)
        try await ProfileSyncReader.drain(shard, at: now)
        return (shard, selection)
    }

    /// What a request selects, when the profiles sync. Kinds of other services are theirs, and left out.
    ///
    /// - Throws: INVALID_ARGUMENT; `notYours` and `disabled` (``SyncProblem``).
    private static func selection(
        _ kinds: [SyncKind]?, _ requested: [String]?, _ viewer: Viewer, _ db: Database
    ) throws -> SyncSelection {
        let own = try viewer.actingProfile
        let profiles = requested ?? [own]
        guard (1...SyncLimits.profiles).contains(profiles.count) else {
            throw RPCError.invalidArgument("profiles", "1 to \(SyncLimits.profiles) profiles.")
        }
        guard let state = try HouseholdTable.state(db) else { throw ProfilesError.profileGone }
        for profile in profiles {
            if profile != own, viewer.role == .child || state.profile(profile)?.kind != .kids {
                throw RPCError.syncNotYours(profile)
            }
            try checkIsOn(profile, db)
        }
        let mask = viewer.policy.audienceMask
        return SyncSelection(
            profiles: profiles, kinds: ProfileSyncReader.kinds.filter { kinds?.contains($0) ?? true },
            policy: "\(mask.titles)/\(mask.live)/\(viewer.seesUnclassified)")
    }

    /// Whether a profile syncs.
    static func isOn(_ profile: String, _ db: Database) throws -> Bool {
        guard let row = try HouseholdTable.state(db)?.profile(profile) else { throw ProfilesError.profileGone }
        return ProfileSettings.isOn(.enableCloudSync, in: try SettingTable.values(of: row, db))
    }

    /// - Throws: `disabled` (``SyncProblem``).
    static func checkIsOn(_ profile: String, _ db: Database) throws {
        guard try isOn(profile, db) else { throw RPCError.syncDisabled(profile) }
    }

    // MARK: Watching

    private func watch(
        _ request: Profiles.WatchChanges, _ writer: RPCWriter<SyncNotice>, for viewer: Viewer
    ) async throws {
        let start = try SyncPosition(request.token, of: Profiles.serviceName)
        try await SyncFeed.watch(runtime: runtime) {
            try await households.shard(for: viewer)
        } waiting: { shard in
            try await shard.read { db in
                try SyncFeed.waiting(
                    after: start, Self.selection(request.kinds, request.profiles, viewer, db), db)
            }
        } tell: { waiting in
            let shard = try await households.shard(for: viewer)
            let clock = try await households.nextSyncTime(in: shard, viewer.household)
            try await writer.write(SyncNotice(waiting: waiting, clock: clock))
        }
    }

    private func status(_ request: Profiles.GetSyncStatus, for viewer: Viewer) async throws -> SyncStatus {
        let profile = try viewer.actingProfile
        let start = try SyncPosition(request.token, of: Profiles.serviceName)
        let shard = try await households.shard(for: viewer)
        let now = try await households.syncTime(in: shard, viewer.household)
        let clock = try await households.nextSyncTime(in: shard, viewer.household)
        let hasFeature = viewer.hasFeature(.deviceSync, at: runtime.wallTime)
        return try await shard.read { db in
            let isOn = try Self.isOn(profile, db)
            let waiting = start.flatMap { position in
                try? SyncFeed.waiting(after: position, Self.selection(nil, nil, viewer, db), db).count
            }
            return try SyncFeed.status(
                of: profile, hasFeature: hasFeature, isOn: isOn, waiting: waiting, at: now, clock: clock, db)
        }
    }
}
