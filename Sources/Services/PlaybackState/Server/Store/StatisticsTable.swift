internal import GRDB

/// The sums of statistics, by day of the household, and what is collected for them beside the sessions.
enum StatisticsTable {
    /// The tables.
    static let creation = [
        // Up to which report a session was counted, its player then, and the milliseconds that are not in the sums of
        // `day` yet. `nextDay` is the end of that day in milliseconds since 1970; `played`: it is in the sums.
        """
        CREATE TABLE tally (
            session INTEGER PRIMARY KEY REFERENCES point (session) ON DELETE CASCADE,
            stamp INTEGER NOT NULL,
            position REAL NOT NULL,
            state INTEGER NOT NULL,
            stalledSince INTEGER NOT NULL,
            hasPlayed INTEGER NOT NULL,
            day INTEGER NOT NULL,
            nextDay INTEGER NOT NULL,
            pending INTEGER NOT NULL,
            played INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE INDEX tallyPending ON tally (session) WHERE pending > 0",
        // Of a title that is in the profile's history only.
        """
        CREATE TABLE watchedDay (
            profile INTEGER NOT NULL REFERENCES profile (row) ON DELETE CASCADE,
            day INTEGER NOT NULL,
            content INTEGER NOT NULL REFERENCES content (row) ON DELETE CASCADE,
            milliseconds INTEGER NOT NULL,
            plays INTEGER NOT NULL,
            PRIMARY KEY (profile, day, content)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX watchedDayByContent ON watchedDay (content)",
        // Of links, without profiles: milliseconds that were watched, and the waits for data.
        """
        CREATE TABLE linkDay (
            content INTEGER NOT NULL REFERENCES content (row) ON DELETE CASCADE,
            variant TEXT NOT NULL,
            day INTEGER NOT NULL,
            watched INTEGER NOT NULL,
            events INTEGER NOT NULL,
            stalled INTEGER NOT NULL,
            PRIMARY KEY (content, variant, day)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX linkDayByDay ON linkDay (day)",
        // Single waits for data: when they ended, and how long they were, in milliseconds.
        """
        CREATE TABLE bufferingEvent (
            row INTEGER PRIMARY KEY,
            ended INTEGER NOT NULL,
            content INTEGER NOT NULL REFERENCES content (row) ON DELETE CASCADE,
            variant TEXT NOT NULL,
            milliseconds INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE INDEX bufferingEventByTime ON bufferingEvent (ended)",
        "CREATE INDEX bufferingEventByContent ON bufferingEvent (content)",
    ]

    /// What a session has been counted for.
    struct Tally: Sendable, Hashable {
        let session: Int64
        var stamp: HybridTimestamp
        var moment: WatchStep.Moment
        /// The day of ``pending``.
        var day: Int64 = 0
        var nextDay: Int64 = 0
        /// Milliseconds that are not in the sums yet.
        var pending: Int64 = 0
        /// Whether the session is in the sums.
        var isCounted = false

        /// A session without reports.
        init(session: Int64, opened: HybridTimestamp) {
            self.init(
                session: session, stamp: opened, moment: WatchStep.Moment(time: opened.milliseconds, position: 0))
        }

        init(session: Int64, stamp: HybridTimestamp, moment: WatchStep.Moment) {
            (self.session, self.stamp, self.moment) = (session, stamp, moment)
        }
    }

    static func tally(of session: Int64, _ db: Database) throws -> Tally? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT stamp, position, state, stalledSince, hasPlayed, day, nextDay, pending, played FROM tally
                WHERE session = ?
                """)
        guard let row = try Row.fetchOne(statement, arguments: [session]) else { return nil }
        let stamp = HybridTimestamp(rawValue: row[0])
        var tally = Tally(
            session: session, stamp: stamp,
            moment: WatchStep.Moment(
                time: stamp.milliseconds, position: row[1], state: PlayerState(rawValue: row[2]), stalledSince: row[3],
                hasPlayed: row[4]))
        (tally.day, tally.nextDay, tally.pending, tally.isCounted) = (row[5], row[6], row[7], row[8])
        return tally
    }

    static func put(_ tally: Tally, _ db: Database) throws {
        let moment = tally.moment
        try db.cachedStatement(
            sql: """
                INSERT INTO tally VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT DO UPDATE SET stamp = ?2,
                    position = ?3, state = ?4, stalledSince = ?5, hasPlayed = ?6, day = ?7, nextDay = ?8, pending = ?9,
                    played = ?10
                """
        ).execute(arguments: [
            tally.session, tally.stamp.rawValue, moment.position, (moment.state ?? .playing).rawValue,
            moment.stalledSince, moment.hasPlayed, tally.day, tally.nextDay, tally.pending, tally.isCounted,
        ])
    }

    /// Adds what was collected of a session to the sums of its viewers and of its link.
    static func flush(_ tally: inout Tally, _ db: Database) throws {
        guard tally.pending > 0 else { return }
        try db.cachedStatement(
            sql: """
                INSERT INTO watchedDay SELECT profile, ?2, content, ?3, ?4 FROM viewing WHERE session = ?1
                \(addWatched)
                """
        ).execute(arguments: [tally.session, tally.day, tally.pending, tally.isCounted ? 0 : 1])
        try addToLink(tally, watched: tally.pending, events: 0, stalled: 0, db)
        (tally.pending, tally.isCounted) = (0, true)
    }

    /// Adds a wait for data, and removes those that are too old.
    static func addStall(_ milliseconds: Int64, _ tally: Tally, _ db: Database) throws {
        try addToLink(tally, watched: 0, events: 1, stalled: milliseconds, db)
        try db.cachedStatement(
            sql: """
                INSERT INTO bufferingEvent (ended, content, variant, milliseconds)
                SELECT ?2, content, variant, ?3 FROM session WHERE row = ?1 AND NOT \(isCompanion)
                """
        ).execute(arguments: [tally.session, tally.moment.time, milliseconds])
        try sweepEvents(at: tally.moment.time, db)
    }

    /// A link counts once, however many have joined its session.
    private static let isCompanion = "EXISTS (SELECT 1 FROM companion WHERE session = ?1)"

    private static func addToLink(
        _ tally: Tally, watched: Int64, events: Int64, stalled: Int64, _ db: Database
    ) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO linkDay SELECT content, variant, ?2, ?3, ?4, ?5 FROM session
                WHERE row = ?1 AND NOT \(isCompanion)
                \(addLink)
                """
        ).execute(arguments: [tally.session, tally.day, watched, events, stalled])
    }

