internal import HearthModel
internal import ProfilesAPI

/// The permissions of members and profiles, decided here only. Tokens carry them to every service.
enum Permissions {
    /// A profile's policy.
    static func policy(of profile: ProfileRow, in household: HouseholdRow) -> ViewingPolicy {
        switch profile.kind {
        case .adult: profile.hidesAdult ? .hidingAdult : .everything
        // Kids, and whatever else a newer version may have written.
        default: profile.ruleSet.map(ViewingPolicy.kids(ruleSet:)) ?? kidsPolicy(in: household)
        }
    }

    /// The policy of kids profiles without rules of their own.
    static func kidsPolicy(in household: HouseholdRow) -> ViewingPolicy {
        .kids(seesUnrated: household.kidsSeeUnrated, seesUnratedChannels: household.kidsSeeUnratedChannels)
    }

    /// A member's permissions while acting as a profile: those of the profile's own member, and never more than those
    /// of the member who signed in. A guest's profile has an adult's at most, so that selecting it grants no owner
    /// rights.
    ///
    /// - Throws: ``ProfilesError/notYours(_:)`` when a child's member would act as an adult;
    ///   ``ProfilesError/memberDisabled(_:)`` for a disabled member, and as its profile.
    static func role(
        of member: MemberRow, as profile: ProfileRow, in state: HouseholdState
    ) throws(ProfilesError) -> Role {
        for known in [member, profile.member.flatMap(state.member)] {
            if let known, known.disabled != nil { throw .memberDisabled(known.name) }
        }
        guard profile.kind == .adult else { return .child }
        let others = profile.member.flatMap(state.member)?.role ?? .adult
        let role = profile.member == member.id ? member.role : least(member.role, others)
        guard role != .child else { throw .notYours(profile.name) }
        return role
    }

    private static func least(_ first: Role, _ second: Role) -> Role {
        let ranks: [Role] = [.child, .adult, .owner]
        let rank = { (role: Role) in ranks.firstIndex(of: role) ?? 0 }
        return rank(first) <= rank(second) ? first : second
    }

    /// Passes when a caller may change a profile.
    ///
    /// - Throws: ``ProfilesError/notYours(_:)`` for another member's profile, unless the owner calls.
    static func checkChange(of profile: ProfileRow, by viewer: Viewer) throws(ProfilesError) {
        guard mayChange(profile, by: viewer) else { throw .notYours(profile.name) }
    }

    /// Whether a caller may change a profile: the owner any, others their own and those without a member.
    static func mayChange(_ profile: ProfileRow, by viewer: Viewer) -> Bool {
        viewer.role == .owner || profile.member == nil || profile.member == viewer.subject
    }

    /// How many profiles a household may have.
    static func profileLimit(_ plan: Plan) -> Int {
        plan == .premium ? ProfilesLimits.profiles : ProfilesLimits.freeProfiles
    }
}

extension Viewer {
    /// The profile that acts.
    ///
    /// - Throws: ``ProfilesError/noProfile``.
    var actingProfile: String {
        get throws(ProfilesError) {
            guard let profile else { throw .noProfile }
            return profile
        }
    }
}
