internal import Access
internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Reads and sets the parental limits of kids profiles; playback-state enforces them.
struct LimitsManager: Sendable {
    private let households: Households

    init(households: Households) { self.households = households }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.GetLimits.self) { request, call in
            let viewer = try call.viewer
            return try await households.shard(for: viewer).read { db in
                let profile = try Self.profile(request.profile, for: viewer, db)
                return ProfileLimits(profile: profile.id, limits: try LimitTable.limits(of: profile.id, db))
            }
        }
        handlers.on(Profiles.SetLimits.self) { request, call in try await set(request, call, for: call.viewer) }
        handlers.on(Profiles.ConfirmPIN.self) { request, call in
            try await households.pins.check(request.pin, in: try await households.shard(for: call.viewer))
            return Empty()
        }
    }

    private func set(
        _ request: Profiles.SetLimits, _ call: ServerCall, for viewer: Viewer
    ) async throws -> ProfileLimits {
        let shard = try await households.shard(for: viewer)
        _ = try await shard.read { try Self.profile(request.profile, for: viewer, $0) }
        if let limits = request.limits { try LimitRules.check(limits) }
        try await households.pins.check(request.pin, in: shard)
        let changed = try await shard.write(onceIfKeyed: call) { db in
            // Read again: it may have been deleted in the meantime.
            let profile = try Self.profile(request.profile, for: viewer, db)
            let limits = ProfileLimits(profile: profile.id, limits: request.limits)
            try LimitTable.put(request.limits, of: profile.id, db)
            // Tokens say whether the profile has limits: those that say no end with its first ones.
            let isFirst = request.limits != nil && !profile.hasLimits
            let generations = isFirst ? try PolicyGenerationTable.raise(\.kids, db) : nil
            try shard.outbox.append(ProfilesEvent(policyGenerations: generations, limitsChanged: limits), db)
            return limits
        }
        try await households.endOutdatedTokens(in: shard, of: viewer.household)
        return changed
    }

    /// The kids profile whose limits a caller may read, and set as an adult.
    ///
    /// - Parameter id: nil for the acting profile.
    /// - Throws: ``ProfilesError`` `unknownProfile`, `noProfile`, `notYours`, `limitsOfAdults`.
    private static func profile(_ id: String?, for viewer: Viewer, _ db: Database) throws -> ProfileRow {
        guard let state = try HouseholdTable.state(db) else { throw ProfilesError.profileGone }
        let isOwn = id == nil || id == viewer.profile
        let id = try id ?? viewer.actingProfile
        // A kids profile does not learn which others there are.
        guard isOwn || viewer.role != .child else { throw ProfilesError.unknownProfile(id) }
        guard let profile = state.profile(id) else {
            throw isOwn ? ProfilesError.profileGone : ProfilesError.unknownProfile(id)
        }
        guard profile.kind != .adult else { throw ProfilesError.limitsOfAdults(profile.name) }
        if !isOwn { try Permissions.checkChange(of: profile, by: viewer) }
        return profile
    }
}
