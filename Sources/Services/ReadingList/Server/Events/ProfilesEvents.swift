internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Applies profiles' events.
enum ProfilesEvents {
    /// The data of profiles.
    static let rule = QuarantineRule(
        .profile, from: Profiles.serviceName, marks: "mark", known: { try ProfileTable.all($0) },
        holds: { id, db in
            [try QuarantinedAmount("links", "SELECT links FROM reader WHERE profile = ?", id, db)]
        }, erase: { try ProfileTable.erase($0, $1) })

    /// Applies an event; right however often.
    static func apply(_ event: ProfilesEvent, at now: WallTime, _ db: Database) throws {
        try rule.apply(event.presence, at: now, db)
        if !event.isKnown, event.mustBeUnderstood == true { throw UnknownEvent() }
    }
}
