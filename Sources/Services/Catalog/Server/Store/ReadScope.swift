internal import GRDB
internal import HearthModel

/// The scope of one read: one snapshot of the catalog, under one policy.
///
/// Every query of every read goes through here; there is no other way to a title.
struct ReadScope: Sendable {
    /// The published generation.
    let generation: Int64
    /// The admitted audiences, as bits.
    let audience: AudienceMask
    /// Whether nothing is hidden from the viewer.
    let isUnrestricted: Bool
    /// Whether the rules of a kids profile decide, see ``RuleSetTable``.
    let hasRuleSet: Bool
    /// Whether streams whose address contains a provider's account are withheld from the viewer, see ``StreamPolicy``.
    let hidesCredentials: Bool

    /// The published snapshot, under a policy.
    init(_ db: Database, policy: ViewingPolicy) throws {
        let statement = try db.cachedStatement(sql: "SELECT generation FROM catalog")
        generation = try Int64.fetchOne(statement) ?? 0
        audience = try Self.audience(of: policy, db)
        isUnrestricted = policy.allowsEverything
        hasRuleSet = policy.ruleSet != nil
        hidesCredentials = !policy.allows(rating: .r, isAdult: false, kind: .movie)
    }

    /// The admitted audiences; of programmes those with the bit of a rule set that has rules about programmes.
    private static func audience(of policy: ViewingPolicy, _ db: Database) throws -> AudienceMask {
        let mask = policy.audienceMask
        guard let number = policy.ruleSet else { return mask }
        let statement = try db.cachedStatement(sql: "SELECT rulesProgrammes FROM ruleSet WHERE number = ?")
        guard try Bool.fetchOne(statement, arguments: [number]) == true else { return mask }
        return AudienceMask(titles: mask.titles, live: mask.live, programmes: mask.live)
    }

    /// A staged snapshot, as the job sees it.
    init(staged generation: Int64) {
        let policy = ViewingPolicy.everything
        (self.generation, audience, isUnrestricted) = (generation, policy.audienceMask, true)
        (hidesCredentials, hasRuleSet) = (false, false)
    }

    /// The condition that a row of `item` is visible; its arguments are ``arguments``.
    static func sees(_ table: String) -> String { "\(holds(table)) AND \(passes(table))" }

    /// The condition that a row of `programme` is visible, of a channel that is.
    static func visibleProgrammeCondition(_ table: String) -> String {
        "\(holds(table)) AND \(programmeAudienceCondition(table))"
    }

    /// The condition that a channel's row of `item` is visible.
    static func visibleLiveCondition(_ table: String) -> String {
        "\(holds(table)) AND \(liveAudienceCondition(table))"
    }

    /// The condition that a row without an audience of its own belongs to the snapshot.
    static func holds(_ table: String) -> String {
        "\(table).born <= :generation AND \(table).died > :generation"
    }

    /// The condition that the policy admits a row with a kind, whatever its snapshot.
    static func passes(_ table: String) -> String {
        "(\(table).audience & iif(\(table).kind = \(KindBit.channel), :live, :audience)) <> 0"
    }

    /// The condition that the policy admits a row of a programme: rule sets have programmes only where a rule is about these.
    static func programmeAudienceCondition(_ table: String) -> String { "(\(table).audience & :programmes) <> 0" }

    /// The condition that the policy admits a row of a channel.
    static func liveAudienceCondition(_ table: String) -> String { "(\(table).audience & :live) <> 0" }

    /// The arguments of all these conditions.
    var arguments: [String: (any DatabaseValueConvertible)?] {
        [
            "generation": generation, "audience": audience.titles, "live": audience.live,
            "programmes": audience.programmes,
        ]
    }
}
