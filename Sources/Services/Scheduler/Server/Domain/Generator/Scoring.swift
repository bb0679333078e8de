internal import Basics
internal import HearthModel

/// A candidate's score in an opening, term by term, so that a slot can show its reasons.
struct Scoring: Sendable {
    /// The week's seed: another one gives another week of the same worth.
    let seed: UInt64
    let now: Int

    /// One reason for or against, in points a minute.
    struct Term: Hashable, Sendable {
        var points: Int
        /// The reason's text; absent for terms that are no reason, such as chance.
        var text: String?
        /// Whether it reveals the profile's progress, queue or favourites; shown to that profile only.
        var isPrivate = false
    }

    /// Points for each minute that is filled.
    static let fill = 10
    /// Points a minute by ``Candidate/Source``.
    static let source: [Candidate.Source: Term] = [
        .started: Term(points: 8, text: "you have started it", isPrivate: true),
        .queued: Term(points: 6, text: "it is in your queue", isPrivate: true),
        .favourite: Term(points: 4, text: "it is one of your favourites", isPrivate: true),
        .library: Term(points: 0, text: "it is in the library"),
    ]
    /// Points per minute for each approval.
    static let approval = 2
    /// Points per minute for a title of the maybe pool.
    static let maybe = 1
    /// The most points a minute that chance gives.
    static let chance = 2
    /// Points per minute that a veto subtracts when it no longer forbids, halved with every ``vetoHalfLife``.
    static let veto = 12
    /// How long a veto forbids, in seconds.
    static let vetoHolds = 7 * 86_400
    static let vetoHalfLife = 14 * 86_400

    /// The terms of a candidate in an opening; nil when a hard rule forbids it there.
    func terms(_ candidate: Candidate, in opening: Opening) -> [Term]? {
        let opinion = candidate.opinion
        let present = opening.window.profiles.sorted()
        guard ViewerGroup.admits(candidate.audienceColumn, opening.audiences) else { return nil }
        guard present.allSatisfy({ opinion.approvals[$0] != false }) else { return nil }
        guard opinion.isApproved(by: opening.approvalRequired, of: opening.profile, opening.matchRule) else {
            return nil
        }
        var terms = [Term(points: Self.fill)]
        if let source = Self.source[candidate.source] { terms.append(source) }
        let yes = present.filter { opinion.approvals[$0] == true }.count
        if yes > 0 {
            let text = yes == present.count ? "everybody said yes" : "\(yes) of \(present.count) said yes"
            terms.append(Term(points: Self.approval * yes, text: text))
        }
        if opinion.isMaybe { terms.append(Term(points: Self.maybe, text: "in the maybe pool")) }
        for profile in present {
            guard let vetoed = opinion.vetoes[profile] else { continue }
            let age = max(0, now - vetoed)
            guard age >= Self.vetoHolds else { return nil }
            let points = Self.veto >> min((age - Self.vetoHolds) / Self.vetoHalfLife, 62)
            if points > 0 { terms.append(Term(points: -points, text: "it was vetoed recently")) }
        }
        terms.append(Term(points: chance(candidate.card.id, opening)))
        return terms
    }

    /// The same for the same seed, title and time.
    private func chance(_ id: ContentID, _ opening: Opening) -> Int {
        var fnv = FNV1a(seed ^ UInt64(bitPattern: Int64(opening.span.start)))
        fnv.add(id.rawValue.utf8)
        var hash = fnv.value
        // The high bits of FNV-1a depend on every byte; the low ones on little.
        hash ^= hash >> 32
        return Int((hash &* 0x9e37_79b9_7f4a_7c15) >> 33) % (Self.chance + 1)
    }
}
