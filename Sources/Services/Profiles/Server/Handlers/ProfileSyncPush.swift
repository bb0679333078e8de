internal import Access
internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Takes in the favourites and settings that devices have changed while they were offline.
struct ProfileSyncPush: Sendable {
    private let households: Households
    private let cards: any CardSource
    private let runtime: any Runtime

    init(households: Households, cards: any CardSource, runtime: any Runtime) {
        (self.households, self.cards, self.runtime) = (households, cards, runtime)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.PushChanges.self) { request, call in try await push(request, call, for: call.viewer) }
        handlers.on(Profiles.ListConflicts.self) { request, call in
            let viewer = try call.viewer
            let profile = try viewer.actingProfile
            let shard = try await households.shard(for: viewer)
            let now = try await households.syncTime(in: shard, viewer.household)
            return try await SyncFeed.conflicts(of: profile, request.page, at: now, in: shard) {
                try Self.isVisible($0, of: profile, to: viewer, $1)
            }
        }
        handlers.on(Profiles.ReverseConflict.self) { request, call in
            try await reverse(request, call, for: call.viewer)
        }
    }

    // MARK: Push

    private func push(
        _ request: Profiles.PushChanges, _ call: ServerCall, for viewer: Viewer
    ) async throws -> SyncPushed {
        let profile = try viewer.actingProfile
        try SyncPushes.check(request.operations.map(\.id), limit: Profiles.PushChanges.maximumCount)
        guard let device = try SyncFeed.device(request.device, viewer) else {
            throw RPCError.invalidArgument("device", "must name the device.")
        }
        let shard = try await households.shard(for: viewer)
        try await shard.read { try ProfileSync.checkIsOn(profile, $0) }
        let seen = try await households.nextSyncTime(in: shard, viewer.household)
        let reader = ProfileOperationReader(
            clocks: households.syncClocks, household: viewer.household, device: device, now: seen)
        let (timed, refused) = try SyncPushes.read(request.operations, by: reader.read) {
            SyncResult(id: $0.id, refusal: $1)
        }
        var results = Dictionary(uniqueKeysWithValues: refused.map { ($0.id, $0) })
        let found = await cards(of: timed.map(\.operation), call)
        for result in try await apply(timed, device, found, viewer, shard) { results[result.id] = result }
        let ordered = request.operations.compactMap { results[$0.id] }
        let now = try await households.syncTime(in: shard, viewer.household)
        try await shard.write { db in
            // It may have been deleted since its operations were applied.
            guard try ProfileTable.row(of: profile, db) != nil else { return }
            try SyncDeviceTable.pushed(ordered, by: device, profile: profile, at: now, db)
        }
        let clock = try await households.nextSyncTime(in: shard, viewer.household)
        return SyncPushed(results: ordered, clock: clock)
    }

    /// The cards of the titles, which also say which ID a title has now.
    private func cards(of operations: [ProfileOperation], _ call: ServerCall) async -> [ContentID: CardResult] {
        let contents = Set(operations.compactMap { $0.favourite?.content })
        let end = runtime.now.advanced(by: runtime.now.duration(to: call.deadline) / ProfilesLimits.cardTimeShare)
        var found: [ContentID: CardResult] = [:]
        for content in contents.sorted(by: { $0.rawValue < $1.rawValue }) {
            let left = runtime.now.duration(to: end)
            found[content] = left > .zero ? await cards.card(of: content, within: left) : .unavailable
        }
        return found
    }

    private func apply(
        _ operations: [TimedProfileOperation], _ device: String, _ found: [ContentID: CardResult], _ viewer: Viewer,
        _ shard: Shard
    ) async throws -> [SyncResult] {
        let id = try viewer.actingProfile
        let plans = households.plans
        let now = try await households.syncTime(in: shard, viewer.household)
        let results = try await shard.write { db in
            guard try ProfileTable.row(of: id, db) != nil else { throw ProfilesError.profileGone }
            return try ProfileOperationApplier(
                profile: id, device: device, viewer: viewer, cards: found, plans: plans, now: now, shard: shard,
                db: db
            ).apply(operations)
        }
        // A setting may have changed a policy.
        if operations.contains(where: { $0.operation.setting != nil }) {
            try await households.endOutdatedTokens(in: shard, of: viewer.household)
        }
        return results
    }

    // MARK: Conflicts

    private static func isVisible(
        _ conflict: SyncConflict, of profile: String, to viewer: Viewer, _ db: Database
    ) throws -> Bool {
        guard conflict.kind == .favourite else { return true }
        return try ProfileSyncReader(viewer: viewer, db: db).allows(favourite: conflict.key, of: profile)
    }

    private func reverse(
        _ request: Profiles.ReverseConflict, _ call: ServerCall, for viewer: Viewer
    ) async throws -> SyncConflict {
        let profile = try viewer.actingProfile
        let shard = try await households.shard(for: viewer)
        let known = try await shard.read { db in
            try ProfileSync.checkIsOn(profile, db)
            let known = try SyncConflictTable.find(request.id, of: profile, dropping: ProfileOperation.self, db)
            guard try Self.isVisible(known.conflict, of: profile, to: viewer, db) else {
                throw RPCError.unknownSyncConflict()
            }
            return known
        }
        guard known.conflict.reversed == nil else { return known.conflict }
        var operation = known.dropped
        operation.id = "reversed-\(request.id)"
        let found = await cards(of: [operation], call)
        let time = try await households.nextSyncTime(in: shard, viewer.household)
        let timed = TimedProfileOperation(operation: operation, stamp: SyncStampTable.Stamp(time: time), seen: time)
        // No device has the empty name. A second call at the same time finds the operation applied.
        if let refused = try await apply([timed], "", found, viewer, shard).first(where: { $0.outcome == .refused }) {
            throw RPCError.syncConflict(refused.message ?? "it was refused.")
        }
        return try await shard.write { db in
            try SyncConflictTable.reverse(request.id, at: time, db)
            return try SyncConflictTable.find(request.id, of: profile, dropping: ProfileOperation.self, db).conflict
        }
    }
}
