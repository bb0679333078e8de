internal import Access
internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Reads and changes the rules by which kids profiles see titles.
struct ViewingRulesManager: Sendable {
    private let households: Households

    init(households: Households) { self.households = households }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.ListViewingPresets.self) { _, _ in ViewingPresetList(presets: ViewingPreset.all) }
        handlers.on(Profiles.GetViewingRules.self) { request, call in
            let viewer = try call.viewer
            return try await households.shard(for: viewer).read { db in
                let (state, profile) = try Self.kids(request.profile, for: viewer, db)
                return try Self.rules(of: profile, in: state, db)
            }
        }
        handlers.on(Profiles.SetViewingRules.self) { request, call in
            try await set(request, call, for: call.viewer)
        }
        handlers.on(Profiles.GetEffectivePolicy.self) { request, call in
            let viewer = try call.viewer
            return try await households.shard(for: viewer).read { db in
                try Self.policy(of: request.profile, for: viewer, db)
            }
        }
    }

    private func set(
        _ request: Profiles.SetViewingRules, _ call: ServerCall, for viewer: Viewer
    ) async throws -> ProfileViewingRules {
        let shard = try await households.shard(for: viewer)
        // Permissions first: a PIN gives no access that the caller does not have anyway.
        _ = try await shard.read { try Self.kids(request.profile, for: viewer, $0).profile }
        if let rules = request.rules { try ViewingRuleChecks.check(rules) }
        try await households.pins.check(request.pin, in: shard)
        let changed = try await shard.write(onceIfKeyed: call) { db in
            let (state, profile) = try Self.kids(request.profile, for: viewer, db)
            let former = try ViewingRuleTable.find(profile.id, in: state.household, db)?.rules
            if former != request.rules {
                try ViewingRuleTable.set(request.rules, of: profile.id, db)
                try Self.publish([profile.id], shard, db)
            }
            return try Self.rules(of: profile, in: state, db)
        }
        try await households.endOutdatedTokens(in: shard, of: viewer.household)
        return changed
    }

    /// Publishes the present rules of profiles, and outdates the tokens with former ones.
    private static func publish(_ profiles: [String], _ shard: Shard, _ db: Database) throws {
        guard let household = try HouseholdTable.state(db)?.household else { throw ProfilesError.profileGone }
        let sets = try ViewingRuleTable.all(in: household, db).filter { profiles.contains($0.profile) }
        let ended = profiles.filter { profile in !sets.contains { $0.profile == profile } }
        try shard.outbox.append(
            ProfilesEvent(
                policyGenerations: try PolicyGenerationTable.raise(\.kids, db),
                viewingRulesChanged: ViewingRulesChanged(
                    sets: sets, ended: ended.isEmpty ? nil : ended, version: try ViewingRuleTable.version(db))), db)
    }

    /// Gives the rules of all profiles new numbers where they depend on a changed option of the household.
    static func followOptions(_ household: HouseholdRow, _ shard: Shard, _ db: Database) throws {
        let sets = try ViewingRuleTable.all(in: household, db).filter { $0.rules.otherwise == .allowUnrated }
        guard !sets.isEmpty else { return }
        for set in sets { try ViewingRuleTable.set(set.rules, of: set.profile, db) }
        try publish(sets.map(\.profile), shard, db)
    }

    private static func rules(
        of profile: ProfileRow, in state: HouseholdState, _ db: Database
    ) throws -> ProfileViewingRules {
        let set = try ViewingRuleTable.find(profile.id, in: state.household, db)
        return ProfileViewingRules(
            profile: profile.id, rules: set?.rules,
            isApplied: try set.map { try ViewingRuleTable.isApplied($0.version, db) } ?? true)
    }

    private static func policy(of id: String?, for viewer: Viewer, _ db: Database) throws -> EffectivePolicy {
        guard let state = try HouseholdTable.state(db) else { throw ProfilesError.profileGone }
        let isOwn = id == nil || id == viewer.profile
        let id = try id ?? viewer.actingProfile
        // A kids profile does not learn which others there are.
        guard isOwn || viewer.role != .child else { throw ProfilesError.unknownProfile(id) }
        guard let profile = state.profile(id) else {
            throw isOwn ? ProfilesError.profileGone : ProfilesError.unknownProfile(id)
        }
        if !isOwn { try Permissions.checkChange(of: profile, by: viewer) }
        let found = try rules(of: profile, in: state, db)
        return EffectivePolicy(
            profile: id, policy: Permissions.policy(of: profile, in: state.household),
            rules: viewer.role == .child ? nil : found.rules, isApplied: found.isApplied)
    }

    /// A kids profile whose rules a caller may read and change.
    ///
    /// - Throws: ``ProfilesError`` `unknownProfile`, `notYours`, `rulesForKids`.
    private static func kids(
        _ id: String, for viewer: Viewer, _ db: Database
    ) throws -> (state: HouseholdState, profile: ProfileRow) {
        guard let state = try HouseholdTable.state(db) else { throw ProfilesError.profileGone }
        guard let profile = state.profile(id) else { throw ProfilesError.unknownProfile(id) }
        try Permissions.checkChange(of: profile, by: viewer)
        guard profile.kind != .adult else { throw ProfilesError.rulesForKids(profile.name) }
        return (state, profile)
    }
}
