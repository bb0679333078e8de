internal import CBOR
internal import Foundation
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI

/// What is counted and remembered of each session while it plays: the time really watched, the viewer's last input, and the
/// hints that were told. The part that every report changes is a small row; what the catalog said is in one of its own.
enum PlayingTable {
    /// The tables.
    static let creation = [
        // `stamp` and `position` are of the report up to which time was counted, `watched` is in milliseconds. `titles`
        // have played by themselves since the last input, which was at `input` and `inputPosition`. `told` is the report
        // that was told what to load early, `skipped` are the kinds of parts that were skipped without asking, as bits.
        // `asked` is 1 while the question whether the viewer still watches is open. `headEnd` and `tailStart` bound the
        // positions at which hints can be due. `chosen` is the title that was played after it.
        """
        CREATE TABLE playing (
            session INTEGER PRIMARY KEY REFERENCES point (session) ON DELETE CASCADE,
            stamp INTEGER NOT NULL,
            position REAL,
            watched INTEGER NOT NULL DEFAULT 0,
            titles INTEGER NOT NULL DEFAULT 0,
            input INTEGER NOT NULL,
            inputPosition REAL NOT NULL DEFAULT 0,
            told INTEGER,
            skipped INTEGER NOT NULL DEFAULT 0,
            cancelled INTEGER NOT NULL DEFAULT 0,
            asked INTEGER NOT NULL DEFAULT 0,
            headEnd REAL NOT NULL DEFAULT 0,
            tailStart REAL,
            hasFacts INTEGER NOT NULL DEFAULT 0,
            hasChannels INTEGER NOT NULL DEFAULT 0,
            chosen TEXT
        ) STRICT
        """,
        // `SessionFacts` in CBOR.
        """
        CREATE TABLE sessionFacts (
            session INTEGER PRIMARY KEY REFERENCES point (session) ON DELETE CASCADE,
            body BLOB NOT NULL
        ) STRICT
        """,
        // The kinds of parts that a profile has heard to their end, per series, or per title where there is none.
        """
        CREATE TABLE heard (
            profile TEXT NOT NULL,
            work TEXT NOT NULL,
            kind TEXT NOT NULL,
            PRIMARY KEY (profile, work, kind)
        ) STRICT, WITHOUT ROWID
        """,
    ]

    /// The small row of a session.
    struct Playing: Sendable, Hashable {
        var stamp: HybridTimestamp
        /// Nil before the first report.
        var position: Double?
        /// In milliseconds.
        var watched: Int64 = 0
        var titlesByThemselves: Int64 = 0
        var input: HybridTimestamp
        var inputPosition = 0.0
        var told: Int64?
        var skipped: Set<SegmentKind> = []
        var isNextUpCancelled = false
        var isAsked = false
        var headEnd = 0.0
        var tailStart: Double?
        var hasFacts = false
        var hasChannels = false
        /// The setting `stillWatchingMinutes` of the profile that reports, in minutes; 0 for never. Only read.
        var askMinutes: Int64 = 0

        /// A session that is opened at a time.
        init(opened: HybridTimestamp) { (stamp, input) = (opened, opened) }
    }

    private static let columns = """
        stamp, position, watched, titles, input, inputPosition, told, skipped, cancelled, asked, headEnd, tailStart, \
        hasFacts, hasChannels
        """

