public import HearthModel
public import RPC

extension Profiles {
    /// The events of the household's profiles, for the other services: a log that each follows from its own cursor.
    ///
    /// A follower without a cursor gets a snapshot first.
    public struct FollowEvents: ServerStream {
        public typealias ResponseItem = ProfilesEvent
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.roles(CallAccess.operatorRole).orServices(
            .catalog, .playbackState, .downloads, .readingList, .scheduler, .metadataGateway)

        /// Creates the request.
        public init() {}
    }
}

/// An event of the household's profiles. Exactly one field is present; a reader skips an unknown event, unless it must
/// be understood.
public struct ProfilesEvent: Codable, Sendable, Hashable, HouseholdEvent {
    /// A profile was deleted: all services must erase its data.
    public var profileDeleted: ProfileDeleted?
    /// A device switched to another profile.
    public var profileSwitched: ProfileSwitched?
    /// The household's settings have changed.
    public var settingsChanged: HouseholdSettings?
    /// All profiles. A reader quarantines data of others: profiles may have been restored from an older backup.
    public var snapshot: ProfilesSnapshot?
    /// Whether a reader that does not know this event must stop instead of skipping it.
    public var mustBeUnderstood: Bool?
    /// The household has answered the adult-titles prompt.
    public var adultPromptAnswered: AdultPromptAnswered?
    /// Which household the snapshot is of, 32 hexadecimal digits: a reader of another one applies nothing. Absent in
    /// other events.
    public var identity: String?
    /// A profile was created or restored. A reader that quarantines its data releases it.
    public var profileListed: ProfileListed?
    /// The tombstones older than those that a snapshot names. They come before the snapshot, at most
    /// ``ProfilesSnapshot/maximumEarlier`` in one event.
    public var deletedEarlier: [String]?
    /// The generation of the household's policies: tokens of earlier generations are rejected. In snapshots, and in the
    /// event of each change.
    public var policyGenerations: PolicyGenerations?
    /// A profile's settings have changed.
    public var profileSettingsChanged: ChangedSettings?
    /// The rules of kids profiles have changed.
    public var viewingRulesChanged: ViewingRulesChanged?
    /// The household's plan has changed.
    public var planChanged: PlanChanged?
    /// A kids profile's parental limits were set or removed.
    public var limitsChanged: ProfileLimits?
    /// The household was deleted for good: all services must erase all of its data.
    public var householdErased: ErasedHousehold?

    /// Creates an event from its one field.
    public init(
        profileDeleted: ProfileDeleted? = nil, profileSwitched: ProfileSwitched? = nil,
        settingsChanged: HouseholdSettings? = nil, snapshot: ProfilesSnapshot? = nil, mustBeUnderstood: Bool? = nil,
        adultPromptAnswered: AdultPromptAnswered? = nil, identity: String? = nil, profileListed: ProfileListed? = nil,
        deletedEarlier: [String]? = nil, policyGenerations: PolicyGenerations? = nil,
        profileSettingsChanged: ChangedSettings? = nil, viewingRulesChanged: ViewingRulesChanged? = nil,
        planChanged: PlanChanged? = nil, limitsChanged: ProfileLimits? = nil, householdErased: ErasedHousehold? = nil
    ) {
        self.profileDeleted = profileDeleted
        self.profileSwitched = profileSwitched
        self.settingsChanged = settingsChanged
        self.snapshot = snapshot
        self.mustBeUnderstood = mustBeUnderstood
        self.adultPromptAnswered = adultPromptAnswered
        self.identity = identity
        self.profileListed = profileListed
        self.deletedEarlier = deletedEarlier
        self.policyGenerations = policyGenerations
        self.profileSettingsChanged = profileSettingsChanged
        self.viewingRulesChanged = viewingRulesChanged
        self.planChanged = planChanged
        self.limitsChanged = limitsChanged
        self.householdErased = householdErased
    }

    /// Which profiles exist according to this event. The deleted ones may be unknown to the reader, as a call of theirs
    /// may still be in flight.
    public var presence: PresenceUpdate {
        var presence = PresenceUpdate(
            listed: snapshot.map { Set($0.profiles) }, deleted: Set(snapshot?.deleted ?? []).union(deletedEarlier ?? [])
        )
        if let profileDeleted { presence.deleted.insert(profileDeleted.profile) }
        if let profileListed { presence.added.insert(profileListed.profile) }
        return presence
    }

    /// The settings of profiles that this event tells: of the one that changed, or of all in a snapshot.
    public var changedSettings: [ChangedSettings] {
        snapshot?.changedSettings ?? profileSettingsChanged.map { [$0] } ?? []
    }

    /// The parental limits that this event tells: of the profile whose were set, or of all in a snapshot.
    public var changedLimits: [ProfileLimits] { snapshot?.limits ?? limitsChanged.map { [$0] } ?? [] }

