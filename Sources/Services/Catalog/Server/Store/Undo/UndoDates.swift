internal import GRDB
internal import ServiceKit

/// The dates of titles changed by imports that can be undone: the ended titles themselves are deleted.
enum UndoDates {
    /// A title, and when it was added.
    typealias Dated = (id: String, added: Int64)

    /// The dates that change, or end, with a staged generation.
    static func changed(in generation: Int64, _ db: Database) throws -> [Dated] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT o.id, o.added FROM item o WHERE o.died = :g AND o.died < \(Generation.never) AND o.added IS NOT (
                    SELECT n.added FROM item n WHERE n.id = o.id AND n.born = :g)
                """, arguments: ["g": generation]
        ).map { ($0[0], $0[1]) }
    }

    /// Keeps them for as long as the generation can be undone.
    static func put(_ dates: [Dated], _ generation: Int64, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO undoDate (generation, id, added) VALUES (?, ?, ?)")
        for date in dates { try statement.execute(arguments: [generation, date.id, date.added]) }
    }

    /// Deletes those of imports that cannot be undone any more.
    static func forget(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM undoDate WHERE generation NOT IN (SELECT generation FROM undoable)")
    }
}
