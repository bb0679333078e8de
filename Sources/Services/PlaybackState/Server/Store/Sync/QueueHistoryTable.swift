internal import CBOR
internal import Foundation
internal import GRDB
internal import HearthModel

/// The edits of profiles' queues, of which each queue is the sum (``QueueMerge``), so that a device can add an earlier
/// one.
enum QueueHistoryTable {
    private struct History {
        var base: [QueueMerge.Item]
        var baseStamp: HybridTimestamp
        var list: [QueueMerge.Item]
        var number: Int64
    }

    /// Edits of one queue that are kept; older ones become its base.
    static let keptEdits = 1_000

    // MARK: Edits of the service

    /// Notes what has changed in a queue since the last time.
    ///
    /// - Parameter stamp: the time of a person's change; nil: whatever else has changed it counts as the next event after
    ///   those that are known, so that an edit which a device has made since wins.
    /// - Returns: the queue.
    @discardableResult
    static func note(
        _ profile: Int64, at stamp: HybridTimestamp? = nil, _ db: Database
    ) throws -> [QueueMerge.Item] {
        let actual = try queue(of: profile, db)
        guard var history = try load(profile, db) else {
            try save(History(base: actual, baseStamp: .zero, list: actual, number: 0), of: profile, db)
            return actual
        }
        guard history.list.map(\.content) != actual.map(\.content) else { return actual }
        let last = try lastStamp(profile, history, db)
        let time = max(stamp ?? .zero, HybridTimestamp(rawValue: last.rawValue + 1))
        for edit in QueueMerge.edits(from: history.list, to: actual) {
            history.number += 1
            // Sorts by its number, and before the devices' edits of the same time.
            let digits = String(history.number)
            let id = "#" + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
            try insert(QueueMerge.Timed(stamp: time, id: id, edit: edit), profile, db)
        }
        history.list = actual
        try compact(&history, profile, db)
        try save(history, of: profile, db)
        return actual
    }

    // MARK: Edits of devices

    /// Adds edits of devices at their times, and stores the queue that results.
    static func merge(_ edits: [QueueMerge.Timed], into profile: Int64, _ db: Database) throws {
        guard var history = try load(profile, db) else { return }
        let first = HybridTimestamp(rawValue: history.baseStamp.rawValue + 1)
        for var edit in edits {
            edit.stamp = max(edit.stamp, first)
            try db.cachedStatement(sql: "DELETE FROM queueEdit WHERE profile = ? AND id = ?")
                .execute(arguments: [profile, edit.id])
            try insert(edit, profile, db)
        }
        history.list = QueueMerge.fold(history.base, try self.edits(of: profile, db))
        try write(history.list, to: profile, db)
        try compact(&history, profile, db)
        try save(history, of: profile, db)
    }

    /// The edits of one title.
    static func edits(of profile: Int64, content: String, _ db: Database) throws -> [QueueMerge.Timed] {
        let statement = try db.cachedStatement(
            sql: "SELECT stamp, id, body FROM queueEdit WHERE profile = ? AND content = ? ORDER BY stamp, id")
        return try Row.fetchAll(statement, arguments: [profile, content]).map(timed)
    }

    // MARK: Storage

    private static func queue(of profile: Int64, _ db: Database) throws -> [QueueMerge.Item] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT c.id, q.added, q.auto FROM queued q JOIN content c ON c.row = q.content
                WHERE q.profile = ? ORDER BY q.position
                """)
        return try Row.fetchAll(statement, arguments: [profile]).map {
            QueueMerge.Item(content: $0[0], added: $0[1], isAutoAdded: $0[2])
        }
    }

    private static func write(_ list: [QueueMerge.Item], to profile: Int64, _ db: Database) throws {
        let entries = try list.map { item in
            QueueTable.Queue.Entry(
                content: try ContentTable.make(ContentID(rawValue: item.content), card: nil, db), added: item.added,
                isAutoAdded: item.isAutoAdded)
        }
        try QueueTable.write(entries, of: profile, db)
    }

    private static func insert(_ edit: QueueMerge.Timed, _ profile: Int64, _ db: Database) throws {
        try db.cachedStatement(
            sql: "INSERT INTO queueEdit (profile, stamp, id, content, body) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [
            profile, edit.stamp.rawValue, edit.id, edit.edit.item.content, try encode(edit.edit),
        ])
    }

    private static func edits(of profile: Int64, limit: Int = -1, _ db: Database) throws -> [QueueMerge.Timed] {
        let statement = try db.cachedStatement(
            sql: "SELECT stamp, id, body FROM queueEdit WHERE profile = ? ORDER BY stamp, id LIMIT ?")
        return try Row.fetchAll(statement, arguments: [profile, limit]).map(timed)
    }

    private static func lastStamp(_ profile: Int64, _ history: History, _ db: Database) throws -> HybridTimestamp {
        let statement = try db.cachedStatement(sql: "SELECT max(stamp) FROM queueEdit WHERE profile = ?")
        let last = HybridTimestamp(rawValue: try Int64.fetchOne(statement, arguments: [profile]) ?? 0)
        return max(last, history.baseStamp)
    }

    /// Makes the oldest edits a part of the base, a tenth of them at a time.
    private static func compact(_ history: inout History, _ profile: Int64, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "SELECT count(*) FROM queueEdit WHERE profile = ?")
        let count = try Int.fetchOne(statement, arguments: [profile]) ?? 0
        guard count > keptEdits else { return }
        let old = try edits(of: profile, limit: count - keptEdits * 9 / 10, db)
        guard let last = old.last else { return }
        history.base = QueueMerge.fold(history.base, old)
        history.baseStamp = last.stamp
        try db.cachedStatement(sql: "DELETE FROM queueEdit WHERE profile = ? AND (stamp, id) <= (?, ?)")
            .execute(arguments: [profile, last.stamp.rawValue, last.id])
    }

    private static func load(_ profile: Int64, _ db: Database) throws -> History? {
        let statement = try db.cachedStatement(
            sql: "SELECT base, baseStamp, list, number FROM queueHistory WHERE profile = ?")
        guard let row = try Row.fetchOne(statement, arguments: [profile]) else { return nil }
        return History(
            base: try decode(row[0]), baseStamp: HybridTimestamp(rawValue: row[1]), list: try decode(row[2]),
            number: row[3])
    }

    private static func save(_ history: History, of profile: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO queueHistory VALUES (?, ?, ?, ?, ?)").execute(arguments: [
            profile, try encode(history.base), history.baseStamp.rawValue, try encode(history.list), history.number,
        ])
    }

    private static func timed(_ row: Row) throws -> QueueMerge.Timed {
        QueueMerge.Timed(stamp: HybridTimestamp(rawValue: row[0]), id: row[1], edit: try decode(row[2]))
    }

    private static func encode(_ value: some Encodable) throws -> Data { Data(try CBOREncoder().encode(value)) }

    private static func decode<Value: Decodable>(_ body: Data) throws -> Value {
        try CBORDecoder().decode(Value.self, from: [UInt8](body))
    }
}
