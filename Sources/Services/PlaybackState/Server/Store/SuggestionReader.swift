internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI

/// What suggestions for a profile start from.
struct SuggestionReader: Sendable {
    /// The profile, and its row; nil before it has done anything.
    let profile: String
    let row: Int64?
    let visibility: Visibility

    /// What a profile has queued and excluded, and the titles that it watched last.
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

    /// Adds which of some titles the profile has watched or begun; a series by its episodes. Whatever the length of its
    /// history, only these are looked for.
    static func addHistory(of row: Int64, among cards: [Card], to rules: inout SuggestionRules, _ db: Database) throws {
        let contents = cards.map(\.id)
        let states = try WatchStateReader.watchStates(
            of: row, contents: contents, threshold: PlaybackLimits.watchedThreshold, db)
        rules.watched.formUnion(states.filter(\.value.isWatched).keys)
        let statement = try db.cachedStatement(
            sql: """
                SELECT n.value FROM json_each(?2) n WHERE EXISTS (
                    SELECT 1 FROM content c WHERE (c.id = n.value OR c.series = n.value) AND (
                        EXISTS (SELECT 1 FROM viewing v WHERE v.profile = ?1 AND v.content = c.row)
                        OR EXISTS (SELECT 1 FROM mark m WHERE m.profile = ?1 AND m.content = c.row AND m.watched > 0)))
                """)
        let begun = try String.fetchAll(statement, arguments: [row, try WatchStateReader.names(of: contents)])
        rules.begun.formUnion(begun.map(ContentID.init(rawValue:)))
    }

    /// The titles that were watched last: their genres, and those to look for similar ones of.
    private func addTastes(of row: Int64, to basis: inout Basis, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT c.id, c.series, c.card FROM latest t CROSS JOIN content c ON c.row = t.content
                WHERE t.profile = :profile AND c.gone = 0 AND \(Visibility.condition)
                ORDER BY t.stamp DESC, c.id LIMIT \(PlaybackLimits.suggestionTastes)
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
