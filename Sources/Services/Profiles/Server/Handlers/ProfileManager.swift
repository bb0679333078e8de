internal import Access
internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Creates, renames and deletes profiles.
struct ProfileManager: Sendable {
    private let households: Households
    private let runtime: any Runtime
    private let openStreams: OpenStreams

    init(households: Households, runtime: any Runtime, openStreams: OpenStreams) {
        (self.households, self.runtime, self.openStreams) = (households, runtime, openStreams)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.ListProfiles.self) { _, call in try await list(for: call.viewer) }
        handlers.on(Profiles.CreateProfile.self) { request, call in try await create(request, call, for: call.viewer) }
        handlers.on(Profiles.RenameProfile.self) { request, call in try await rename(request, call, for: call.viewer) }
        handlers.on(Profiles.RestoreProfile.self) { request, call in
            try await restore(request, call, for: call.viewer)
        }
        handlers.on(Profiles.DeleteProfile.self) { request, call in
            try await delete(request, for: call.viewer)
            return Empty()
        }
        handlers.on(Profiles.AnswerAdultPrompt.self) { request, call in
            try await answerAdultPrompt(request, call, for: call.viewer)
        }
    }

    private func list(for viewer: Viewer) async throws -> ProfileList {
        let state = try await households.state(for: viewer)
        var list = self.list(state)
        for (index, profile) in state.profiles.enumerated()
        where PINRules.asked(toEnter: profile, by: viewer, in: state) != nil { list.profiles[index].asksPIN = true }
        return list
    }

    private func list(_ state: HouseholdState) -> ProfileList {
        let limit = Permissions.profileLimit(households.plans.current(state).plan)
        return ProfileList(profiles: state.profiles.map(Profile.init), limit: Int32(limit))
    }

    private func create(
        _ request: Profiles.CreateProfile, _ call: ServerCall, for viewer: Viewer
    ) async throws -> Profile {
        let name = try NameRules.checked(request.name, field: "name")
        guard [.adult, .kids].contains(request.kind) else {
            throw RPCError.invalidArgument("kind", "must be adult or kids.")
        }
        let new = ProfileRow(
            id: RandomID.make(runtime), name: name, kind: request.kind, hidesAdult: false, member: nil,
            created: runtime.wallTime.millisecondsSince1970)
        let shard = try await households.shard(for: viewer)
        return try await shard.write(once: call) { db in
            let state = try Self.state(db)
            try Self.list(new, in: state, under: households.plans.current(state).plan, shard, db)
            return Profile(new)
        }
    }

    /// Lists a profile again that only other services still know.
    private func restore(
        _ request: Profiles.RestoreProfile, _ call: ServerCall, for viewer: Viewer
    ) async throws -> Profile {
        let name = try NameRules.checked(request.name, field: "name")
        let kind = request.kind ?? .kids
        guard [.adult, .kids].contains(kind) else {
            throw RPCError.invalidArgument("kind", "must be adult or kids.")
        }
        guard RandomID.isWellFormed(request.profile) else {
            throw RPCError.invalidArgument(
                "profile", "must be the id of a profile: \(RandomID.digits) hexadecimal digits.")
        }
        let restored = ProfileRow(
            id: request.profile, name: name, kind: kind, hidesAdult: false, member: nil,
            created: runtime.wallTime.millisecondsSince1970)
        let shard = try await households.shard(for: viewer)
        return try await shard.write(once: call) { db in
            let state = try Self.state(db)
            if let listed = state.profile(restored.id) { throw ProfilesError.profileListed(listed.name) }
            if try ProfileTable.wasDeleted(restored.id, db) { throw ProfilesError.profileDeleted }
            try Self.list(restored, in: state, under: households.plans.current(state).plan, shard, db)
            return Profile(restored)
        }
    }

    /// Adds a profile and publishes its event: a service may have learned of the household from an earlier snapshot,
    /// and quarantines the profile's data until the event arrives.
    static func list(
        _ profile: ProfileRow, in state: HouseholdState, under plan: Plan, _ shard: Shard, _ db: Database
    ) throws {
        try checkName(profile.name, of: profile.id, in: state)
        let (count, limit) = (state.profiles.count, Permissions.profileLimit(plan))
        guard count < ProfilesLimits.profiles else {
            throw ProfilesError.profileLimitReached(ProfilesLimits.profiles)
        }
        guard count < limit else { throw ProfilesError.premiumRequired(profiles: limit) }
        try ProfileTable.insert(profile, db)
        try shard.outbox.append(ProfilesEvent(profileListed: ProfileListed(profile: profile.id)), db)
    }

    private func rename(
        _ request: Profiles.RenameProfile, _ call: ServerCall, for viewer: Viewer
    ) async throws -> Profile {
        let name = try NameRules.checked(request.name, field: "name")
        let shard = try await households.shard(for: viewer)
        try await requirePIN(request.pin, toChange: request.profile, in: shard, for: viewer)
        return try await shard.write(onceIfKeyed: call) { db in
            let state = try Self.state(db)
            guard var profile = state.profile(request.profile) else {
                throw ProfilesError.unknownProfile(request.profile)
            }
            try Permissions.checkChange(of: profile, by: viewer)
            try Self.checkName(name, of: profile.id, in: state)
            profile.name = name
            try ProfileTable.rename(profile.id, to: name, db)
            return Profile(profile)
        }
    }

    private func delete(_ request: Profiles.DeleteProfile, for viewer: Viewer) async throws {
        let shard = try await households.shard(for: viewer)
        try await requirePIN(request.pin, toChange: request.profile, in: shard, for: viewer)
        let now = runtime.wallTime.millisecondsSince1970
        // Any well-formed ID, as it cannot be verified here: only the owner is trusted with it.
        let isUnlisted =
            request.alsoUnlisted == true && viewer.role == .owner && RandomID.isWellFormed(request.profile)
        try await shard.write(releasingBallast: true) { db in
            guard let profile = try Self.state(db).profile(request.profile) else {
                if try ProfileTable.wasDeleted(request.profile, db) { return }
                guard isUnlisted else { throw ProfilesError.unknownProfile(request.profile) }
                return try Self.delete(request.profile, at: now, shard, db)
            }
            try Permissions.checkChange(of: profile, by: viewer)
            guard profile.member == nil else { throw ProfilesError.profileNeeded(profile.name) }
            try Self.delete(profile.id, at: now, shard, db)
        }
        openStreams.end(in: viewer.household) { $0.profile == request.profile }
    }

    /// Deletes a profile with its data here, and publishes the tombstone.
    static func delete(_ id: String, at now: Int64, _ shard: Shard, _ db: Database) throws {
        try ProfileTable.delete(id, at: now, db)
        let event = ProfilesEvent(profileDeleted: ProfileDeleted(profile: id), mustBeUnderstood: true)
        try shard.outbox.append(event, db)
    }

    /// Handles ``Profiles/AnswerAdultPrompt``.
    private func answerAdultPrompt(
        _ request: Profiles.AnswerAdultPrompt, _ call: ServerCall, for viewer: Viewer
    ) async throws -> ProfileList {
        let shard = try await households.shard(for: viewer)
        let time = try await households.nextSyncTime(in: shard, viewer.household)
        let list = try await shard.write(onceIfKeyed: call) { db in
            let requested = try Self.requested(request.profiles, by: viewer, in: try Self.state(db))
            for profile in requested {
                try ProfileTable.setHidesAdult(request.hide, of: profile.id, db)
                let name = SettingName.hideAdultContent.rawValue
                try SyncStampTable.putOnline(.setting, name, of: profile.id, at: time, db)
            }
            let changesPolicy = requested.contains { $0.hidesAdult != request.hide }
            try shard.outbox.append(
                ProfilesEvent(
                    adultPromptAnswered: AdultPromptAnswered(hides: request.hide),
                    policyGenerations: changesPolicy ? try PolicyGenerationTable.raise(\.adults, db) : nil), db)
            return self.list(try Self.state(db))
        }
        try await households.endOutdatedTokens(in: shard, of: viewer.household)
        return list
    }

    /// The profiles that a member manages.
    ///
    /// - Throws: ``ProfilesError`` `unknownProfile`, `notAnAdults` or `notYours` for one that is named.
    private static func requested(
        _ ids: [String]?, by viewer: Viewer, in state: HouseholdState
    ) throws(ProfilesError) -> [ProfileRow] {
        guard let ids else {
            return state.profiles.filter { $0.kind == .adult && Permissions.mayChange($0, by: viewer) }
        }
        var requested: [ProfileRow] = []
        for id in ids {
            guard let profile = state.profile(id) else { throw .unknownProfile(id) }
            guard profile.kind == .adult else { throw .notAnAdults(profile.name) }
            try Permissions.checkChange(of: profile, by: viewer)
            requested.append(profile)
        }
        return requested
    }

    /// Changing a kids profile requires the PIN; whether it may be changed at all is decided in the change itself.
    private func requirePIN(_ pin: String?, toChange id: String, in shard: Shard, for viewer: Viewer) async throws {
        guard let profile = try await shard.read({ try Self.state($0) }).profile(id), profile.kind != .adult else {
            return
        }
        try Permissions.checkChange(of: profile, by: viewer)
        try await households.pins.check(pin, in: shard)
    }

    private static func state(_ db: Database) throws -> HouseholdState {
        guard let state = try HouseholdTable.state(db) else { throw ProfilesError.profileGone }
        return state
    }

    private static func checkName(_ name: String, of id: String, in state: HouseholdState) throws(ProfilesError) {
        let key = NameRules.key(name)
        guard !state.profiles.contains(where: { $0.id != id && $0.nameKey == key }) else { throw .nameTaken(name) }
    }
}
