internal import HearthModel
internal import ProfilesAPI

/// A part of a window in which all of its participants are free.
struct Opening: Hashable, Sendable {
    let window: ViewingWindow
    let span: TimeSpan
    /// The audiences a title may have so that every participant may see it, one for each rule that applies.
    let audiences: [Int64]
    /// The profiles whose approval the window requires.
    let approvalRequired: Set<String>
    /// The profile that is planned for.
    let profile: String
    /// How many of them have to approve a title for a match.
    let matchRule: MatchRule

    /// Slots start at multiples of this, in seconds.
    static let stepSeconds = 300
    /// Shorter openings are skipped, in seconds.
    static let minimumSeconds = 900

    /// How many steps long it is.
    var steps: Int { span.seconds / Self.stepSeconds }

    /// A duration in steps.
    static func steps(minutes: Int) -> Int { (minutes * 60 + stepSeconds - 1) / stepSeconds }
}

/// Finds the openings of seven days.
struct OpeningFinder: Sendable {
    let zone: HouseholdTimeZone
    let company: ViewerGroup
    /// The profile to find openings for.
    let profile: String
    /// Nothing is planned before this moment.
    let now: Int

    /// The openings of the profile's windows, by start. No two of them overlap: where windows do, the one with more
    /// profiles gets the time. The second pass of a repeated hour stays free: slots are stored by local time, so that
    /// none can start then.
    func openings(
        of windows: [ViewingWindow], first: CivilDate, taken: [Occurrence]
    ) -> [Opening] {
        let own = windows.filter { $0.profiles.contains(profile) }
            .sorted { ($1.profiles.count, $0.row) < ($0.profiles.count, $1.row) }
        var found: [Opening] = []
        for window in own {
            let days = (0..<WeekGrid.dayCount).map { first + $0 }.filter { $0.weekday == window.weekday }
            for span in days.compactMap({ window.span(on: $0, zone) }) {
                let busy = taken.filter { !$0.slot.profiles.isDisjoint(with: window.profiles) }.map(\.span)
                let repeated = zone.repeated(near: span).map { [$0] } ?? []
                var pieces = [span]
                for other in busy + found.map(\.span) + repeated { pieces = pieces.flatMap { $0.subtracting(other) } }
                found += pieces.compactMap(usable).map { opening(in: window, $0) }
            }
        }
        return found.sorted { $0.span.start < $1.span.start }
    }

    /// An opening of a window, with its participants' rules.
    func opening(in window: ViewingWindow, _ span: TimeSpan) -> Opening {
        Opening(
            window: window, span: span,
            audiences: company.audiences(of: window.profiles, isFamilyFriendly: window.isFamilyFriendly),
            approvalRequired: window.partnerMustLike ? company.partners(of: profile, among: window.profiles) : [],
            profile: profile, matchRule: company.matchRule)
    }

    private func usable(_ span: TimeSpan) -> TimeSpan? {
        let step = Opening.stepSeconds
        let start = (max(span.start, now) + step - 1).floored(by: step) * step
        let end = span.end.floored(by: step) * step
        return end - start >= Opening.minimumSeconds ? TimeSpan(start: start, end: end) : nil
    }
}

/// The viewers that watch together, as far as they are known.
struct ViewerGroup: Sendable {
    /// The caller's policy.
    let policy: ViewingPolicy
    /// The household's kids policy.
    let kidsPolicy: ViewingPolicy
    /// The adult profiles. A profile that is missing is unknown: it counts as a child for ratings, and as one whose
    /// approval is required.
    let adults: Set<String>
    let kids: Set<String>
    /// Adults that hide adult content.
    var hidingAdult: Set<String> = []
    /// The rule sets of kids profiles that have rules of their own.
    var ruleSets: [String: Int32] = [:]
    /// How many have to approve a title for a match.
    var matchRule = MatchRule.all

    /// The audiences that every participant belongs to, as masks of which a title must meet each: the youngest decides.
    func audiences(of profiles: Set<String>, isFamilyFriendly: Bool) -> [Int64] {
        var policies = [policy]
        let children = profiles.subtracting(adults)
        // The rules of a kids profile take the place of the household's.
        if isFamilyFriendly || children.contains(where: { ruleSets[$0] == nil }) { policies.append(kidsPolicy) }
        policies += children.sorted().compactMap { ruleSets[$0].map(ViewingPolicy.kids(ruleSet:)) }
        if !profiles.isDisjoint(with: hidingAdult) { policies.append(.hidingAdult) }
        return policies.map(\.audienceMask.titles)
    }

    /// Whether a title with a column (`Card.audienceColumn`) meets each of some masks.
    static func admits(_ column: Int64, _ audiences: [Int64]) -> Bool { audiences.allSatisfy { column & $0 != 0 } }

    /// Every other adult.
    func partners(of profile: String, among profiles: Set<String>) -> Set<String> {
        profiles.subtracting(kids).subtracting([profile])
    }
}
