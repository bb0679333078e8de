internal import CatalogRecognition
internal import GRDB

/// The stored channels and programmes of the guides.
enum GuideStore {
    /// A channel of a guide.
    struct Channel: Sendable {
        var id: Int64
        var source: Int64
        /// The guide's own id of it.
        var name: String
        /// Its names, one to a line.
        var names: String

        fileprivate init(_ row: Row) {
            id = row["id"]
            source = row["source"]
            name = row["name"]
            names = row["names"]
        }
    }

    /// The channels of one guide.
    static func channels(of source: Int64, _ db: Database) throws -> [Channel] {
        try Row.fetchAll(db, sql: "SELECT * FROM guideChannel WHERE source = ? ORDER BY id", arguments: [source])
            .map(Channel.init)
    }

    /// The channels of all guides that are published or staged, older sources first.
    static func channels(_ db: Database) throws -> [Channel] {
        try Row.fetchAll(
            db, sql: "SELECT c.* FROM guideChannel c JOIN source s ON s.id = c.source ORDER BY c.source, c.id"
        ).map(Channel.init)
    }

    /// The channels with a programme at a time, in seconds since 1970, or after it.
    static func live(at now: Int64, generation: Int64, _ db: Database) throws -> Set<Int64> {
        try Int64.fetchSet(
            db,
            sql: """
                SELECT c.id FROM guideChannel c WHERE EXISTS (SELECT 1 FROM programme p INDEXED BY programme_by_time
                    WHERE p.channel = c.id AND p.start > :earliest AND p.stop > :now
                    AND p.born <= :generation AND p.died > :generation)
                """, arguments: ["earliest": now - longestOnAir, "now": now, "generation": generation])
    }

    /// Whether a channel has a programme at a time, in seconds since 1970, or after it.
    static func isLive(_ channel: Int64, at now: Int64, generation: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM programme p INDEXED BY programme_by_time
                    WHERE p.channel = :channel AND p.start > :earliest AND p.stop > :now
                    AND p.born <= :generation AND p.died > :generation)
                """)
        return try Bool.fetchOne(
            statement,
            arguments: ["channel": channel, "earliest": now - longestOnAir, "now": now, "generation": generation]
        ) ?? false
    }

    /// Programmes that started longer ago, in seconds, are not found, which bounds the index scan.
    private static let longestOnAir: Int64 = 86_400

    /// Whether any guide has channels.
    static func hasChannels(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM guideChannel)") ?? false
    }

    /// The id of a channel, which is inserted if needed.
    static func channel(_ name: String, source: Int64, generation: Int64, _ db: Database) throws -> Int64 {
        var known = try PositionalStatement(db, "SELECT id FROM guideChannel WHERE source = ? AND name = ?")
        known.bind(source)
        known.bind(name)
        if try known.step() { return known[0] }
        try db.cachedStatement(sql: "INSERT INTO guideChannel (source, name, names, seen) VALUES (?, ?, '', ?)")
            .execute(arguments: [source, name, generation])
        return db.lastInsertedRowID
    }

    /// Stores what a guide says of a channel. Names serve to match it and are never returned, so they need no
    /// generation.
    static func describe(
        _ name: String, names: String, icon: String?, source: Int64, generation: Int64, _ db: Database
    ) throws {
        let id = try channel(name, source: source, generation: generation, db)
        try db.cachedStatement(sql: "UPDATE guideChannel SET names = ?, icon = ?, seen = ? WHERE id = ?")
            .execute(arguments: [names, icon, generation, id])
    }

    /// The number of catalog channels that use a guide, in a generation whose matches are staged.
    static func matchedChannels(ofGuide source: Int64, generation: Int64, _ db: Database) throws -> Int64 {
        try Int64.fetchOne(
            db,
            sql: """
                SELECT count(DISTINCT m.item) FROM guideMatch m CROSS JOIN guideChannel c ON c.id = m.channel
                WHERE c.source = ? AND m.born <= ? AND m.died > ?
                """, arguments: [source, generation, generation]) ?? 0
    }

    /// The number of channels of a playlist that have a guide, from any source, in a generation whose matches are
    /// staged.
    static func matchedChannels(ofPlaylist source: Int64, generation: Int64, _ db: Database) throws -> Int64 {
        // From the matches to the links: a large list has far fewer matches than links.
        try Int64.fetchOne(
            db,
            sql: """
                SELECT count(DISTINCT m.item) FROM guideMatch m CROSS JOIN entry e INDEXED BY entry_by_item \
                ON e.item = m.item WHERE m.born <= :g AND m.died > :g AND e.source = :source
                AND e.born <= :g AND e.died > :g AND e.lost > :g
                """, arguments: ["source": source, "g": generation]) ?? 0
    }

    /// Deletes the channels whose guide was removed.
    static func deleteOrphans(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM guideChannel WHERE source NOT IN (SELECT id FROM source)")
    }
}