    /// Whether this event deletes a viewer's profile, or no longer lists it.
    public func revokes(_ viewer: Viewer) -> Bool {
        guard let profile = viewer.profile else { return false }
        let presence = presence
        return presence.deleted.contains(profile) || presence.listed?.contains(profile) == false
    }

    /// Whether a viewer loses access by an event, for followers.
    @Sendable public static func revokes(_ event: ProfilesEvent, from viewer: Viewer) -> Bool { event.revokes(viewer) }

    /// Whether this version knows the event's kind.
    public var isKnown: Bool {
        profileDeleted != nil || profileSwitched != nil || settingsChanged != nil || snapshot != nil
            || adultPromptAnswered != nil || profileListed != nil || deletedEarlier != nil
            || profileSettingsChanged != nil || viewingRulesChanged != nil || planChanged != nil
            || limitsChanged != nil || householdErased != nil
    }

    public var erasesHousehold: Bool { householdErased != nil }
}

/// A profile that was deleted.
public struct ProfileDeleted: Codable, Sendable, Hashable {
    /// Its id.
    public var profile: String

    /// Names the profile.
    public init(profile: String) { self.profile = profile }
}

/// A profile that is listed from now on.
public struct ProfileListed: Codable, Sendable, Hashable {
    /// Its id.
    public var profile: String

    /// Names the profile.
    public init(profile: String) { self.profile = profile }
}

/// A switch to another profile.
public struct ProfileSwitched: Codable, Sendable, Hashable {
    /// The previous profile.
    public var from: String
    /// The profile that is used now.
    public var to: String
    /// Whether to clear the previous profile's queue; absent: no.
    public var clearsQueue: Bool?

    /// Names both profiles.
    public init(leaving from: String, goingOnAs to: String, clearsQueue: Bool? = nil) {
        (self.from, self.to, self.clearsQueue) = (from, to, clearsQueue)
    }
}

/// A member's answer to the adult-titles prompt.
public struct AdultPromptAnswered: Codable, Sendable, Hashable {
    /// Whether they are hidden from now on.
    public var hides: Bool

    /// Creates the event.
    public init(hides: Bool) { self.hides = hides }
}

/// A household's settings.
public struct HouseholdSettings: Codable, Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Its time zone, as IANA names it.
    public var timeZone: String
    /// Whether kids see titles without a rating.
    public var kidsSeeUnrated: Bool
    /// Whether kids see channels without a rating.
    public var kidsSeeUnratedChannels: Bool
    /// The household's country by ISO 3166-1; absent until it is set.
    public var region: String?
    /// Language, first day of the week, and the like; absent from a server that does not know them.
    public var preferences: HouseholdPreferences?

    /// Creates settings.
    public init(
        name: String, timeZone: String, kidsSeeUnrated: Bool, kidsSeeUnratedChannels: Bool, region: String? = nil,
        preferences: HouseholdPreferences? = nil
    ) {
        self.name = name
        self.timeZone = timeZone
        self.kidsSeeUnrated = kidsSeeUnrated
        self.kidsSeeUnratedChannels = kidsSeeUnratedChannels
        self.region = region
        self.preferences = preferences
    }
}

/// All profiles and settings of a household.
public struct ProfilesSnapshot: Codable, Sendable, Hashable {
    /// The ids of the profiles that there are.
    public var profiles: [String]
    /// The household's settings.
    public var settings: HouseholdSettings
    /// The tombstones of the last deleted profiles, at most ``maximumDeleted``, the latest first: a reader erases their
    /// data, and must accept none for them later. Earlier tombstones come before the snapshot
    /// (``ProfilesEvent/deletedEarlier``). Absent from a server that does not know them.
    public var deleted: [String]?
    /// The settings of each profile that has changed any.
    public var changedSettings: [ChangedSettings]?
    /// The rules of kids profiles; absent: none has any.
    public var ruleSets: [ViewingRuleSet]?
    /// The count of their changes so far.
    public var ruleVersion: Int64?
    /// The parental limits of each profile that ever had any; none where they were removed.
    public var limits: [ProfileLimits]?

    /// How many deleted profiles the snapshot itself names.
    public static let maximumDeleted = 200
    /// How many profiles that were deleted earlier one event names.
    public static let maximumEarlier = 1_000

    /// Creates a snapshot.
    public init(
        profiles: [String], settings: HouseholdSettings, deleted: [String]? = nil,
        changedSettings: [ChangedSettings]? = nil, limits: [ProfileLimits]? = nil
    ) {
        (self.profiles, self.settings, self.deleted) = (profiles, settings, deleted)
        self.changedSettings = changedSettings
        self.limits = limits
    }
}
