internal import GRDB
internal import Household

/// What one read sees: one published state of the catalog, through one policy.
///
/// Every query of every read goes through here; there is no other way to a title.
struct ReadScope: Sendable {
    /// The published generation.
    let generation: Int64
    /// The audiences that pass, as bits.
    let audience: AudienceMask
    /// Whether nothing is hidden from the viewer.
    let isUnrestricted: Bool
    /// Whether streams whose address holds a provider's account are kept from the viewer, see ``StreamPolicy``.
    let hidesCredentials: Bool

    /// The state that is published now, through a policy.
    init(_ db: Database, policy: ViewingPolicy) throws {
        let statement = try db.cachedStatement(sql: "SELECT generation FROM catalog")
        generation = try Int64.fetchOne(statement) ?? 0
        audience = policy.audienceMask
        isUnrestricted = policy.allowsEverything
        hidesCredentials = !policy.allows(rating: .r, isAdult: false, kind: .movie)
    }

    /// A state that is not published yet, as the job sees it that makes it.
    init(staged generation: Int64) {
        let policy = ViewingPolicy.everything
        (self.generation, audience, isUnrestricted) = (generation, policy.audienceMask, true)
        hidesCredentials = false
    }

    /// The same state for fewer audiences.
    private init(generation: Int64, audience: AudienceMask, hidesCredentials: Bool) {
        self.generation = generation
        self.audience = audience
        self.hidesCredentials = hidesCredentials
        isUnrestricted = false
    }

    /// Also held to these audiences.
    func narrowed(to mask: AudienceMask) -> ReadScope {
        ReadScope(
            generation: generation, audience: audience.intersection(mask), hidesCredentials: hidesCredentials)
    }

    /// The condition that a row of `item` is seen; its arguments are ``arguments``.
    static func sees(_ table: String) -> String { "\(holds(table)) AND \(passes(table))" }

    /// The condition that a row of `item` that is a channel, or one of `programme`, is seen.
    static func visibleLiveCondition(_ table: String) -> String { "\(holds(table)) AND \(liveAudienceCondition(table))" }

    /// The condition that a row without an audience of its own belongs to the state.
    static func holds(_ table: String) -> String {
        "\(table).born <= :generation AND \(table).died > :generation"
    }

    /// The condition that a row with a kind, whatever state it belongs to, is for the viewer.
    static func passes(_ table: String) -> String {
        "(\(table).audience & iif(\(table).kind = \(KindBit.channel), :live, :audience)) <> 0"
    }

    /// The condition that a row of what is live is for the viewer.
    static func liveAudienceCondition(_ table: String) -> String { "(\(table).audience & :live) <> 0" }

    /// The arguments of all these conditions.
    var arguments: [String: (any DatabaseValueConvertible)?] {
        ["generation": generation, "audience": audience.titles, "live": audience.live]
    }
}
