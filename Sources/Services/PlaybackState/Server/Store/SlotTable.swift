internal import Foundation
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI

/// The connection slots that sessions hold. A slot ends with its session: rows of ended sessions count for nothing.
enum SlotTable {
    /// The tables. Times are milliseconds since 1970 by the household's clock.
    static let creation = [
        // `stream` is a hash without secrets, never an address. `lost`: when the slot was given to another session, which
        // has ended this one; 0 while it was not.
        """
        CREATE TABLE slot (
            session INTEGER PRIMARY KEY REFERENCES point (session) ON DELETE CASCADE,
            source TEXT NOT NULL,
            stream TEXT NOT NULL,
            child INTEGER NOT NULL,
            since INTEGER NOT NULL,
            heard INTEGER NOT NULL,
            lost INTEGER NOT NULL DEFAULT 0
        ) STRICT
        """,
        "CREATE INDEX slotBySource ON slot (source)",
        // How many streams accounts open, as the catalog said with the last title that was played; null for any number.
        """
        CREATE TABLE slotSource (source TEXT PRIMARY KEY, maximum INTEGER, seen INTEGER NOT NULL) STRICT, WITHOUT ROWID
        """,
        "CREATE TABLE slotRule (only INTEGER PRIMARY KEY CHECK (only = 1), rule TEXT NOT NULL) STRICT",
    ]

    // MARK: The household's rule

    /// Stores the rule that profiles publishes; nil is the default.
    static func set(_ rule: SlotRule?, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO slotRule VALUES (1, ?)")
            .execute(arguments: [(rule ?? .refuse).rawValue])
    }

    /// The household's rule.
    static func rule(_ db: Database) throws -> SlotRule {
        let statement = try db.cachedStatement(sql: "SELECT rule FROM slotRule")
        return try String.fetchOne(statement).map(SlotRule.init(rawValue:)) ?? .refuse
    }

    // MARK: Reports

    /// Notes that a report of a session has arrived: its slot stays taken.
    ///
    /// - Returns: false when the slot was given to another session.
    static func hear(_ session: Int64, at now: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT lost, heard FROM slot WHERE session = ?")
        guard let row = try Row.fetchOne(statement, arguments: [session]) else { return true }
        guard row[0] == 0 else { return false }
        // Not with every report: the slot frees itself after several of these.
        if now - row[1] >= PlaybackLimits.slotHeardMilliseconds {
            try db.cachedStatement(sql: "UPDATE slot SET heard = ?2 WHERE session = ?1")
                .execute(arguments: [session, now])
        }
        return true
    }

    // MARK: Sessions

    /// An open session that holds a slot.
    struct Held: Sendable {
        var holder: SlotRules.Holder
        var owner: Int64
        var device: String
        var content: Int64
    }

    /// The open sessions that hold slots of a source's account, the oldest first.
    static func held(of source: String, _ db: Database) throws -> [Held] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT h.session, h.stream, h.child, h.since, h.heard, p.owner, s.device, s.content
                FROM slot h JOIN point p ON p.session = h.session JOIN session s ON s.row = h.session
                WHERE h.source = ? AND h.lost = 0 AND p.ended = 0 ORDER BY h.since, h.session
                """)
        return try Row.fetchAll(statement, arguments: [source]).map { row in
            Held(
                holder: SlotRules.Holder(
                    session: row[0], stream: row[1], isChild: row[2], since: row[3], heard: row[4]),
                owner: row[5], device: row[6], content: row[7])
        }
    }

    /// Gives a session a slot that was taken for it.
    static func hold(_ slot: TakenSlot, by session: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO slot VALUES (?, ?, ?, ?, ?, ?, 0)")
            .execute(arguments: [
                session, slot.claim.source, slot.claim.stream, slot.claim.isChild, slot.since, slot.taken,
            ])
    }

    /// Takes a session's slot from it, as when it goes on with a download.
    static func release(_ session: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM slot WHERE session = ? AND lost = 0").execute(arguments: [session])
    }

    /// Notes how many streams an account opens.
    static func note(_ claim: SlotClaim, at now: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO slotSource VALUES (?, ?, ?)")
            .execute(arguments: [claim.source, claim.maximum, now])
    }

    /// Forgets slots of ended sessions, lost ones after a while, and accounts that are not used any more.
    static func forget(at now: Int64, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM slot WHERE lost = 0
                AND EXISTS (SELECT 1 FROM point p WHERE p.session = slot.session AND p.ended = 1)
                """
        ).execute()
        try db.cachedStatement(sql: "DELETE FROM slot WHERE lost > 0 AND lost < ?")
            .execute(arguments: [now - PlaybackLimits.slotLossMilliseconds])
        try db.cachedStatement(sql: "DELETE FROM slotSource WHERE seen < ?")
            .execute(arguments: [now - PlaybackLimits.slotSourceMilliseconds])
    }
}
