internal import GRDB

/// Writes titles: their narrow row, what is shown of them, the full-text index and the groups, always together.
enum ItemStore {
    /// What is known of a title's current row.
    struct Current {
        var row: Int64
        var born: Int64
        var added: Int64
        var lost: Int64
        var fingerprint: Int64
        var cardBorn: Int64
    }

    /// The row of a title that is not ending in a generation; nil when there is none.
    static func current(_ id: String, generation: Int64, _ db: Database) throws -> Current? {
        let statement = try db.cachedStatement(
            sql:
                "SELECT row, born, added, lost, fingerprint, cardBorn FROM item WHERE id = ? AND died > ? ORDER BY born DESC LIMIT 1"
        )
        return try Row.fetchOne(statement, arguments: [id, generation]).map {
            Current(row: $0[0], born: $0[1], added: $0[2], lost: $0[3], fingerprint: $0[4], cardBorn: $0[5])
        }
    }

    /// Writes a title under a generation.
    ///
    /// - Parameters:
    ///   - cardBorn: since which generation its card is the one that it has now.
    ///   - groups: the ids of its groups.
    static func insert(
        _ draft: ItemDraft, added: Int64, lost: Int64, cardBorn: Int64, groups: [Int64], generation: Int64,
        _ db: Database
    ) throws {
        let narrow = try db.cachedStatement(
            sql: """
                INSERT INTO item (
                    born, died, audience, kind, genres, year, added, number, lost, id, sortTitle, fingerprint, series,
                    season, episode, cardBorn, minutes, score, popularity, qualities, languages
                ) VALUES (?, \(Generation.never), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try narrow.execute(arguments: [
            generation, draft.audience, draft.kind, draft.genres, draft.year, added, draft.number, lost, draft.id,
            draft.sortTitle, draft.fingerprint, draft.series, draft.season, draft.episode, cardBorn,
            draft.minutes ?? 0, draft.score.map { Int64(($0 * 10).rounded()) } ?? 0, draft.popularity,
            draft.qualities, draft.languages,
        ])
        let row = db.lastInsertedRowID
        let wide = try db.cachedStatement(
            sql: """
                INSERT INTO itemText (
                    row, title, keywords, overview, groups, poster, number, country, language, certification, minutes,
                    released, score, tmdb, imdb
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try wide.execute(arguments: [
            row, draft.title, draft.keywords, draft.overview,
            draft.groups.isEmpty ? nil : draft.groups.joined(separator: "\n"), draft.poster, draft.numberText,
            draft.country, draft.language, draft.certification, draft.minutes, draft.releaseDate, draft.score,
            draft.tmdbID, draft.imdbID,
        ])
        let search = try db.cachedStatement(
            sql: "INSERT INTO itemSearch (rowid, title, keywords, overview) VALUES (?, ?, ?, ?)")
        try search.execute(arguments: [row, draft.title, draft.keywords, draft.overview])
        for group in groups {
            let membership = try db.cachedStatement(sql: "INSERT INTO membership (groupID, row) VALUES (?, ?)")
            try membership.execute(arguments: [group, row])
        }
    }

    /// Ends a row with the generation before this one.
    static func end(_ row: Int64, generation: Int64, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "UPDATE item SET died = ? WHERE row = ?")
        try statement.execute(arguments: [generation, row])
    }

    /// Notes from which generation on no source has the title any more; ``Generation/never`` when one has.
    static func setLost(_ row: Int64, _ lost: Int64, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "UPDATE item SET lost = ? WHERE row = ?")
        try statement.execute(arguments: [lost, row])
    }

    /// Removes a row with everything that belongs to it.
    static func delete(_ row: Int64, _ db: Database) throws {
        let texts = try db.cachedStatement(sql: "SELECT title, keywords, overview FROM itemText WHERE row = ?")
        if let text = try Row.fetchOne(texts, arguments: [row]) {
            // The index keeps no copy of the text, so it must be told again what to forget.
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
