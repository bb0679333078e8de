internal import Foundation
internal import GRDB

/// A picture as it came.
struct KeptImage: Sendable {
    var type: String
    var body: Data
    /// Milliseconds since 1970.
    var fetched: Int64
    /// When it was last shown, to the hour. Milliseconds since 1970.
    var used: Int64
}

/// Pictures by their address; those that were shown least recently go when there are too many bytes of them.
enum ImageTable {
    static func find(_ question: String, _ db: Database) throws -> KeptImage? {
        let statement = try db.cachedStatement(sql: "SELECT type, body, fetched, used FROM image WHERE question = ?")
        return try Row.fetchOne(statement, arguments: [question])
            .map { KeptImage(type: $0[0], body: $0[1], fetched: $0[2], used: $0[3]) }
    }

    static func keep(_ image: KeptImage, for question: String, limitBytes: Int, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO image VALUES (?, ?, ?, ?, ?, ?)")
            .execute(arguments: [question, image.type, image.body, image.body.count, image.fetched, image.used])
        let total = try db.cachedStatement(sql: "SELECT ifnull(sum(bytes), 0) FROM image")
        while try Int.fetchOne(total) ?? 0 > limitBytes {
            // The one that has just come stays: it is the latest.
            try db.cachedStatement(
                sql: """
                    DELETE FROM image WHERE question IN
                        (SELECT question FROM image WHERE question <> ? ORDER BY used LIMIT ?)
                    """
            ).execute(arguments: [question, MetadataGatewayLimits.droppedImages])
            if db.changesCount == 0 { return }
        }
    }

    static func noteUse(_ question: String, at time: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE image SET used = ? WHERE question = ?").execute(arguments: [time, question])
    }

    /// Removes what came before a time.
    static func dropOlder(than time: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM image WHERE fetched < ?").execute(arguments: [time])
    }
}
