internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Applies the events of profiles.
enum ProfilesEvents {
    /// The data kept here for profiles.
    static let rule = QuarantineRule(
        .profile, from: Profiles.serviceName, marks: "mark",
        known: { try SearchHistory.profiles($0) + SubscriptionTable.profiles($0) },
        holds: { id, db in
            [
                try QuarantinedAmount("searches", "SELECT count(*) FROM recentSearch WHERE profile = ?", id, db),
                try QuarantinedAmount("subscriptions", "SELECT count(*) FROM subscription WHERE profile = ?", id, db),
            ]
        },
        erase: { profile, db in
            try SearchHistory.erase(profile, db)
            try SubscriptionTable.erase(profile, db)
        })

    /// Applies an event. Idempotent.
    static func apply(_ event: ProfilesEvent, at now: WallTime, _ db: Database) throws {
        try rule.apply(event.presence, at: now, db)
        if event.adultPromptAnswered != nil { try SourceStore.noteAdultDecision(db) }
        for settings in event.changedSettings { try apply(settings, db) }
        try applyRules(event, db)
        if let settings = event.householdSettings {
            try TitleWatchProviders.set(settings.region, db)
            try MetadataLanguage.set(settings.preferences?.language, db)
            try HouseholdOptions.set(
                titles: settings.kidsSeeUnrated, channels: settings.kidsSeeUnratedChannels, db)
        }
        if !event.isKnown, event.mustBeUnderstood == true { throw UnknownEvent() }
    }

    /// Applies the rules of kids profiles; ``RuleSetEvaluator`` finds the titles.
    private static func applyRules(_ event: ProfilesEvent, _ db: Database) throws {
        if let snapshot = event.snapshot {
            let sets = (snapshot.ruleSets ?? []).map { ProfileRules(profile: $0.profile, set: $0) }
            try RuleSetTable.apply(sets, isWhole: true, version: snapshot.ruleVersion ?? 0, db)
        }
        if let changed = event.viewingRulesChanged {
            let sets = changed.sets.map { ProfileRules(profile: $0.profile, set: $0) }
            let ended = (changed.ended ?? []).map { ProfileRules(profile: $0, set: nil) }
            try RuleSetTable.apply(sets + ended, isWhole: false, version: changed.version, db)
        }
        for profile in event.presence.deleted { try RuleSetTable.end(profile, db) }
    }

    /// Applies what a profile has set about its searches and subscriptions. What it never set stays as it is.
    private static func apply(_ settings: ChangedSettings, _ db: Database) throws {
        if let isKept = settings[.keepSearchHistory]?.boolean {
            try SearchHistory.set(isKept: isKept, of: settings.profile, db)
        }
        if let providers = settings[.subscribedProviders]?.numbers {
            try SubscriptionTable.set(providers, of: settings.profile, db)
        }
    }
}

extension ProfilesEvent {
    /// The household's settings, if the event has them.
    var householdSettings: HouseholdSettings? { settingsChanged ?? snapshot?.settings }
}
