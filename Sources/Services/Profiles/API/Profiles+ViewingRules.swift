public import HearthModel
public import RPC

extension Profiles {
    /// The rules of a kids profile, which decide what it may see (`ViewingRules`).
    public struct GetViewingRules: Request {
        public typealias Response = ProfileViewingRules
        public static let safety = CallSafety.readOnly
        public static let access = Profiles.adults

        /// The kids profile's id.
        public var profile: String

        /// Creates the request.
        public init(profile: String) { self.profile = profile }
    }

    /// Sets all rules of a kids profile; without rules the household's options decide again.
    ///
    /// Tokens with the former rules end at once. The profile sees nothing until the catalog has applied new ones, which
    /// takes less than a second while it runs (``ProfileViewingRules/isApplied``).
    public struct SetViewingRules: Request {
        public typealias Response = ProfileViewingRules
        // By key: a retry must not undo a later change.
        public static let safety = CallSafety.idempotentByKey
        public static let access = Profiles.adults.orReadOnly()

        /// The kids profile's id.
        public var profile: String
        /// The rules, at most 200; absent: none.
        public var rules: ViewingRules?
        /// The household's PIN, required when one is set.
        public var pin: String?

        /// Creates the request.
        public init(profile: String, rules: ViewingRules?, pin: String? = nil) {
            (self.profile, self.rules, self.pin) = (profile, rules, pin)
        }
    }

    /// Lists of rules to begin with.
    public struct ListViewingPresets: Request {
        public typealias Response = ViewingPresetList
        public static let safety = CallSafety.readOnly

        /// Creates the request.
        public init() {}
    }

    /// What a profile may see, as its next token will have it. A kids profile reads its own, others those that they may
    /// change.
    public struct GetEffectivePolicy: Request {
        public typealias Response = EffectivePolicy
        public static let safety = CallSafety.readOnly

        /// The profile's id; absent: the acting one.
        public var profile: String?

        /// Creates the request.
        public init(profile: String? = nil) { self.profile = profile }
    }
}

/// The rules of a profile.
public struct ProfileViewingRules: Codable, Sendable, Hashable {
    /// The profile's id.
    public var profile: String
    /// Its rules; absent: the household's options decide.
    public var rules: ViewingRules?
    /// Whether the catalog has applied them. Until then the profile sees nothing.
    public var isApplied: Bool

    /// Describes the rules of a profile.
    public init(profile: String, rules: ViewingRules?, isApplied: Bool) {
        (self.profile, self.rules, self.isApplied) = (profile, rules, isApplied)
    }
}

/// The presets.
public struct ViewingPresetList: Codable, Sendable, Hashable {
    /// The presets, the most useful first.
    public var presets: [ViewingPreset]

    /// Creates the list.
    public init(presets: [ViewingPreset]) { self.presets = presets }
}

/// What a profile may see.
public struct EffectivePolicy: Codable, Sendable, Hashable {
    /// The profile's id.
    public var profile: String
    /// The policy of its tokens.
    public var policy: ViewingPolicy
    /// The rules by which ``ViewingPolicy/ruleSet`` is made, for adults: they may name what they hide.
    public var rules: ViewingRules?
    /// Whether it is in force: false until the catalog has applied the profile's rules.
    public var isApplied: Bool

    /// Describes a policy.
    public init(profile: String, policy: ViewingPolicy, rules: ViewingRules?, isApplied: Bool) {
        (self.profile, self.policy, self.rules, self.isApplied) = (profile, policy, rules, isApplied)
    }
}

/// New rules of kids profiles, for other services.
public struct ViewingRulesChanged: Codable, Sendable, Hashable {
    /// The new sets; a profile's former one has ended.
    public var sets: [ViewingRuleSet]
    /// Profiles without rules from now on.
    public var ended: [String]?
    /// The count of changes with this one.
    public var version: Int64

    /// Creates the event.
    public init(sets: [ViewingRuleSet], ended: [String]? = nil, version: Int64) {
        (self.sets, self.ended, self.version) = (sets, ended, version)
    }
}
