internal import HearthModel
internal import ProfilesAPI
internal import RPC

/// The rules for changes of settings: which are known and valid, who may make them, and what they depend on.
enum SettingRules {
    /// Checks the changes of a request, without regard to what is stored.
    ///
    /// - Parameters:
    ///   - profile: the profile that is changed.
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

    /// Checks that each changed setting has an effect.
    ///
    /// - Parameter changed: what is stored once the changes are made.
    /// - Throws: ``ProfilesError/settingNeedsAnother(_:requires:)``.
    static func checkDependencies(
        of changes: [SettingChange], in changed: ProfileSettings.Changed
    ) throws(ProfilesError) {
        for change in changes {
            guard let required = change.unmetRequirement(in: changed) else { continue }
            throw .settingNeedsAnother(change.name, requires: required)
        }
    }
}
