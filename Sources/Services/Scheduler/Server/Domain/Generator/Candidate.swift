internal import HearthModel
internal import ProfilesAPI

/// A title that can be planned: a film, or a series from its viewer's progress.
struct Candidate: Hashable, Sendable {
    /// The film's or the series' card.
    var card: Card
    var source: Source
    /// The units in order: the film alone, or the next episodes.
    var units: [Card]
    /// The length of each, in minutes: of episodes that of the longest.
    var unitMinutes: Int
    /// The audience that may see all of it.
    var audience: Audience
    /// The rule sets that admit all of it, as bits of `Card.ruleSets`.
    var ruleSets: Int64
    /// The household's opinion of it.
    var opinion = Opinion()

    /// Why it is among the candidates, the best reason first.
    enum Source: Int, Hashable, Sendable, CaseIterable, Comparable {
        case started, queued, favourite, library

        static func < (one: Source, other: Source) -> Bool { one.rawValue < other.rawValue }
    }

    /// The longest run of a series that is not for bingeing, in episodes, and of one that is.
    static let runLength = (usual: 2, binge: 6)

    /// A film, or a series with its next episodes; nil without any, or when a length is unknown.
    init?(_ card: Card, units: [Card], source: Source) {
        let lengths = units.compactMap { $0.runtimeMinutes ?? card.runtimeMinutes }.map(Int.init)
        guard let longest = lengths.max(), lengths.count == units.count, longest > 0, longest <= Slot.maximumMinutes
        else { return nil }
        (self.card, self.source, self.units, unitMinutes) = (card, source, units, longest)
        let all = [card] + units
        audience = Audience.strictest(all.map(Audience.init(of:)))
        ruleSets = all.reduce(-1) { $0 & ($1.ruleSets ?? 0) }
    }

    /// Its audience with its rule sets, to be compared with a policy's mask.
    var audienceColumn: Int64 { audience.bit | (ruleSets << RuleSetBits.shift) & RuleSetBits.mask }

    /// How many units may follow each other.
    var longestRun: Int {
        min(units.count, opinion.isBingeable ? Self.runLength.binge : Self.runLength.usual)
    }
}

/// The household's opinion of a show.
struct Opinion: Hashable, Sendable {
    /// By profile: whether it would watch it; absent: unknown.
    var approvals: [String: Bool] = [:]
    var isBingeable = false
    /// Whether it is in the maybe pool.
    var isMaybe = false
    /// Free words in lower case, sorted.
    var moods: [String] = []
    /// When each profile vetoed it last, in seconds since 1970.
    var vetoes: [String: Int] = [:]

    /// The profiles that match on it, sorted; empty without a match.
    ///
    /// - Parameter profiles: those that count; nil for all.
    func match(by rule: MatchRule, among profiles: Set<String>? = nil) -> [String] {
        let said = approvals.filter { profiles?.contains($0.key) ?? true }
        let approved = said.filter(\.value).keys.sorted()
        guard approved.count >= Self.matchCount, rule != .all || approved.count == said.count else { return [] }
        return approved
    }

    /// The fewest profiles of a match.
    private static let matchCount = 2

    /// Whether it counts as approved by partners: each of them has approved it, or it is a match of any two among them and
    /// the profile that is planned for. Where the household matches by all, each of them has to.
    func isApproved(by partners: Set<String>, of profile: String, _ rule: MatchRule) -> Bool {
        if partners.allSatisfy({ approvals[$0] == true }) { return true }
        // A match speaks for partners who have said nothing, and against none who has refused.
        guard rule != .all, partners.allSatisfy({ approvals[$0] != false }) else { return false }
        return !match(by: rule, among: partners.union([profile])).isEmpty
    }

    /// Adds the opinion of the same show under another ID; on a conflict this one wins.
    mutating func add(_ other: Opinion) {
        approvals.merge(other.approvals) { own, _ in own }
        isBingeable = isBingeable || other.isBingeable
        isMaybe = isMaybe || other.isMaybe
        moods = Set(moods + other.moods).sorted()
        vetoes.merge(other.vetoes, uniquingKeysWith: max)
    }
}
