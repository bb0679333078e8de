internal import CBOR
internal import CatalogAPI
internal import CatalogRecognition
internal import Foundation
internal import GRDB
internal import HearthModel

/// Explains why links belong to one title.
struct LinkExplanation {
    let item: String
    let card: Card
    let scope: ReadScope

    func decisions(_ links: [VariantReader.Link], _ db: Database) throws -> [Decision] {
        guard card.kind != .series else { return try [episodes(db)] + twins(db) }
        var decisions: [Decision] = []
        // Moved links have reasons of their own.
        let own = try self.own(db)
        if links.count > 1, own > 1 {
            decisions.append(Decision(about: "grouped", result: "\(own) links", reason: try reason(db)))
        }
        return try decisions + moved(db)
    }

    private var arguments: StatementArguments { StatementArguments(scope.arguments.merging(["item": item]) { $1 }) }

    /// The number of links that belong to this title without rules.
    private func own(_ db: Database) throws -> Int {
        let statement = try db.cachedStatement(
            sql: "SELECT count(*) FROM entry e WHERE e.item = :item AND \(ReadScope.holds("e")) AND ownItem IS NULL")
        return try Int.fetchOne(statement, arguments: arguments) ?? 0
    }

    private func reason(_ db: Database) throws -> String {
        switch card.kind {
        case .movie: return "they have the same title\(card.year == nil ? ", and none has a year" : " and year")"
        case .episode: return "they have the same series, season and number"
        default: break
        }
        let statement = try db.cachedStatement(
            sql:
                "SELECT DISTINCT e.guideID FROM entry e WHERE e.item = :item AND \(ReadScope.holds("e")) AND ownItem IS NULL"
        )
        let ids = try String?.fetchAll(statement, arguments: arguments).map { $0.flatMap { GuideID($0)?.normalized } }
        if let first = ids.first, let shared = first, ids.allSatisfy({ $0 == shared }) {
            return "they have the same guide id, \(shared)"
        }
        return "they have the same name and country"
    }

    /// The names in lists of the links that were moved here, with the reasons.
    private func moved(_ db: Database) throws -> [Decision] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT e.own, s.name, t.tmdb FROM entry e CROSS JOIN source s ON s.id = e.source
                LEFT JOIN twin t ON t.id IN (e.ownItem, e.ownSeries) AND t.successor IN (e.item, e.series)
                WHERE e.item = :item AND e.own IS NOT NULL AND \(ReadScope.holds("e")) ORDER BY e.row LIMIT \(Self.shownLinks)
                """)
        return try Row.fetchAll(statement, arguments: arguments).map { row in
            let own = try CBORDecoder().decode(EntryIdentity.self, from: [UInt8](row[0] as Data))
            let year = own.year.map { " (\($0))" } ?? ""
            return Decision(
                about: "grouped", result: "\(own.title)\(year) of \(row[1] as String)",
                reason: try (row[2] as Int64?).map { try isDuplicate($0, db) }
                    ?? "a person's correction has moved it here")
        }
    }

    private func isDuplicate(_ tmdbID: Int64, _ db: Database) throws -> String {
        guard tmdbID == DuplicateTitleTable.byName else { return "both are surely TMDB's number \(tmdbID)" }
        let statement = try db.cachedStatement(
            sql: """
                SELECT e.guideID FROM entry e WHERE e.item = :item AND \(ReadScope.holds("e")) AND ownItem IS NULL
                AND guideID IS NOT NULL LIMIT 1
                """)
        let guideID = try String.fetchOne(statement, arguments: arguments).flatMap { GuideID($0)?.normalized }
        return "in all lists only \(guideID ?? "this one") is called so"
    }

    /// The names in lists of the series whose episodes were moved to this one.
    private func twins(_ db: Database) throws -> [Decision] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT e.own FROM entry e WHERE e.ownSeries = :twin AND e.series = :item AND e.own IS NOT NULL
                AND \(ReadScope.holds("e")) LIMIT 1
                """)
        return try DuplicateTitleTable.of(item, db).compactMap { twin in
            let arguments = StatementArguments(scope.arguments.merging(["item": item, "twin": twin.id]) { $1 })
            guard let own = try Data.fetchOne(statement, arguments: arguments) else { return nil }
            let said = try CBORDecoder().decode(EntryIdentity.self, from: [UInt8](own))
            return Decision(
                about: "grouped", result: "the series \(said.seriesTitle ?? "")",
                reason: try isDuplicate(twin.tmdbID, db))
        }
    }

    private static let shownLinks = 20

    /// The explanation of a series, from its episodes.
    private func episodes(_ db: Database) throws -> Decision {
        let statement = try db.cachedStatement(
            sql: """
                SELECT count(*), count(DISTINCT i.season) FROM item i WHERE i.series = :item AND \(ReadScope.sees("i"))
                """)
        let row = try Row.fetchOne(statement, arguments: arguments)
        let (count, seasons): (Int, Int) = (row?[0] ?? 0, row?[1] ?? 0)
        return Decision(
            about: "grouped", result: "\(count) episodes in \(seasons) seasons",
            reason: "their titles name the same series, and its year where they name one")
    }
}

/// The audience of a title.
struct AudienceExplanation {
    private let card: Card

    init(_ card: Card) { self.card = card }

    var decision: Decision {
        func isSeen(_ policy: ViewingPolicy) -> Bool { policy.allows(card) }
        var hidden: [String] = []
        if !isSeen(.kids(seesUnrated: true)) {
            hidden.append("kids' profiles")
        } else if !isSeen(.kids(seesUnrated: false)) {
            hidden.append("kids' profiles where the household hides what has no rating")
        }
        if !isSeen(.hidingAdult) { hidden.append("profiles that hide adult content") }
        let rating = card.rating == .unrated ? "it has no rating" : "it is rated \(card.rating.rawValue)"
        return Decision(
            about: "hidden", result: hidden.isEmpty ? "from no profile" : "from " + hidden.joined(separator: " and "),
            reason: rating + (card.isAdult ? " and marked adult" : ""))
    }
}
