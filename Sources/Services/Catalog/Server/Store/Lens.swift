internal import GRDB
internal import Household

/// What one read sees: one published state of the catalog, through one policy.
///
/// Every query of every read goes through here; there is no other way to a title.
struct Lens: Sendable {
    /// The published generation.
    let generation: Int64
    /// The audiences that pass, as bits.
    let audience: Int64

    /// The state that is published now, through a policy.
    init(_ db: Database, policy: ViewingPolicy) throws {
        try self.init(db, audience: policy.audienceMask)
    }

    /// The state that is published now, for some audiences.
    init(_ db: Database, audience: Int64) throws {
        let statement = try db.cachedStatement(sql: "SELECT generation FROM catalog")
        generation = try Int64.fetchOne(statement) ?? 0
        self.audience = audience
    }

    /// The same state for fewer audiences.
    private init(generation: Int64, audience: Int64) {
        self.generation = generation
        self.audience = audience
    }

    /// Also held to these audiences.
    func narrowed(to mask: Int64) -> Lens { Lens(generation: generation, audience: audience & mask) }

    /// The condition that a row of `item` or `programme` is seen; its arguments are ``arguments``.
    static func sees(_ table: String) -> String {
        "\(table).born <= :generation AND \(table).died > :generation AND (\(table).audience & :audience) <> 0"
    }

    /// The condition that a row without an audience of its own belongs to the state.
    static func holds(_ table: String) -> String {
        "\(table).born <= :generation AND \(table).died > :generation"
    }

    /// The arguments of ``sees(_:)`` and ``holds(_:)``.
    var arguments: [String: (any DatabaseValueConvertible)?] { ["generation": generation, "audience": audience] }
}
