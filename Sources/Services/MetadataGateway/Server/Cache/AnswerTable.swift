internal import Foundation
internal import GRDB

/// An answer as it came, kept with the moment it came at.
struct KeptAnswer: Sendable {
    /// 200, or 404 for what does not exist.
    var status: Int
    /// JSON.
    var body: Data
    /// What the source can be asked with whether it is still the same.
    var etag: String?
    /// Milliseconds since 1970.
    var fetched: Int64
}

/// Answers by what was asked.
enum AnswerTable {
    static func find(_ question: String, _ db: Database) throws -> KeptAnswer? {
        let statement = try db.cachedStatement(sql: "SELECT status, body, etag, fetched FROM answer WHERE question = ?")
        return try Row.fetchOne(statement, arguments: [question])
            .map { KeptAnswer(status: $0[0], body: $0[1], etag: $0[2], fetched: $0[3]) }
    }

    static func keep(_ answer: KeptAnswer, for question: String, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?, ?)")
            .execute(arguments: [question, answer.status, answer.body, answer.etag, answer.fetched])
    }

    static func drop(_ question: String, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM answer WHERE question = ?").execute(arguments: [question])
    }

    /// Removes what came before a time.
    static func dropOlder(than time: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM answer WHERE fetched < ?").execute(arguments: [time])
    }
}
