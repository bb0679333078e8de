internal import GRDB

/// Writes titles: their narrow row, the displayed columns, the full-text index and the groups, always together.
enum TitleStore {
    /// A title's current row.
    struct Current {
        var row: Int64
        var born: Int64
        var added: Int64
        var lost: Int64
        var fingerprint: Int64
        var cardBorn: Int64
        /// Its audience with its rule sets.
        var audience: Int64
    }

    /// The row of a title that does not end in a generation; nil when there is none.
    static func current(_ id: String, generation: Int64, _ db: Database) throws -> Current? {
        var item = try PositionalStatement(
            db,
            "SELECT row, born, added, lost, fingerprint, cardBorn, audience FROM item WHERE id = ? AND died > ? ORDER BY born DESC LIMIT 1"
        )
        item.bind(id)
        item.bind(generation)
        guard try item.step() else { return nil }
        return Current(
            row: item[0], born: item[1], added: item[2], lost: item[3], fingerprint: item[4], cardBorn: item[5],
            audience: item[6])
    }

    /// Writes a title in a generation.
    ///
    /// - Parameters:
    ///   - cardBorn: the generation since which it has its present card.
    ///   - groups: the ids of its groups.
    static func insert(
        _ draft: TitleDraft, added: Int64, lost: Int64, cardBorn: Int64, groups: [Int64], generation: Int64,
        _ db: Database
    ) throws {
        var narrow = try PositionalStatement(
            db,
            """
            INSERT INTO item (
                born, died, audience, kind, genres, year, added, number, lost, id, sortTitle, fingerprint, series,
                season, episode, cardBorn, minutes, score, popularity, qualities, languages, providers,
                released, isRadio
            ) VALUES (?, \(Generation.never), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        for value in [generation, draft.audience, draft.kind, draft.genres, draft.year, added, draft.number, lost] {
            narrow.bind(value)
        }
        narrow.bind(draft.id)
        narrow.bind(draft.sortTitle)
        narrow.bind(draft.fingerprint)
        narrow.bind(draft.series)
        for value in [draft.season, draft.episode, cardBorn, draft.minutes ?? 0] { narrow.bind(value) }
        narrow.bind(draft.score.map { Int64(($0 * 10).rounded()) } ?? 0)
        narrow.bind(draft.popularity)
        narrow.bind(draft.qualities)
        narrow.bind(draft.languages)
        narrow.bind(draft.providers)
        narrow.bind(draft.released)
        narrow.bind(Int64(draft.isRadio ? 1 : 0))
        try narrow.run()
        let row = db.lastInsertedRowID
        try insertText(of: draft, row, db)
        for group in groups {
            var membership = try PositionalStatement(db, "INSERT INTO membership (groupID, row) VALUES (?, ?)")
            membership.bind(group)
            membership.bind(row)
            try membership.run()
        }
    }

    /// Writes a title's displayed columns, and its search terms.
    private static func insertText(of draft: TitleDraft, _ row: Int64, _ db: Database) throws {
        var wide = try PositionalStatement(
            db,
            """
            INSERT INTO itemText (
                row, title, keywords, overview, groups, poster, number, country, language, certification, minutes,
                released, score, tmdb, imdb, seriesTitle
            ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        wide.bind(row)
        for text in [draft.title, draft.keywords, draft.overview] { wide.bind(text) }
        wide.bind(draft.groups.isEmpty ? nil : draft.groups.joined(separator: "\n"))
        for text in [draft.poster, draft.numberText, draft.country, draft.language, draft.certification] {
            wide.bind(text)
        }
        wide.bind(draft.minutes)
        wide.bind(draft.releaseDate)
        wide.bind(draft.score)
        wide.bind(draft.tmdbID)
        wide.bind(draft.imdbID)
        wide.bind(draft.seriesTitle)
        try wide.run()
        var search = try PositionalStatement(
            db, "INSERT INTO itemSearch (rowid, title, keywords, overview) VALUES (?, ?, ?, ?)")
        search.bind(row)
        for text in [draft.title, draft.keywords, draft.overview] { search.bind(text) }
        try search.run()
    }

    /// Ends a row with the generation before this one.
    static func end(_ row: Int64, generation: Int64, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "UPDATE item SET died = ? WHERE row = ?")
        try statement.execute(arguments: [generation, row])
    }

    /// Sets the generation from which on every source has lost the title; ``Generation/never`` when one has it.
    static func setLost(_ row: Int64, _ lost: Int64, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "UPDATE item SET lost = ? WHERE row = ?")
        try statement.execute(arguments: [lost, row])
    }

    /// Deletes a row with all its dependent rows.
    static func delete(_ row: Int64, _ db: Database) throws {
        let texts = try db.cachedStatement(sql: "SELECT title, keywords, overview FROM itemText WHERE row = ?")
        if let text = try Row.fetchOne(texts, arguments: [row]) {
            // The index stores no copy of the text, so the deletion has to pass it.
            let forget = try db.cachedStatement(
                sql: """
                    INSERT INTO itemSearch (itemSearch, rowid, title, keywords, overview) VALUES ('delete', ?, ?, ?, ?)
                    """)
            try forget.execute(arguments: [row, text[0] as String, text[1] as String, text[2] as String])
        }
        for sql in [
            "DELETE FROM itemText WHERE row = ?", "DELETE FROM membership WHERE row = ?",
            "DELETE FROM item WHERE row = ?",
        ] {
            try db.cachedStatement(sql: sql).execute(arguments: [row])
        }
    }
}
