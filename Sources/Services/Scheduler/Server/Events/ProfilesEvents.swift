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
            [
                try QuarantinedAmount("slots", "SELECT count(*) FROM slotProfile WHERE profile = ?", id, db),
                try QuarantinedAmount("windows", "SELECT count(*) FROM windowProfile WHERE profile = ?", id, db),
                try QuarantinedAmount("approvals", "SELECT count(*) FROM approval WHERE profile = ?", id, db),
                try QuarantinedAmount("vetoes", "SELECT count(*) FROM veto WHERE profile = ?", id, db),
            ]
        }, erase: { try ProfileTable.erase($0, $1) })

    /// Applies an event; right however often.
    static func apply(_ event: ProfilesEvent, at now: RPC.WallTime, _ db: Database) throws {
        if let settings = event.settingsChanged ?? event.snapshot?.settings { try SettingsTable.put(settings, db) }
        try RuleSetTable.apply(event, db)
        try rule.apply(event.presence, at: now, db)
        if !event.isKnown, event.mustBeUnderstood == true { throw UnknownEvent() }
    }
}
