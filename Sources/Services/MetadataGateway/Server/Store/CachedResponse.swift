internal import Foundation
internal import GRDB

/// A cached response.
struct CachedResponse: CacheRow {
    static let table = "answer"

    var status: Int
    /// JSON; empty for a negative entry.
    var body: Data
    /// The ETag for revalidation.
    var etag: String?
    var fetched: Int64

    static func find(_ question: String, _ db: Database) throws -> CachedResponse? {
        let statement = try db.cachedStatement(sql: "SELECT status, body, etag, fetched FROM answer WHERE question = ?")
        return try Row.fetchOne(statement, arguments: [question])
            .map { CachedResponse(status: $0[0], body: $0[1], etag: $0[2], fetched: $0[3]) }
    }

    func insert(_ question: String, _ db: Database) throws {
        let sql = """
            INSERT OR REPLACE INTO answer (question, status, body, etag, fetched, bytes, used) VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        try db.cachedStatement(sql: sql).execute(arguments: [
            question, status, body, etag, fetched, question.utf8.count + body.count, fetched,
        ])
    }
}
