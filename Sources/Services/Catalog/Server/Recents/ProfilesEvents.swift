internal import GRDB
internal import ProfilesAPI
internal import ServiceKit

/// What profiles tells, applied here.
enum ProfilesEvents {
    /// Applies an event; right however often.
    static func apply(_ event: ProfilesEvent, _ db: Database) throws {
        let known = try SearchHistory.profiles(db) + SubscriptionTable.profiles(db)
        // Also those that have nothing here: their tokens may still come.
        for profile in event.gone(among: known).sorted() {
            try SearchHistory.erase(profile, db)
            try SubscriptionTable.erase(profile, db)
        }
        if event.adultPromptAnswered != nil { try SourceStore.noteAdultAnswer(db) }
        if let settings = event.householdSettings { try Whereabouts.set(settings.region, db) }
        if !event.isKnown, event.mustBeUnderstood == true { throw UnknownEvent() }
    }
}

extension ProfilesEvent {
    /// The household's settings, where the event tells them.
    var householdSettings: HouseholdSettings? { settingsChanged ?? snapshot?.settings }
}
