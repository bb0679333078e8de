internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// The events for other services: each log entry is an event, and a snapshot fits into one.
struct ProfilesOutbox: OutboxSource {
    func events(of entry: ProfilesEvent, from place: String?, in shard: Shard) -> EventPage<ProfilesEvent> {
        EventPage([entry])
    }

    /// When more profiles were deleted than the list of all profiles names, their IDs are sent first: a follower erases
    /// data of listed tombstones, and nothing for being unlisted. A profile deleted in the meantime is sent as an
    /// event.
    func snapshot(from place: String?, in shard: Shard) async throws -> EventPage<ProfilesEvent> {
        let identity = shard.identity?.text
        return try await shard.read(deadline: .distantFuture) { db in
            if try HouseholdDeletionTable.isErased(db) {
                return EventPage([HouseholdErasure.event(of: shard, try PolicyGenerationTable.read(db))])
            }
            if let page = try Self.earlier(from: place, identity, db) { return page }
            guard let state = try HouseholdTable.state(db) else { throw ProfilesError.profileGone }
            let deleted = try ProfileTable.deleted(limit: ProfilesSnapshot.maximumDeleted, db)
            let changed = try state.profiles.map { try SettingTable.changed(of: $0, db) }.filter {
                !$0.settings.isEmpty
            }
            var snapshot = ProfilesSnapshot(
                profiles: state.profiles.map(\.id), settings: HouseholdSettings(state.household),
                deleted: deleted, changedSettings: changed.isEmpty ? nil : changed)
            let limits = try LimitTable.all(db)
            snapshot.limits = limits.isEmpty ? nil : limits
            return EventPage([
                ProfilesEvent(
                    snapshot: try snapshot.withRules(of: state.household, db), mustBeUnderstood: true,
                    identity: identity,
                    policyGenerations: try PolicyGenerationTable.read(db))
            ])
        }
    }

    /// A page of tombstones; nil when the list of all profiles is next.
    private static func earlier(
        from place: String?, _ identity: String?, _ db: Database
    ) throws -> EventPage<ProfilesEvent>? {
        if place == nil, try ProfileTable.deletedCount(db) <= ProfilesSnapshot.maximumDeleted { return nil }
        let page = try ProfileTable.deleted(after: place ?? "", limit: ProfilesSnapshot.maximumEarlier, db)
        guard let last = page.last else { return nil }
        return EventPage([ProfilesEvent(identity: identity, deletedEarlier: page)], next: last)
    }
}

extension ProfilesSnapshot {
    /// The snapshot with the rules of kids profiles.
    fileprivate func withRules(of household: HouseholdRow, _ db: Database) throws -> ProfilesSnapshot {
        var snapshot = self
        let rules = try ViewingRuleTable.all(in: household, db)
        snapshot.ruleSets = rules.isEmpty ? nil : rules
        snapshot.ruleVersion = try ViewingRuleTable.version(db)
        return snapshot
    }
}

extension HouseholdSettings {
    /// The settings as other services see them.
    init(_ row: HouseholdRow) {
        self.init(
            name: row.name, timeZone: row.timeZone, kidsSeeUnrated: row.kidsSeeUnrated,
            kidsSeeUnratedChannels: row.kidsSeeUnratedChannels, region: row.region,
            preferences: row.preferences)
    }
}
