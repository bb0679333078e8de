internal import Access
internal import GRDB
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// What profiles tells, applied to the lists.
enum ProfilesEvents {
    /// Follows profiles for every household that has lists here.
    static func follower(
        _ environment: ServiceEnvironment, tokens: ServiceTokenSource
    ) -> EventFollower<Profiles.FollowEvents> {
        EventFollower(
            .init(
                name: "profiles", channel: environment.neighbours.channel(to: "profiles"),
                request: Profiles.FollowEvents(), token: { try await tokens.token(for: $0) }),
            into: environment.shards, health: environment.health, logger: environment.logger,
            apply: { try apply($0, $1) })
    }

    /// Applies an event; right however often.
    static func apply(_ event: ProfilesEvent, _ db: Database) throws {
        if let gone = event.profileDeleted { try ReaderTable.erase(gone.profile, db) }
        if let snapshot = event.snapshot {
            for profile in try ReaderTable.all(db) where !snapshot.profiles.contains(profile) {
                try ReaderTable.erase(profile, db)
            }
        }
        if !event.isKnown, event.mustBeUnderstood == true { throw UnknownEvent() }
    }
}
