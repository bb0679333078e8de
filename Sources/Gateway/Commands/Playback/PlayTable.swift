internal import HearthModel
internal import PlaybackStateAPI

/// Plays as CSV (RFC 4180) with a heading; semicolons and tabs may stand for the commas.
enum PlayTable {
    /// The names of columns, of this suite and of common exports.
    private static let columns: [String: Column] = [
        "watched_at": .watched, "watched": .watched, "last_watched_at": .watched, "date": .watched,
        "id": .content, "content": .content, "tmdb": .tmdb, "tmdb_id": .tmdb, "show_tmdb_id": .tmdb,
        "movie_tmdb_id": .tmdb, "imdb": .imdb, "imdb_id": .imdb, "show_imdb_id": .imdb, "movie_imdb_id": .imdb,
        "title": .title, "name": .title, "season": .season, "season_number": .season, "episode": .episode,
        "episode_number": .episode,
    ]

    private enum Column: Hashable { case watched, content, tmdb, imdb, title, season, episode }

    /// The plays of a table; nil when its heading has no time, or nothing that names a title.
    static func plays(in text: String) -> [ImportedPlay]? {
        let heading = text.prefix { !$0.isNewline }
        let separator = [Character(","), ";", "\t"].max { left, right in
            heading.count { $0 == left } < heading.count { $0 == right }
        }
        var rows = rows(of: text, separator ?? ",")
        guard !rows.isEmpty else { return nil }
        let names = rows.removeFirst().map { name in
            columns[name.trimmingBlanks.lowercased().filter { $0 != "\u{feff}" }.replacing(" ", with: "_")]
        }
        let known = Set(names.compactMap(\.self))
        guard known.contains(.watched), !known.isDisjoint(with: [.content, .tmdb, .imdb]) else { return nil }
        return rows.map { row in
            var cells: [Column: String] = [:]
            for (name, cell) in zip(names, row) {
                let cell = cell.trimmingBlanks
                // Of several columns of one meaning the first that holds something counts.
                if let name, !cell.isEmpty, cells[name] == nil { cells[name] = cell }
            }
            return ImportedPlay(
                watched: cells[.watched] ?? "", content: cells[.content].map(ContentID.init(rawValue:)),
                tmdbID: cells[.tmdb].flatMap { Int64($0) }, imdbID: cells[.imdb], title: cells[.title],
                season: cells[.season].flatMap { Int32($0) }, episode: cells[.episode].flatMap { Int32($0) })
        }
    }

    /// The cells of a table's rows; empty lines are left out.
    private static func rows(of text: String, _ separator: Character) -> [[String]] {
        var (rows, row, cell, isQuoted): ([[String]], [String], String, Bool) = ([], [], "", false)
        var (characters, waiting) = (text.makeIterator(), Character?.none)
        func endRow() {
            row.append(cell)
            if row != [""] { rows.append(row) }
            (row, cell) = ([], "")
        }
        while let character = waiting ?? characters.next() {
            waiting = nil
            if isQuoted {
                guard character == "\"" else {
                    cell.append(character)
                    continue
                }
                let next = characters.next()
                if next == "\"" { cell.append("\"") } else { (isQuoted, waiting) = (false, next) }
            } else if character == "\"", cell.isEmpty {
                isQuoted = true
            } else if character == separator {
                row.append(cell)
                cell = ""
            } else if character.isNewline {
                endRow()
            } else {
                cell.append(character)
            }
        }
        if !cell.isEmpty || !row.isEmpty { endRow() }
        return rows
    }
}

extension String {
    /// Without spaces around it.
    fileprivate var trimmingBlanks: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
