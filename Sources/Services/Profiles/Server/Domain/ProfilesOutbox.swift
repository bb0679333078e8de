internal import Access
internal import GRDB
internal import Household
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// What the other services are told: each entry of the log is an event, and a snapshot fits into one.
struct ProfilesOutbox: OutboxSource {
    func events(of entry: ProfilesEvent, from place: String?, in shard: Shard) -> EventPage<ProfilesEvent> {
        EventPage([entry])
    }

    func snapshot(from place: String?, in shard: Shard) async throws -> EventPage<ProfilesEvent> {
        let found = try await shard.read(deadline: .distantFuture) { db in
            try HouseholdTable.state(db).map { state in
                let deleted = try ProfileTable.deleted(limit: ProfilesSnapshot.maximumDeleted, db)
                return ProfilesSnapshot(
                    profiles: state.profiles.map(\.id), settings: HouseholdSettings(state.household),
                    deleted: Defect.snapshotsForget.isPlanted ? nil : deleted)
            }
        }
        guard let snapshot = found else { throw ProfilesError.profileGone }
        return EventPage([
            ProfilesEvent(snapshot: snapshot, mustBeUnderstood: true, identity: shard.identity?.text)
        ])
    }

    /// Sends a follower the household's log, for as long as its call lasts.
    func follow(
        _ call: ServerCall, _ writer: RPCWriter<ProfilesEvent>, _ households: Households
    ) async throws {
        let shard = try await households.shard(for: call.viewer)
        try await shard.sendOutbox(to: writer, after: call.resumeAfter, source: self)
    }
}

extension HouseholdSettings {
    /// The settings as other services see them.
    init(_ row: HouseholdRow) {
        self.init(
            name: row.name, timeZone: row.timeZone, kidsSeeUnrated: row.kidsSeeUnrated,
            kidsSeeUnratedChannels: row.kidsSeeUnratedChannels, region: row.region)
    }
}
