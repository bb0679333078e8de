import Foundation
import GRDB
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

struct PositionalStatementTests {
    private let queue: DatabaseQueue

    init() throws {
        queue = try DatabaseQueue()
        try queue.write { db in
            try db.execute(sql: "CREATE TABLE t (row INTEGER PRIMARY KEY, i INTEGER, d REAL, s TEXT, b BLOB) STRICT")
        }
    }

    private static let insertion = "INSERT INTO t (i, d, s, b) VALUES (?, ?, ?, ?)"

    private static func insert(
        _ integer: Int64?, _ real: Double?, _ text: String?, _ bytes: [UInt8]?, _ db: Database
    ) throws {
        var insert = try PositionalStatement(db, insertion)
        insert.bind(integer)
        insert.bind(real)
        insert.bind(text)
        insert.bind(bytes: bytes)
        try insert.run()
    }

    @Test
    func `what is bound is what is read, empty is not NULL, and NULL stays NULL`() throws {
        try queue.write { db in
            try Self.insert(.min, 0.5, "a\u{301} 日本, longer than what fits into a small string", [0, 255], db)
            try Self.insert(nil, nil, nil, nil, db)
            try Self.insert(0, 0, "", [], db)
            let kinds = try String.fetchAll(
                db, sql: "SELECT typeof(i) || typeof(d) || typeof(s) || typeof(b) FROM t ORDER BY row")
            #expect(kinds == ["integerrealtextblob", "nullnullnullnull", "integerrealtextblob"])
            let first = try #require(try Row.fetchOne(db, sql: "SELECT i, d, s, b FROM t WHERE row = 1"))
            #expect(first[0] as Int64 == .min)
            #expect(first[1] as Double == 0.5)
            #expect(first[2] as String == "a\u{301} 日本, longer than what fits into a small string")
            #expect(first[3] as Data == Data([0, 255]))
            var all = try PositionalStatement(db, "SELECT i, d, s FROM t WHERE row > ? ORDER BY row")
            all.bind(Int64(1))
            let hasSecond = try all.step()
            #expect(hasSecond)
            #expect(all[0] as Int64? == nil)
            #expect(all[2] as String? == nil)
            let hasThird = try all.step()
            #expect(hasThird)
            #expect(all[0] as Int64? == 0)
            #expect(all[2] as String == "")
            let hasMore = try all.step()
            #expect(!hasMore)
        }
    }

    @Test
    func `a statement that was left in the middle begins again`() throws {
        try queue.write { db in
            for number in 1...3 { try Self.insert(Int64(number), nil, "x", nil, db) }
            func two(after row: Int64) throws -> [Int64] {
                var found: [Int64] = []
                var rows = try PositionalStatement(db, "SELECT i FROM t WHERE row > ? ORDER BY row")
                rows.bind(row)
                while found.count < 2, try rows.step() { found.append(rows[0]) }
                return found
            }
            #expect(try two(after: 0) == [1, 2])
            #expect(try two(after: 1) == [2, 3])
            #expect(try two(after: 2) == [3])
        }
    }

    @Test
    func `what SQLite refuses is thrown as GRDB's error with SQLite's code, and the statement is of use afterwards`()
        throws
    {
        try queue.write { db in
            try db.execute(sql: "CREATE UNIQUE INDEX t_by_i ON t (i)")
            try Self.insert(1, nil, nil, nil, db)
            let error = #expect(throws: DatabaseError.self) { try Self.insert(1, nil, nil, nil, db) }
            #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE)
            try Self.insert(2, nil, nil, nil, db)
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM t") == 2)
            // One argument more than there are places for.
            let tooMany = #expect(throws: DatabaseError.self) {
                var insert = try PositionalStatement(db, "INSERT INTO t (i) VALUES (?)")
                insert.bind(Int64(3))
                insert.bind(Int64(4))
                try insert.run()
            }
            #expect(tooMany?.resultCode == .SQLITE_RANGE)
        }
    }
}
