internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit

/// Applies other services' changes to this service's data. Every change is idempotent.
enum ExternalChanges {
    /// A title's card has changed, or exists now; a removed title is back.
    static func cardChanged(_ card: Card, _ db: Database) throws {
        try WorkCarriers.arrived(card, db)
        guard let row = try ContentTable.row(of: card.id, db) else { return }
        try ContentTable.put(card, in: row, db)
        // It was queued while its kind was unknown.
        if card.kind == .channel { try dequeue(row, db) }
    }

    /// A title's ID was replaced: all data moves to its successor. Where a profile has both, their sessions add up, the
    /// later marks win, and a duplicate in the queue keeps its first position.
    ///
    /// - Parameter card: the successor's card; without one it keeps the card that it has here, or else the old id's.
    static func merged(_ old: ContentID, into new: ContentID, card: Card?, _ db: Database) throws {
        if old != new {
            // What is kept by ids: a series has no row of its own here, unless it was queued, marked or hidden.
            try NextUpRuleTable.merged(old, into: new, db)
            try NeverSuggestedTable.merge(old, into: new, db)
            try RecentStreamTable.merge(old, into: new, db)
            try PlayingTable.merge(old, into: new, db)
            try TrackTable.merge(old, into: new, db)
            try db.execute(
                sql: "UPDATE content SET series = ? WHERE series = ?", arguments: [new.rawValue, old.rawValue])
        }
        guard old != new, let from = try ContentTable.row(of: old, db) else {
            if let card { try cardChanged(card, db) }
            return
        }
        let own = try card ?? ContentTable.card(of: new, db)
        let into = try ContentTable.make(new, card: card, db)
        if own == nil, let last = try ContentTable.card(of: old, db) {
            try ContentTable.put(last.under(new), in: into, db)
        }
        let moves = [
            "UPDATE session SET content = ?2 WHERE content = ?1",
            "UPDATE viewing SET content = ?2 WHERE content = ?1",
            """
            INSERT INTO mark SELECT profile, ?2, watched, reset, cleared, hidden FROM mark WHERE content = ?1
            ON CONFLICT DO UPDATE SET watched = max(watched, excluded.watched), reset = max(reset, excluded.reset),
                cleared = max(cleared, excluded.cleared), hidden = max(hidden, excluded.hidden)
            """,
            "DELETE FROM mark WHERE content = ?1 AND ?2 = ?2",
            // The later of two in one queue is removed.
            """
            DELETE FROM queued WHERE content IN (?1, ?2) AND EXISTS (
                SELECT 1 FROM queued o WHERE o.profile = queued.profile AND o.content IN (?1, ?2)
                AND o.content <> queued.content AND o.position < queued.position)
            """,
            "UPDATE queued SET content = ?2 WHERE content = ?1",
        ]
        let queues = try queues(with: from, db)
        try CarrierTable.remember(old, from, into: into, db)
        for sql in moves { try db.execute(sql: sql, arguments: [from, into]) }
        try StatisticsTable.merge(from, into: into, db)
        for profile in queues { try QueueTable.close(profile, db) }
        try VariantRecordTable.merge(from, into: into, db)
        try ContentTable.removeUnused([from], db)
        if own?.kind == .channel { try dequeue(into, db) }
    }

    /// The library has lost a title: it leaves the queues; history and progress stay, as "no longer available".
    static func contentRemoved(_ id: ContentID, _ db: Database) throws {
        try WorkCarriers.left(id, db)
        guard let row = try ContentTable.row(of: id, db) else { return }
        try db.execute(sql: "UPDATE content SET gone = 1 WHERE row = ?", arguments: [row])
        try dequeue(row, db)
        try QuarantineTable.remove(.title, id.rawValue, db)
        try ContentTable.removeUnused([row], db)
    }

    /// The library's list omits a title without a removal: it is shown as "no longer available", keeps its queue
    /// positions, hidden, and returns to them with its card.
    static func contentMissing(_ id: ContentID, at now: WallTime, _ db: Database) throws {
        guard let row = try ContentTable.row(of: id, db) else { return }
        try db.execute(sql: "UPDATE content SET gone = 1 WHERE row = ?", arguments: [row])
        if try !queues(with: row, db).isEmpty {
            try QuarantineTable.put(.title, id.rawValue, source: Catalog.serviceName, at: now, db)
        }
        try ContentTable.removeUnused([row], db)
    }

    /// A profile was deleted: none of its data stays, and a token that outlives it does not restore it. Sessions with
    /// other viewers stay theirs.
    static func profileDeleted(_ id: String, _ db: Database) throws {
        if let row = try ProfileTable.row(of: id, db) {
            _ = try HistoryRemoval.everything.run(profile: row, db)
            try clearQueue(row, db)
            try NextUpRuleTable.erase(row, db)
        }
        try SettingTable.erase(id, db)
        try WatchedNoticeTable.erase(id, db)
        try ScreenTimeTable.erase(id, db)
        try ScreenTimeGrantTable.erase(id, db)
        try NeverSuggestedTable.erase(id, db)
        try RecentStreamTable.erase(id, db)
        try PlayingTable.erase(id, db)
        try TrackTable.erase(id, db)
        try ProfileTable.delete(id, db)
        // Responses stored for retries reveal what the profile did.
        try db.execute(
            sql: "DELETE FROM idempotency WHERE substr(subject, -length(?1)) = ?1", arguments: ["/\(id)"])
    }

    /// The profile was switched, and its settings clear the queue on a switch.
    static func profileErased(_ id: String, _ db: Database) throws {
        if let row = try ProfileTable.row(of: id, db) { try clearQueue(row, db) }
    }

    private static func clearQueue(_ profile: Int64, _ db: Database) throws {
        let contents = try Int64.fetchAll(
            db, sql: "SELECT content FROM queued WHERE profile = ? ORDER BY content", arguments: [profile])
        try db.execute(sql: "DELETE FROM queued WHERE profile = ?", arguments: [profile])
        try ContentTable.removeUnused(contents, db)
    }

    private static func queues(with content: Int64, _ db: Database) throws -> [Int64] {
        try Int64.fetchAll(
            db, sql: "SELECT profile FROM queued WHERE content = ? ORDER BY profile", arguments: [content])
    }

    private static func dequeue(_ content: Int64, _ db: Database) throws {
        let queues = try queues(with: content, db)
        try db.execute(sql: "DELETE FROM queued WHERE content = ?", arguments: [content])
        for profile in queues { try QueueTable.close(profile, db) }
    }
}
