internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Applies profiles' events.
enum ProfilesEvents {
    /// The data of profiles.
    static let rule = QuarantineRule(
        .profile, from: Profiles.serviceName, marks: "hash",
        known: { try ProfileTable.all($0) + SettingTable.profiles($0) + ScreenTimeTable.profiles($0) },
        holds: { id, db in
            let owned = { (table: String) in
                "SELECT count(*) FROM \(table) t JOIN profile p ON p.row = t.profile WHERE p.id = ?"
            }
            return [
                try QuarantinedAmount("sessions", owned("viewing"), id, db),
                try QuarantinedAmount("queued titles", owned("queued"), id, db),
                try QuarantinedAmount("marks", owned("mark"), id, db),
            ]
        }, erase: { try ExternalChanges.profileDeleted($0, $1) })

    /// Applies an event; right however often.
    static func apply(_ event: ProfilesEvent, at now: WallTime, _ db: Database) throws {
        try rule.apply(event.presence, at: now, db)
        for settings in event.changedSettings {
            try SettingTable.put(settings, db)
            try LanguageTable.put(settings, db)
        }
        for limits in event.changedLimits { try ScreenTimeTable.put(limits, db) }
        if let household = event.settingsChanged ?? event.snapshot?.settings {
            try ScreenTimeTable.setTimeZone(household.timeZone, db)
            try HistoryRetention.setDays(household.preferences?.historyDays ?? 0, db)
            try SlotTable.set(household.preferences?.slotRule, db)
            try LanguageTable.set(household.preferences?.language, db)
        }
        if let change = event.profileSwitched, change.clearsQueue == true {
            try ExternalChanges.profileErased(change.from, db)
        }
        if !event.isKnown, event.mustBeUnderstood == true { throw UnknownEvent() }
    }
}
