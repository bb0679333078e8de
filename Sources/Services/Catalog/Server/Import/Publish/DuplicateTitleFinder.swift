internal import CatalogRecognition
internal import GRDB
internal import HearthModel
internal import ServiceKit
internal import TextFolding

/// Finds titles with the same TMDB match, and merges them: "Gladiator" and "Gladiator (2000)".
///
/// Both matches must be certain, as a wrong one would merge two films; and a title's lists must have no year more than
/// one off. So remakes stay apart, and so does a name without a year that several films have.
struct DuplicateTitleFinder {
    let context: JobContext
    let generation: Int64

    /// Stages the duplicates of titles with new metadata.
    ///
    /// - Returns: the titles whose links change.
    func run(_ learned: [String]) async throws -> TouchedTitles {
        let (numbers, said) = try await context.read { db in
            (try Self.numbers(of: learned, db), try CorrectionRules.load(db).twins)
        }
        let joined = try await context.steps(from: [String](), each: numbers) { [generation] db, number, joined in
            for twin in try number.twins(said, generation: generation, db) {
                guard try DuplicateTitleTable.count(db) < DuplicateTitleTable.maximumCount else { return }
                try DuplicateTitleTable.put(twin, db)
                joined.append(twin.id)
            }
        }
        guard !joined.isEmpty else { return TouchedTitles() }
        let rules = try await context.read { try CorrectionRules.loadAll($0) }
        let reassignment = Reassignment(context: context, generation: generation, rules: rules)
        let outcome = try await reassignment.run(joined)
        try await reassignment.rename(outcome.moves, reason: AliasTable.byNumber)
        return outcome.touched
    }

    /// The TMDB ids of some titles, each with those of them that certainly match it.
    private static func numbers(of titles: [String], _ db: Database) throws -> [DuplicateCandidates] {
        var found: [DuplicateCandidates.Key: [String]] = [:]
        for id in Set(titles) {
            guard let kind = DerivedID(id)?.kind, kind == .movie || kind == .series,
                let learned = try MetadataTitleTable.find(id, db), learned.certainty == .certain
            else { continue }
            found[.init(isSeries: kind == .series, tmdbID: learned.tmdbID), default: []].append(id)
        }
        return found.map { DuplicateCandidates(key: $0.key, learned: $0.value) }.sorted {
            ($0.key.tmdbID, $0.key.isSeries ? 1 : 0) < ($1.key.tmdbID, $1.key.isSeries ? 1 : 0)
        }
    }
}

/// A TMDB title, and the library's titles that may match it.
private struct DuplicateCandidates: Sendable {
    struct Key: Hashable, Sendable {
        var isSeries: Bool
        var tmdbID: Int64
    }

    let key: Key
    /// Those with new metadata.
    let learned: [String]

    /// The titles that are duplicates of another one.
    ///
    /// - Parameter said: the rules by corrections.
    func twins(_ said: DuplicateTitleRules, generation: Int64, _ db: Database) throws -> [DuplicateTitleTable.Twin] {
        let members = try Set(learned + published(db)).compactMap { try member($0, said, generation, db) }
        guard members.count > 1, let main = members.filter({ !said.isClosed($0.id) }).min(by: { $0.order < $1.order })
        else { return [] }
        return members.filter { said.allows($0.id, into: main.id, tmdbID: key.tmdbID) }.map(\.id).sorted().map {
            DuplicateTitleTable.Twin(id: $0, successor: main.id, tmdbID: key.tmdbID)
        }
    }

    /// Those published with this TMDB match.
    private func published(_ db: Database) throws -> [String] {
        let kind = key.isSeries ? KindBit.series : KindBit.movie
        let statement = try db.cachedStatement(
            sql: """
                SELECT i.id FROM itemText t INDEXED BY itemText_by_tmdb CROSS JOIN item i ON i.row = t.row
                WHERE t.tmdb = ? AND i.kind = ? AND i.died = \(Generation.never)
                """)
        return try String.fetchAll(statement, arguments: [key.tmdbID, kind])
    }

    private struct Member {
        var id: String
        /// The title with the smallest order is the successor of the others.
        var order: Order
    }

    /// By corrections first, then by TMDB's year in its lists, then by name.
    private struct Order: Comparable {
        var (said, hasYear, hasName, id): (Int, Bool, Bool, String)

        static func < (left: Order, right: Order) -> Bool {
            func weight(_ order: Order) -> Int {
                -4 * order.said + (order.hasYear ? 0 : 2) + (order.hasName ? 0 : 1)
            }
            return (weight(left), left.id) < (weight(right), right.id)
        }
    }

    /// nil for a title that does not certainly match, or does not exist.
    private func member(
        _ id: String, _ said: DuplicateTitleRules, _ generation: Int64, _ db: Database
    ) throws -> Member? {
        guard let learned = try MetadataTitleTable.find(id, db), learned.tmdbID == key.tmdbID,
            learned.certainty == .certain,
            let item = try TitleStore.current(id, generation: generation, db), item.lost == Generation.never
        else { return nil }
        let years = try years(of: id, db)
        // A correction of the number takes precedence over a list's year.
        guard
            said.isNumbered(id, key.tmdbID)
                || years.allSatisfy({ year in learned.year.map { abs($0 - year) <= 1 } ?? false })
        else { return nil }
        let titles = try db.cachedStatement(sql: "SELECT title FROM itemText WHERE row = ?")
        let title = FoldedText(try String.fetchOne(titles, arguments: [item.row]) ?? "").compact
        let names = [learned.name, learned.originalTitle].compactMap(\.self).map { FoldedText($0).compact }
        let order = Order(
            said: said.weight(of: id), hasYear: learned.year.map(years.contains) ?? false,
            hasName: names.contains(title), id: id)
        return Member(id: id, order: order)
    }

    /// The years of a title in lists.
    private func years(of id: String, _ db: Database) throws -> Set<Int64> {
        let statement = try db.cachedStatement(
            sql: """
                SELECT DISTINCT year FROM entry WHERE \(key.isSeries ? "series" : "item") = ? AND year IS NOT NULL
                AND died = \(Generation.never)
                """)
        return try Int64.fetchSet(statement, arguments: [id])
    }
}
