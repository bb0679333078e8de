internal import Access
internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Describes, reads and changes the settings of profiles.
struct SettingsManager: Sendable {
    private let households: Households

    init(households: Households) { self.households = households }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.DescribeSettings.self) { _, _ in SettingDefinitions(settings: SettingDefinition.all) }
        handlers.on(Profiles.GetSettings.self) { request, call in
            let viewer = try call.viewer
            return try await households.shard(for: viewer).read { db in
                let profile = try Self.profile(request.profile, for: viewer, db)
                return try Self.settings(of: profile, db)
            }
        }
        handlers.on(Profiles.ChangeSettings.self) { request, call in
            try await change(request, call, for: call.viewer)
        }
    }

    private func change(
        _ request: Profiles.ChangeSettings, _ call: ServerCall, for viewer: Viewer
    ) async throws -> ProfileSettings {
        let shard = try await households.shard(for: viewer)
        let isByKids = viewer.role == .child
        let requested = try await shard.read { try Self.profile(request.profile, for: viewer, $0) }
        try SettingRules.check(request.changes, of: requested, isByKids: isByKids)
        try households.plans.check(request.changes, for: viewer)
        if requested.kind != .adult, !isByKids { try await households.pins.check(request.pin, in: shard) }
        let time = try await households.nextSyncTime(in: shard, viewer.household)
        let changed = try await shard.write(onceIfKeyed: call) { db in
            // Read again: it may have been deleted in the meantime.
            let profile = try Self.profile(requested.id, for: viewer, db)
            for change in request.changes {
                try SyncStampTable.putOnline(.setting, change.name.rawValue, of: profile.id, at: time, db)
            }
            return try Self.apply(request.changes, to: profile, shard, db)
        }
        try await households.endOutdatedTokens(in: shard, of: viewer.household)
        return changed
    }

    /// Stores changes, and publishes the event.
    ///
    /// - Parameter checksDependencies: whether a change is refused that has no effect.
    @discardableResult
    static func apply(
        _ changes: [SettingChange], to profile: ProfileRow, checksDependencies: Bool = true, _ shard: Shard,
        _ db: Database
    ) throws -> ProfileSettings {
        for change in changes {
            // The default is stored as a value of its own, so that other services are told of it.
            let value = change.value ?? SettingDefinition.of(change.name)?.defaultValue
            try SettingTable.put(value, change.name, of: profile, db)
        }
        guard let stored = try HouseholdTable.state(db)?.profile(profile.id) else { throw ProfilesError.profileGone }
        let values = try SettingTable.values(of: stored, db)
        if checksDependencies { try SettingRules.checkDependencies(of: changes, in: values) }
        let changesPolicy = stored.hidesAdult != profile.hidesAdult
        try shard.outbox.append(
            ProfilesEvent(
                policyGenerations: changesPolicy ? try PolicyGenerationTable.raise(\.adults, db) : nil,
                profileSettingsChanged: try SettingTable.changed(of: stored, db)), db)
        return ProfileSettings(profile: stored.id, changed: values)
    }

    private static func settings(of profile: ProfileRow, _ db: Database) throws -> ProfileSettings {
        ProfileSettings(profile: profile.id, changed: try SettingTable.values(of: profile, db))
    }

    /// The profile whose settings a caller may read and change.
    ///
    /// - Parameter id: nil for the acting profile.
    /// - Throws: ``ProfilesError`` `unknownProfile`, `noProfile`, `notYours`.
    private static func profile(_ id: String?, for viewer: Viewer, _ db: Database) throws -> ProfileRow {
        guard let state = try HouseholdTable.state(db) else { throw ProfilesError.profileGone }
        let isOwn = id == nil || id == viewer.profile
        let id = try id ?? viewer.actingProfile
        // A kids profile does not learn which others there are.
        guard isOwn || viewer.role != .child else { throw ProfilesError.unknownProfile(id) }
        guard let profile = state.profile(id) else {
            throw isOwn ? ProfilesError.profileGone : ProfilesError.unknownProfile(id)
        }
        if !isOwn { try Permissions.checkChange(of: profile, by: viewer) }
        return profile
    }
}
