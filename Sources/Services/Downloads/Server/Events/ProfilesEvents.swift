internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Applies the events of profiles.
enum ProfilesEvents {
    /// The data kept here for profiles. The files of a quarantined profile stay, and use disk space.
    static let rule = QuarantineRule(
        .profile, from: Profiles.serviceName, marks: "hash",
        known: { try FileRequestTable.profiles($0) + SettingTable.profiles($0) },
        holds: { id, db in
            let bytes = "SELECT coalesce(sum(f.bytes), 0) FROM wish w JOIN file f ON f.row = w.file WHERE w.profile = ?"
            return [
                try QuarantinedAmount("downloads", "SELECT count(*) FROM wish WHERE profile = ?", id, db),
                try QuarantinedAmount("bytes", bytes, id, db),
            ]
        }, erase: { try FileRequestTable.erase($0, $1) })

    /// Applies an event. Idempotent.
    static func apply(_ event: ProfilesEvent, at now: WallTime, _ db: Database) throws {
        try rule.apply(event.presence, at: now, db)
        for settings in event.changedSettings { try SettingTable.put(settings, db) }
        if !event.isKnown, event.mustBeUnderstood == true { throw UnknownEvent() }
    }
}
