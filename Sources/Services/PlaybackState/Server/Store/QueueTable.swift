internal import CBOR
internal import Foundation
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI

/// The queues of profiles. Positions are 0..n-1 after every change.
enum QueueTable {
    typealias Queue = UpNext<Int64>

    /// A profile's queue as a viewer sees it.
    static func load(_ profile: Int64, _ visibility: Visibility, maximum: Int, _ db: Database) throws -> Queue {
        let statement = try db.cachedStatement(
            sql: """
                SELECT q.content, q.added, q.auto, c.audience, c.kind,
                    EXISTS (SELECT 1 FROM quarantine k WHERE k.kind = 'title' AND k.id = c.id)
                FROM queued q JOIN content c ON c.row = q.content
                WHERE q.profile = ? ORDER BY q.position
                """)
        var (entries, hidden): ([Queue.Entry], [Queue.Entry]) = ([], [])
        var away: [(place: Int, entry: Queue.Entry)] = []
        for (place, row) in try Row.fetchAll(statement, arguments: [profile]).enumerated() {
            let entry = Queue.Entry(content: row[0], added: row[1], isAutoAdded: row[2])
            if !visibility.allows(audience: row[3], kind: row[4]) {
                hidden.append(entry)
            } else if row[5] {
                away.append((place, entry))
            } else {
                entries.append(entry)
            }
        }
        return Queue(entries, hidden: hidden, away: away, maximum: maximum)
    }

    /// Stores a queue.
    static func save(_ queue: Queue, of profile: Int64, _ db: Database) throws {
        try write(queue.all, of: profile, db)
    }

    /// Writes the entries of a profile's queue, in order: those that are new, have moved, or have become a person's own, and
    /// deletes the others.
    static func write(_ entries: [Queue.Entry], of profile: Int64, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "SELECT content, position, auto FROM queued WHERE profile = ?")
        var old: [Int64: (position: Int, isAutoAdded: Bool)] = [:]
        for row in try Row.fetchAll(statement, arguments: [profile]) { old[row[0]] = (row[1], row[2]) }
        let put = try db.cachedStatement(
            sql: """
                INSERT INTO queued (profile, content, position, added, auto) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET position = excluded.position, added = excluded.added, auto = excluded.auto
                """)
        for (position, entry) in entries.enumerated() {
            let stored = old.removeValue(forKey: entry.content)
            if let stored, stored == (position, entry.isAutoAdded) { continue }
            try put.execute(arguments: [profile, entry.content, position, entry.added, entry.isAutoAdded])
        }
        let removed = old.keys.sorted()
        let remove = try db.cachedStatement(sql: "DELETE FROM queued WHERE profile = ? AND content = ?")
        for content in removed { try remove.execute(arguments: [profile, content]) }
        try ContentTable.removeUnused(removed, db)
    }

    /// Closes the gaps that removed entries have left in a profile's queue.
    static func close(_ profile: Int64, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                UPDATE queued SET position = n.position FROM (
                    SELECT content, row_number() OVER (ORDER BY position, content) - 1 AS position
                    FROM queued WHERE profile = ?1) AS n
                WHERE queued.profile = ?1 AND queued.content = n.content AND queued.position <> n.position
                """
        ).execute(arguments: [profile])
    }

    /// The entries as callers see them.
    static func entries(of queue: Queue, limit: Int = .max, _ db: Database) throws -> [QueueEntry] {
        let statement = try db.cachedStatement(sql: "SELECT id, card FROM content WHERE row = ?")
        return try queue.entries.prefix(limit).enumerated().compactMap { position, entry in
            guard let row = try Row.fetchOne(statement, arguments: [entry.content]) else { return nil }
            return QueueEntry(
                position: Int32(position), content: ContentID(rawValue: row[0]), card: try ContentTable.decode(row[1]),
                added: Date(milliseconds: entry.added), isAutoAdded: entry.isAutoAdded)
        }
    }
}

extension UpNext {
    var total: Int32 { Int32(entries.count) }
    var autoAdded: Int32 { Int32(entries.count(where: \.isAutoAdded)) }
}

extension Date {
    /// A time in milliseconds since 1970.
    init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1_000) }

    /// The time as a stamp's.
    init(_ stamp: HybridTimestamp) { self.init(milliseconds: stamp.milliseconds) }
}
