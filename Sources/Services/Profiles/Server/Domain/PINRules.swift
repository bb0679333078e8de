internal import HearthModel
internal import ProfilesAPI

/// Which PIN is asked for: a change of kids profiles is guarded by the household's, and a switch by these rules.
enum PINRules {
    /// The PIN that a switch asks for; nil when it asks for none.
    ///
    /// An adult profile is entered with its own PIN, or with the household's where it has none. A kids profile is left
    /// with the PIN of the adult profile that follows, or with the household's for another kids profile. From an adult
    /// profile to a kids profile none is asked for.
    ///
    /// - Parameters:
    ///   - target: the profile that is switched to.
    ///   - viewer: the caller, with the profile that is left.
    static func asked(toEnter target: ProfileRow, by viewer: Viewer, in state: HouseholdState) -> PINSubject? {
        guard target.id != viewer.profile else { return nil }
        if target.kind == .adult, target.hasPIN { return .profile(target.id) }
        guard state.hasPIN, target.kind == .adult || isKids(viewer, in: state) else { return nil }
        return .household
    }

    /// Whether a caller acts as a kids profile: by what the profile is now, or by the token where it is gone. A kind that
    /// a newer version has written counts as kids.
    private static func isKids(_ viewer: Viewer, in state: HouseholdState) -> Bool {
        guard let profile = viewer.profile.flatMap({ state.profile($0) }) else { return viewer.role == .child }
        return profile.kind != .adult
    }

    /// The PIN that `SetPIN` sets.
    ///
    /// - Parameter id: the profile; nil for the household's.
    /// - Throws: ``ProfilesError`` `unknownProfile`; `pinOfKids` for a kids profile, which has none; `notYours` for
    ///   another one than the acting profile, unless the owner calls.
    static func settable(
        _ id: String?, by viewer: Viewer, in state: HouseholdState
    ) throws(ProfilesError) -> PINSubject {
        guard let id else { return .household }
        guard let profile = state.profile(id) else { throw .unknownProfile(id) }
        guard profile.kind == .adult else { throw .pinOfKids(profile.name) }
        guard viewer.role == .owner || viewer.profile == id else { throw .notYours(profile.name) }
        return .profile(id)
    }
}
