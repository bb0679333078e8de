public import RPC

extension Profiles {
    /// The table of the settings that each profile has: names, types, defaults, ranges and help.
    public struct DescribeSettings: Request {
        public typealias Response = SettingDefinitions
        public static let safety = CallSafety.readOnly

        /// Creates the request.
        public init() {}
    }

    /// The settings of a profile as services apply them. A kids profile reads its own, others those that they may
    /// change.
    public struct GetSettings: Request {
        public typealias Response = ProfileSettings
        public static let safety = CallSafety.readOnly

        /// The profile's id; absent: the acting one.
        public var profile: String?

        /// Creates the request.
        public init(profile: String? = nil) { self.profile = profile }
    }

    /// Changes settings of a profile: all of the changes, or none. A value out of range is refused by name.
    ///
    /// A kids profile changes what makes clients comfortable for itself (``SettingAuthor/everyone``); an adult changes
    /// all of their own, guests' and kids' settings, the owner those of any profile. `hideAdultContent` is an adult
    /// profile's: tokens with the former policy end.
    public struct ChangeSettings: Request {
        public typealias Response = ProfileSettings
        // By key: a retry must not undo a later change.
        public static let safety = CallSafety.idempotentByKey

        /// The profile's id; absent: the acting one.
        public var profile: String?
        /// The changes, each setting at most once.
        public var changes: [SettingChange]
        /// The household's PIN, required when one is set and an adult changes a kids profile.
        public var pin: String?

        /// Creates the request.
        public init(_ changes: [SettingChange], profile: String? = nil, pin: String? = nil) {
            (self.changes, self.profile, self.pin) = (changes, profile, pin)
        }
    }
}

/// A setting and its new value.
public struct SettingChange: Codable, Sendable, Hashable {
    /// The setting.
    public var name: SettingName
    /// The value; absent: the default.
    public var value: SettingValue?

    /// Names a setting and its value.
    public init(_ name: SettingName, _ value: SettingValue?) { (self.name, self.value) = (name, value) }
}

/// The table of settings.
public struct SettingDefinitions: Codable, Sendable, Hashable {
    /// The settings, in the order in which clients show them.
    public var settings: [SettingDefinition]

    /// Creates the table.
    public init(settings: [SettingDefinition]) { self.settings = settings }
}

/// The settings of a profile.
public struct ProfileSettings: Codable, Sendable, Hashable {
    /// The profile's id.
    public var profile: String
    /// All settings, in the table's order.
    public var settings: [ProfileSetting]

    /// Creates the list.
    public init(profile: String, settings: [ProfileSetting]) { (self.profile, self.settings) = (profile, settings) }
}

extension ProfileSettings {
    /// The values of the settings that a profile has changed; nil where a setting has none.
    public typealias Changed = [SettingName: SettingValue?]

    /// All settings of a profile that has changed some.
    public init(profile: String, changed: Changed) {
        self.init(
            profile: profile,
            settings: SettingDefinition.all.map { definition in
                let value = changed[definition.name] ?? definition.defaultValue
                return ProfileSetting(
                    definition.name, value, isDefault: value == definition.defaultValue,
                    isEffective: definition.requires.map { Self.isOn($0, in: changed) } ?? true)
            })
    }

    /// Whether a setting is on.
    public static func isOn(_ name: SettingName, in changed: Changed) -> Bool {
        (changed[name] ?? SettingDefinition.of(name)?.defaultValue)?.boolean == true
    }
}

extension SettingChange {
    /// The setting that must be on for this change to have an effect, and is not; nil also for a change to the default.
    ///
    /// - Parameter changed: what is stored once the changes are made.
    public func unmetRequirement(in changed: ProfileSettings.Changed) -> SettingName? {
        guard let definition = SettingDefinition.of(name), let required = definition.requires, let value,
            value != definition.defaultValue, !ProfileSettings.isOn(required, in: changed)
        else { return nil }
        return required
    }
}

/// A setting of a profile.
public struct ProfileSetting: Codable, Sendable, Hashable {
    /// Its name.
    public var name: SettingName
    /// Its value; absent where there is none.
    public var value: SettingValue?
    /// Whether the value is the default.
    public var isDefault: Bool
    /// Whether it has an effect: the setting that it requires is on.
    public var isEffective: Bool

    /// Describes a setting.
    public init(_ name: SettingName, _ value: SettingValue?, isDefault: Bool, isEffective: Bool) {
        (self.name, self.value, self.isDefault, self.isEffective) = (name, value, isDefault, isEffective)
    }
}

/// The settings of a profile that were ever changed, for other services.
public struct ChangedSettings: Codable, Sendable, Hashable {
    /// The profile's id.
    public var profile: String
    /// The changed settings, also those that have their default again.
    public var settings: [SettingChange]

    /// Creates the list.
    public init(profile: String, settings: [SettingChange]) { (self.profile, self.settings) = (profile, settings) }

    /// The value of a setting that was ever changed; nil otherwise.
    public subscript(_ name: SettingName) -> SettingValue? { settings.first { $0.name == name }?.value }
}