    /// The row of a session, and in the same read the one setting of the reporting profile that any report may be due by.
    static func find(_ session: Int64, reportedBy profile: String = "", _ db: Database) throws -> Playing? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(columns), (SELECT value FROM setting WHERE profile = ?2 AND name = ?3)
                FROM playing WHERE session = ?1
                """)
        let name = SettingName.stillWatchingMinutes.rawValue
        return try Row.fetchOne(statement, arguments: [session, profile, name]).map { row in
            var playing = Playing(opened: HybridTimestamp(rawValue: row[0]))
            (playing.position, playing.watched, playing.titlesByThemselves) = (row[1], row[2], row[3])
            (playing.input, playing.inputPosition) = (HybridTimestamp(rawValue: row[4]), row[5])
            (playing.told, playing.isNextUpCancelled, playing.isAsked) = (row[6], row[8], row[9])
            playing.skipped = kinds(row[7])
            (playing.headEnd, playing.tailStart) = (row[10], row[11])
            (playing.hasFacts, playing.hasChannels, playing.askMinutes) = (row[12], row[13], row[14] ?? 0)
            return playing
        }
    }

    static func save(_ playing: Playing, of session: Int64, _ db: Database) throws {
        let marks = Array(repeating: "?", count: 15).joined(separator: ", ")
        let changes = columns.split(separator: ", ").map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let sql = "INSERT INTO playing (session, \(columns)) VALUES (\(marks)) ON CONFLICT DO UPDATE SET \(changes)"
        try db.cachedStatement(sql: sql)
            .execute(arguments: [
                session, playing.stamp.rawValue, playing.position, playing.watched, playing.titlesByThemselves,
                playing.input.rawValue, playing.inputPosition, playing.told, bits(playing.skipped),
                playing.isNextUpCancelled, playing.isAsked, playing.headEnd, playing.tailStart, playing.hasFacts,
                playing.hasChannels,
            ])
    }

    /// The usual change: only time and position.
    static func count(_ playing: Playing, of session: Int64, _ db: Database) throws {
        try db.cachedStatement(
            sql: "UPDATE playing SET stamp = ?2, position = ?3, watched = ?4 WHERE session = ?1"
        ).execute(arguments: [session, playing.stamp.rawValue, playing.position, playing.watched])
    }

    /// The kinds by their bits. Never reorder.
    private static func bits(_ kinds: Set<SegmentKind>) -> Int64 {
        SegmentKind.all.enumerated().reduce(0) { kinds.contains($1.element) ? $0 | 1 << Int64($1.offset) : $0 }
    }

    private static func kinds(_ bits: Int64) -> Set<SegmentKind> {
        Set(SegmentKind.all.enumerated().filter { bits & 1 << Int64($0.offset) != 0 }.map(\.element))
    }

    // MARK: What the catalog said

    /// Begins a session.
    static func begin(
        _ id: SessionID, titlesByThemselves: Int64, _ facts: SessionFacts, _ db: Database
    ) throws {
        var playing = Playing(opened: id.opened)
        playing.titlesByThemselves = titlesByThemselves
        (playing.headEnd, playing.tailStart) = (facts.headEnd, facts.tailStart)
        (playing.hasFacts, playing.hasChannels) = (!facts.isEmpty, facts.channels != nil)
        try save(playing, of: id.row, db)
        guard facts != SessionFacts() else { return }
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO sessionFacts VALUES (?, ?)")
            .execute(arguments: [id.row, Data(try CBOREncoder().encode(facts))])
    }

    static func facts(of session: Int64, _ db: Database) throws -> SessionFacts? {
        let statement = try db.cachedStatement(sql: "SELECT body FROM sessionFacts WHERE session = ?")
        return try Data.fetchOne(statement, arguments: [session]).map {
            try CBORDecoder().decode(SessionFacts.self, from: [UInt8]($0))
        }
    }

    /// How many titles have played by themselves on a profile's device until now.
    static func titlesByThemselves(of profile: Int64, on device: String, _ db: Database) throws -> Int64 {
        let statement = try db.cachedStatement(
            sql: """
                SELECT t.titles FROM viewing v JOIN session s ON s.row = v.session JOIN playing t ON t.session = v.session
                WHERE v.profile = ? AND s.device = ? ORDER BY v.opened DESC, v.session DESC LIMIT 1
                """)
        return try Int64.fetchOne(statement, arguments: [profile, device]) ?? 0
    }

    /// The milliseconds watched in a session; nil when it is from before they were counted.
    static func watched(in session: Int64, _ db: Database) throws -> Int64? {
        let statement = try db.cachedStatement(sql: "SELECT watched FROM playing WHERE session = ?")
        return try Int64.fetchOne(statement, arguments: [session])
    }

    /// The same of several sessions; nil when none was counted.
    static func watched(in sessions: [Int64], _ db: Database) throws -> Int64? {
        let counted = try sessions.compactMap { try watched(in: $0, db) }
        return counted.isEmpty ? nil : counted.reduce(0, +)
    }

    /// The title that was chosen to play after a session; nil before.
    static func chosen(after session: Int64, _ db: Database) throws -> ContentID? {
        let statement = try db.cachedStatement(sql: "SELECT chosen FROM playing WHERE session = ?")
        return try String.fetchOne(statement, arguments: [session]).map(ContentID.init(rawValue:))
    }

    static func choose(_ next: ContentID, after session: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE playing SET chosen = ? WHERE session = ?")
            .execute(arguments: [next.rawValue, session])
    }

    // MARK: Parts heard before

    static func heard(by profile: String, in work: String, _ db: Database) throws -> Set<SegmentKind> {
        let statement = try db.cachedStatement(sql: "SELECT kind FROM heard WHERE profile = ? AND work = ?")
        return Set(try String.fetchAll(statement, arguments: [profile, work]).map(SegmentKind.init(rawValue:)))
    }

    static func hear(_ kind: SegmentKind, by profile: String, in work: String, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO heard VALUES (?, ?, ?)")
            .execute(arguments: [profile, work, kind.rawValue])
    }

    /// A title's ID was replaced.
    static func merge(_ old: ContentID, into new: ContentID, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE OR REPLACE heard SET work = ? WHERE work = ?", arguments: [new.rawValue, old.rawValue])
    }

    /// Forgets what a profile has heard and chosen of a title or a series, with its history; nil: of all.
    static func forget(_ content: ContentID?, of profile: Int64, _ db: Database) throws {
        for table in ["heard", "trackChoice"] {
            try db.execute(
                sql: """
                    DELETE FROM \(table) WHERE profile = (SELECT id FROM profile WHERE row = ?1) AND (?2 IS NULL OR work = ?2)
                    """, arguments: [profile, content?.rawValue])
        }
    }

    /// Erases what a deleted profile has heard; its sessions take their rows with them.
    static func erase(_ profile: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM heard WHERE profile = ?", arguments: [profile])
    }
}
