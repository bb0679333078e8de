internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI

/// What suggestions for a profile start from.
struct SuggestionReader: Sendable {
    /// The profile, and its row; nil before it has done anything.
    let profile: String
    let row: Int64?
    let visibility: Visibility

    /// What a profile has watched, queued and excluded, and the titles that it watched last.
    struct Basis: Sendable {
        var rules = SuggestionRules()
        /// The films and series that it watched last, the latest first.
        var seeds: [ContentID] = []
        /// The series in progress; see ``ContinueReader``.
        var series: [ContinueReader.Found] = []
    }

    func run(_ db: Database) throws -> Basis {
        var basis = Basis()
        basis.rules.never = try NeverSuggestedTable.ids(of: profile, db)
        guard let row else { return basis }
        try addQueue(of: row, to: &basis, db)
        try addHistory(of: row, to: &basis, db)
        try addTastes(of: row, to: &basis, db)
        let reader = ContinueReader(
            profile: row, visibility: visibility, threshold: PlaybackLimits.watchedThreshold,
            limit: PlaybackLimits.nextSeries)
        let rules = basis.rules
        basis.series = try reader.run(db).filter { found in
            guard let series = found.series else { return false }
            return ![rules.never, rules.queued, rules.queuedSeries].contains { $0.contains(series) }
        }
        return basis
    }

    private func addQueue(of row: Int64, to basis: inout Basis, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "SELECT c.id, c.series FROM queued q JOIN content c ON c.row = q.content WHERE q.profile = ?")
        for entry in try Row.fetchAll(statement, arguments: [row]) {
            basis.rules.queued.insert(ContentID(rawValue: entry[0]))
            if let series = entry[1] as String? { basis.rules.queuedSeries.insert(ContentID(rawValue: series)) }
        }
    }

    private func addHistory(of row: Int64, to basis: inout Basis, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT c.row, c.id, c.series FROM content c WHERE c.row IN (
                    SELECT content FROM viewing WHERE profile = ?1
                    UNION SELECT content FROM mark WHERE profile = ?1 AND watched > 0)
                """)
        for entry in try Row.fetchAll(statement, arguments: [row]) {
            let id = ContentID(rawValue: entry[1])
            basis.rules.begun.insert(id)
            if let series = entry[2] as String? { basis.rules.begun.insert(ContentID(rawValue: series)) }
            if try WatchStateReader.watchState(of: row, content: entry[0], db).isWatched {
                basis.rules.watched.insert(id)
            }
        }
    }

    /// The titles that were watched last: their genres, and those to look for similar ones of.
    private func addTastes(of row: Int64, to basis: inout Basis, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT c.id, c.series, c.card FROM (
                    SELECT v.content, p.stamp FROM viewing v JOIN point p ON p.session = v.session
                    WHERE v.profile = :profile AND p.stamp > 0 AND p.percent = 1
                    UNION ALL SELECT content, watched FROM mark WHERE profile = :profile AND watched > 0) t
                JOIN content c ON c.row = t.content
                WHERE c.gone = 0 AND \(Visibility.condition)
                GROUP BY t.content ORDER BY max(t.stamp) DESC, c.id LIMIT \(PlaybackLimits.suggestionTastes)
                """)
        let arguments = visibility.arguments.merging(["profile": row]) { $1 }
        for entry in try Row.fetchAll(statement, arguments: StatementArguments(arguments)) {
            let seed = ContentID(rawValue: entry[1] as String? ?? entry[0])
            if basis.seeds.count < PlaybackLimits.suggestionSeeds, !basis.seeds.contains(seed) {
                basis.seeds.append(seed)
            }
            for genre in Set(try ContentTable.decode(entry[2])?.genres ?? []) {
                basis.rules.genres[genre, default: 0] += 1
            }
        }
    }
}

extension ContinueReader.Found {
    /// The series to go on with; nil for a film.
    var series: ContentID? {
        switch self {
        case .begun(let entry): entry.card?.series
        case .finished(let seed): seed.series
        }
    }
}
