internal import Foundation
internal import GRDB

/// A cached image.
struct CachedImage: CacheRow {
    static let table = "image"

    var status: Int
    /// `image/jpeg`; empty for a negative entry.
    var type: String
    var body: Data
    var fetched: Int64

    static func find(_ question: String, _ db: Database) throws -> CachedImage? {
        let statement = try db.cachedStatement(sql: "SELECT status, type, body, fetched FROM image WHERE question = ?")
        return try Row.fetchOne(statement, arguments: [question])
            .map { CachedImage(status: $0[0], type: $0[1], body: $0[2], fetched: $0[3]) }
    }

    func insert(_ question: String, _ db: Database) throws {
        let sql = """
            INSERT OR REPLACE INTO image (question, status, type, body, fetched, bytes, used) VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        try db.cachedStatement(sql: sql).execute(arguments: [
            question, status, type, body, fetched, question.utf8.count + body.count, fetched,
        ])
    }
}
