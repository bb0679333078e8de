internal import GRDB
internal import Household

/// What a search lets through besides its text, as one SQL condition on `item i`. The policy is a part of it.
struct SearchFilter: Sendable {
    /// The published state and the audiences that pass.
    let lens: Lens
    /// The kinds looked among, as bits.
    let kinds: Int64
    /// The genres of which a title must have one, as bits; 0 for any.
    let genres: Int64
    /// The groups of which a title must be in one; nil for any.
    let groups: [Int64]?

    /// The condition; its arguments are ``arguments``.
    var condition: String {
        var parts = [Lens.sees("i"), "(i.kind & :kinds) <> 0"]
        if genres != 0 { parts.append("(i.genres & :genres) <> 0") }
        if let groups {
            let list = groups.map(String.init).joined(separator: ", ")
            parts.append("i.row IN (SELECT row FROM membership WHERE groupID IN (\(list)))")
        }
        return parts.joined(separator: " AND ")
    }

    /// The arguments of ``condition``.
    var arguments: [String: (any DatabaseValueConvertible)?] {
        lens.arguments.merging(["kinds": kinds, "genres": genres]) { $1 }
    }

    /// The ids of groups by their names; those that do not exist have none.
    static func groups(named names: [String], _ db: Database) throws -> [Int64] {
        let statement = try db.cachedStatement(sql: "SELECT id FROM groupName WHERE name = ?")
        return try names.compactMap { try Int64.fetchOne(statement, arguments: [$0]) }
    }
}
