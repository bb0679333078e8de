internal import HearthModel
internal import ProfilesAPI
internal import RPC

/// The rules of profiles' settings: which values are valid, who may change which, and what depends on what.
enum SettingRules {
    /// The values of all settings that a profile has changed.
    typealias Values = [SettingName: SettingValue?]

    /// Checks the changes of a request, without regard to what is stored.
    ///
    /// - Parameters:
    ///   - kind: the kind of the profile that is changed.
    ///   - isByKids: whether a kids profile calls.
    /// - Throws: ``ProfilesError`` for a setting that is unknown or not the caller's to change; INVALID_ARGUMENT with the
    ///   setting's name as the field for a value that is out of range or of another type.
    static func check(_ changes: [SettingChange], of profile: ProfileRow, isByKids: Bool) throws {
        guard !changes.isEmpty else { throw RPCError.invalidArgument("changes", "must name a setting.") }
        var names: Set<SettingName> = []
        for change in changes {
            guard let definition = SettingDefinition.of(change.name) else {
                throw ProfilesError.unknownSetting(change.name)
            }
            guard names.insert(change.name).inserted else {
                throw RPCError.invalidArgument("changes", "must name \(change.name) once.")
            }
            switch definition.changedBy {
            case .everyone: break
            case .adults: if isByKids { throw ProfilesError.settingForAdults(change.name) }
            default: throw ProfilesError.settingOfServices(change.name)
            }
            if change.name == .hideAdultContent, profile.kind != .adult {
                throw ProfilesError.notAnAdults(profile.name)
            }
            if let value = change.value, let problem = definition.problem(of: value) {
                throw RPCError.invalidArgument(change.name.rawValue, problem)
            }
        }
    }

    /// Checks that a changed setting has an effect.
    ///
    /// - Parameter values: what is stored once the changes are made.
    /// - Throws: ``ProfilesError/settingNeedsAnother(_:requires:)`` for a setting that was given another value than the
    ///   default while the one that it requires is off.
    static func checkDependencies(of changes: [SettingChange], in values: Values) throws(ProfilesError) {
        for change in changes {
            guard let definition = SettingDefinition.of(change.name), let required = definition.requires,
                let value = change.value, value != definition.defaultValue, !isOn(required, values)
            else { continue }
            throw .settingNeedsAnother(change.name, requires: required)
        }
    }

    /// All settings of a profile.
    static func settings(_ values: Values) -> [ProfileSetting] {
        SettingDefinition.all.map { definition in
            let value = values[definition.name] ?? definition.defaultValue
            return ProfileSetting(
                definition.name, value, isDefault: value == definition.defaultValue,
                isEffective: definition.requires.map { isOn($0, values) } ?? true)
        }
    }

    /// Whether a setting is on.
    static func isOn(_ name: SettingName, _ values: Values) -> Bool {
        (values[name] ?? SettingDefinition.of(name)?.defaultValue)?.boolean == true
    }
}
