package import GRDB
package import HearthModel
internal import RPC

/// The log of a household's changes for its devices, compacted to the last change of each thing.
///
/// Changes are noted by triggers in their own transactions (`syncTouched`), and get their sequence numbers when the log is
/// read (``drain(at:limit:_:describe:)``): a thing that changes a thousand times between two pulls costs one entry.
package enum SyncLog {
    /// An entry of the log.
    package struct Entry: Sendable {
        package var sequence: Int64
        package var profile: String
        package var kind: SyncKind
        package var key: String
        package var isDeleted: Bool
        /// The audience of its title when it was logged; nil without one.
        package var audience: Int64?
        /// The kind of its title; nil without one.
        package var title: String?
    }

    /// What the service knows of something that has changed.
    package struct Description: Sendable {
        package var exists: Bool
        /// The audience of its title, as the service stores it; nil when unknown.
        package var audience: Int64?
        /// The kind of its title.
        package var title: String?

        /// Describes it.
        package init(exists: Bool, audience: Int64? = nil, title: String? = nil) {
            (self.exists, self.audience, self.title) = (exists, audience, title)
        }
    }

    // MARK: Writing

    /// Whether something waits for a drain.
    package static func isDrained(_ db: Database) throws -> Bool {
        let isEmpty = try Bool.fetchOne(db.cachedStatement(sql: "SELECT NOT EXISTS (SELECT 1 FROM syncTouched)"))
        return try isEmpty == true && isKnown(generation(db), db)
    }

    /// Logs noted changes, and removes what has expired.
    ///
    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - limit: how many changes at most.
    ///   - describe: what the service has of a thing; a deleted one gets a tombstone.
    /// - Returns: how many were logged; fewer than `limit` when none is left.
    package static func drain(
        at now: Int64, limit: Int = SyncLimits.drained, _ db: Database,
        describe: (_ kind: SyncKind, _ profile: String, _ key: String) throws -> Description
    ) throws -> Int {
        try beginEpoch(db)
        let touched = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT profile, kind, key FROM syncTouched LIMIT ?"), arguments: [limit])
        let known = try db.cachedStatement(
            sql: "SELECT audience, title FROM syncLog WHERE profile = ? AND kind = ? AND key = ?")
        let put = try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO syncLog (profile, kind, key, isDeleted, audience, title, at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
        let done = try db.cachedStatement(sql: "DELETE FROM syncTouched WHERE profile = ? AND kind = ? AND key = ?")
        for row in touched {
            let (profile, kind, key): (String, String, String) = (row[0], row[1], row[2])
            var description = try describe(SyncKind(rawValue: kind), profile, key)
            if description.audience == nil, let last = try Row.fetchOne(known, arguments: [profile, kind, key]) {
                (description.audience, description.title) = (last[0], last[1])
            }
            try put.execute(arguments: [
                profile, kind, key, !description.exists, description.audience, description.title, now,
            ])
            try done.execute(arguments: [profile, kind, key])
        }
        try expire(before: now - SyncLimits.keptMilliseconds, db)
        try SyncOperationTable.sweep(before: now - SyncLimits.keptMilliseconds, db)
        try SyncConflictTable.sweep(before: now - SyncLimits.conflictMilliseconds, db)
        return touched.count
    }

    /// Removes old tombstones: tokens from before them can no longer be continued from.
    private static func expire(before time: Int64, _ db: Database) throws {
        let old = try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT sequence, profile FROM syncLog WHERE isDeleted = 1 AND at < ? ORDER BY at LIMIT ?"),
            arguments: [time, SyncLimits.sweptRows])
        for row in old {
            let (sequence, profile): (Int64, String) = (row[0], row[1])
            try db.cachedStatement(
                sql: """
                    INSERT INTO syncExpired VALUES (?, ?)
                    ON CONFLICT DO UPDATE SET sequence = max(sequence, excluded.sequence)
                    """
            ).execute(arguments: [profile, sequence])
            try db.cachedStatement(sql: "DELETE FROM syncLog WHERE sequence = ?").execute(arguments: [sequence])
        }
    }

    // MARK: Epochs

    /// The shard's life: another one when it was restored from a copy.
    private static func generation(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT generation FROM outboxState")) ?? 0
    }

    private static func isKnown(_ generation: Int64, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM syncEpoch WHERE generation = ?)"),
            arguments: [generation]) ?? false
    }

    /// Notes that the shard was restored, before anything gets a sequence number that the lost part had, too.
    private static func beginEpoch(_ db: Database) throws {
        let generation = try generation(db)
        guard try !isKnown(generation, db) else { return }
        try db.execute(
            sql: "INSERT INTO syncEpoch (generation, start) VALUES (?, ?)", arguments: [generation, try last(db)])
    }

    /// The last sequence number that was given.
    private static func last(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'syncLog'")) ?? 0
    }

    // MARK: Reading

    /// The position before everything.
    package static func beginning(of selection: SyncSelection, _ db: Database) throws -> SyncPosition {
        SyncPosition(
            generation: try generation(db), sequence: 0, floor: try last(db), selection: selection.mark)
    }

    /// Checks that a device can continue from its position, which a restored shard moves into its own life.
    ///
    /// - Throws: `fullSyncNeeded` (``SyncProblem``).
    package static func resume(
        _ position: SyncPosition, _ selection: SyncSelection, _ db: Database
    ) throws -> SyncPosition {
        guard position.selection == selection.mark else {
            throw RPCError.fullSyncNeeded(
                "The token is of other kinds or profiles, or what the profile may see has changed.")
        }
        let current = try generation(db)
        var resumed = position
        resumed.generation = current
        if position.generation != current {
            // What the copy did not have yet is lost, and the device has it.
            guard let end = try end(of: position.generation, db), position.sequence <= end else {
                throw RPCError.fullSyncNeeded(
                    "The household's data was restored from a copy that is older than the token.")
            }
            resumed.floor = min(position.floor, end)
        } else if position.sequence > (try last(db)) {
            throw RPCError.fullSyncNeeded("The token is ahead of the household's data.")
        }
        let statement = try db.cachedStatement(sql: "SELECT sequence FROM syncExpired WHERE profile = ?")
        for profile in selection.profiles where position.sequence > 0 {
            guard let expired = try Int64.fetchOne(statement, arguments: [profile]) else { continue }
            guard max(position.sequence, resumed.floor) >= expired else {
                throw RPCError.fullSyncNeeded("The token is older than the deletions of the last 90 days.")
            }
        }
        return resumed
    }

    /// The last entry of one of the shard's lives; nil for one that it did not have.
    private static func end(of generation: Int64, _ db: Database) throws -> Int64? {
        let number = try Int64.fetchOne(
            db, sql: "SELECT number FROM syncEpoch WHERE generation = ?", arguments: [generation])
        guard let number else { return nil }
        // Without a next one it is the life that the copy was made in: the log has not gone on since.
        return try Int64.fetchOne(
            db, sql: "SELECT start FROM syncEpoch WHERE number > ? ORDER BY number LIMIT 1", arguments: [number])
            ?? last(db)
    }

    /// The entries after a position, the earliest first. A device without anything needs no tombstones.
    package static func page(
        after position: SyncPosition, _ selection: SyncSelection, limit: Int, _ db: Database
    ) throws -> [Entry] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT sequence, profile, kind, key, isDeleted, audience, title FROM syncLog
                WHERE sequence > ? AND (isDeleted = 0 OR sequence > ?)\(condition(selection)) ORDER BY sequence LIMIT ?
                """)
        let arguments: StatementArguments = [position.sequence, position.floor] + Self.arguments(selection) + [limit]
        return try Row.fetchAll(statement, arguments: arguments).map { row in
            Entry(
                sequence: row[0], profile: row[1], kind: SyncKind(rawValue: row[2]), key: row[3], isDeleted: row[4],
                audience: row[5], title: row[6])
        }
    }

    /// How many entries follow a position.
    package static func count(
        after position: SyncPosition, _ selection: SyncSelection, _ db: Database
    ) throws -> Int64 {
        let statement = try db.cachedStatement(
            sql: """
                SELECT count(*) FROM syncLog
                WHERE sequence > ? AND (isDeleted = 0 OR sequence > ?)\(condition(selection))
                """)
        let arguments: StatementArguments = [position.sequence, position.floor] + Self.arguments(selection)
        return try Int64.fetchOne(statement, arguments: arguments) ?? 0
    }

    /// How many noted changes are not logged yet.
    package static func touched(_ selection: SyncSelection, _ db: Database) throws -> Int64 {
        let statement = try db.cachedStatement(
            sql: "SELECT count(*) FROM syncTouched WHERE true\(condition(selection))")
        return try Int64.fetchOne(statement, arguments: arguments(selection)) ?? 0
    }

    private static func condition(_ selection: SyncSelection) -> String {
        let profiles = selection.profiles.map { _ in "?" }.joined(separator: ", ")
        let kinds = selection.kinds.map { _ in "?" }.joined(separator: ", ")
        return " AND profile IN (\(profiles)) AND kind IN (\(kinds))"
    }

    private static func arguments(_ selection: SyncSelection) -> StatementArguments {
        StatementArguments(selection.profiles + selection.kinds.map(\.rawValue))
    }
}