    // MARK: Removal

    /// Removes the sums of titles that are no longer in a profile's history, and those of links that are in none.
    static func forget(_ contents: some Sequence<Int64>, of profile: Int64, _ db: Database) throws {
        let own = try db.cachedStatement(
            sql: """
                DELETE FROM watchedDay WHERE content = ?1 AND profile = ?2 AND NOT EXISTS (
                    SELECT 1 FROM viewing WHERE content = ?1 AND profile = ?2)
                """)
        for content in contents {
            try own.execute(arguments: [content, profile])
            for table in ["linkDay", "bufferingEvent"] {
                try db.cachedStatement(
                    sql: """
                        DELETE FROM \(table) WHERE content = ?1
                        AND NOT EXISTS (SELECT 1 FROM viewing WHERE content = ?1)
                        """
                ).execute(arguments: [content])
            }
        }
    }

    /// Moves the sums of a title whose id was replaced to its successor.
    static func merge(_ old: Int64, into new: Int64, _ db: Database) throws {
        let moves = [
            "INSERT INTO watchedDay SELECT profile, day, ?2, milliseconds, plays FROM watchedDay WHERE content = ?1 \(addWatched)",
            "DELETE FROM watchedDay WHERE content = ?1 AND ?2 = ?2",
            "INSERT INTO linkDay SELECT ?2, variant, day, watched, events, stalled FROM linkDay WHERE content = ?1 \(addLink)",
            "DELETE FROM linkDay WHERE content = ?1 AND ?2 = ?2",
            "UPDATE bufferingEvent SET content = ?2 WHERE content = ?1",
        ]
        for sql in moves { try db.execute(sql: sql, arguments: [old, new]) }
    }

    /// Moves the sums of those who have no session of a title any longer to the title that has their sessions now.
    static func follow(from old: Int64, to new: Int64, _ db: Database) throws {
        let own =
            "content = ?1 AND NOT EXISTS (SELECT 1 FROM viewing v WHERE v.profile = watchedDay.profile AND v.content = ?1)"
        let link = "content = ?1 AND NOT EXISTS (SELECT 1 FROM viewing WHERE content = ?1)"
        let moves = [
            "INSERT INTO watchedDay SELECT profile, day, ?2, milliseconds, plays FROM watchedDay WHERE \(own) \(addWatched)",
            "DELETE FROM watchedDay WHERE \(own) AND ?2 = ?2",
            "INSERT INTO linkDay SELECT ?2, variant, day, watched, events, stalled FROM linkDay WHERE \(link) \(addLink)",
            "DELETE FROM linkDay WHERE \(link) AND ?2 = ?2",
            "UPDATE bufferingEvent SET content = ?2 WHERE \(link)",
        ]
        for sql in moves { try db.execute(sql: sql, arguments: [old, new]) }
    }

    private static let addWatched = """
        ON CONFLICT DO UPDATE SET milliseconds = milliseconds + excluded.milliseconds, plays = plays + excluded.plays
        """
    private static let addLink = """
        ON CONFLICT DO UPDATE SET watched = watched + excluded.watched, events = events + excluded.events,
            stalled = stalled + excluded.stalled
        """

    /// Adds what sessions that are over have left, and removes what is too old.
    static func sweep(at now: Int64, _ db: Database) throws {
        let left = try Int64.fetchAll(
            db,
            sql: """
                SELECT t.session FROM tally t JOIN point p ON p.session = t.session WHERE t.pending > 0 AND p.ended = 1
                """)
        for session in left {
            guard var tally = try tally(of: session, db) else { continue }
            try flush(&tally, db)
            try put(tally, db)
        }
        try sweepEvents(at: now, db)
        let first = try ScreenTimeTable.calendar(db).day(at: now) - PlaybackLimits.statisticsDays
        for table in ["watchedDay", "linkDay", "discoveryDay"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE day < ?", arguments: [first])
        }
    }

    private static func sweepEvents(at now: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM bufferingEvent WHERE ended < ?")
            .execute(arguments: [now - PlaybackLimits.bufferingEventDays * 86_400_000])
    }
}
