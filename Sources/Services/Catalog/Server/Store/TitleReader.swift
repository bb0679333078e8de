internal import CatalogAPI
internal import GRDB
internal import Household
internal import RPC

/// Answers what is asked of one title.
struct TitleReader: Sendable {
    private let id: String
    private let policy: ViewingPolicy

    /// Checks an id.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT when it cannot be one.
    init(_ id: ContentID, policy: ViewingPolicy, field: String = "id") throws {
        guard id.isWellFormed else { throw RPCError.invalidArgument(field, "not a content id") }
        self.id = id.rawValue
        self.policy = policy
    }

    /// Why a title is not answered: it says the same of what is forbidden and of what never was.
    static var notFound: RPCError { RPCError(.notFound, "There is no such title.") }

    private func find(_ db: Database) throws -> (lens: Lens, found: CardReader.Found) {
        let lens = try Lens(db, policy: policy)
        guard let found = try CardReader.find(id, db, lens) else { throw Self.notFound }
        return (lens, found)
    }

    /// Answers ``Catalog/GetTitle``.
    func title(_ db: Database) throws -> Title {
        let (lens, found) = try find(db)
        var title = Title(card: found.card)
        title.isStale = found.isStale
        title.number = found.number
        let statement = try db.cachedStatement(
            sql: "SELECT overview, groups, country, language, certification FROM itemText WHERE row = ?")
        if let row = try Row.fetchOne(statement, arguments: [found.row]) {
            let overview: String = row[0]
            title.overview = overview.isEmpty ? nil : overview
            title.groups = (row[1] as String?)?.split(separator: "\n").map(String.init) ?? []
            title.country = row[2]
            title.language = row[3]
            title.certification = row[4]
        }
        title.metadata = try LearnedTable.find(found.card.id.rawValue, db).map(TitleMetadata.init)
        title.variants = try VariantReader.links(of: found.card.id.rawValue, db, lens).map(\.variant)
        return title
    }

    /// Answers ``Catalog/ResolveStream``.
    ///
    /// - Parameter now: seconds since 1970.
    func stream(variant: String?, now: Int64, _ db: Database) throws -> ResolvedStream {
        let (lens, found) = try find(db)
        if found.card.kind == .channel, try isForbidden(now: now, found, db, lens) {
            throw RPCError(.notFound, "Nothing that may be seen is on this channel now.")
        }
        let links = try VariantReader.links(of: found.card.id.rawValue, db, lens)
        let wanted = variant == nil ? links.first : links.first { $0.variant.id == variant }
        guard let link = wanted else { throw RPCError(.notFound, "The title has no such link.") }
        let headers = link.headers.map { ($0.name, $0.value) }
        return ResolvedStream(
            variant: link.variant.id, url: link.address, headers: Dictionary(headers) { first, _ in first },
            fallbacks: links.map(\.variant.id).filter { $0 != link.variant.id })
    }

    /// Whether the guide says that something is on which the lens does not show.
    private func isForbidden(now: Int64, _ channel: CardReader.Found, _ db: Database, _ lens: Lens) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT p.stop > :now - m.shift AND NOT \(Lens.passesLive("p")) FROM guideMatch m CROSS JOIN programme p
                WHERE m.item = :item AND \(Lens.holds("m")) AND p.channel = m.channel AND p.start <= :now - m.shift
                AND \(Lens.holds("p")) ORDER BY p.start DESC, p.row DESC LIMIT 1
                """)
        let arguments = lens.arguments.merging(["item": channel.card.id.rawValue, "now": now]) { $1 }
        return try Bool.fetchOne(statement, arguments: StatementArguments(arguments)) ?? false
    }

    /// Answers ``Catalog/Explain``.
    func explanation(_ db: Database) throws -> Explanation {
        let (lens, found) = try find(db)
        let resolved = found.card.id.rawValue
        var decisions: [Decision] = []
        if resolved != id {
            decisions.append(
                Decision(
                    about: "id", result: resolved, reason: "the id asked for was this title's before it was renamed"))
        }
        let links = try VariantReader.links(of: resolved, db, lens)
        var isKnown: Set<String> = []
        for line in links.flatMap({ $0.reasons.split(separator: "\n") }) where isKnown.insert(String(line)).inserted {
            let parts = line.split(separator: "\t", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let about = String(parts[0])
            decisions.append(Decision(about: about, result: result(of: about, found.card), reason: String(parts[1])))
        }
        if links.count > 1 {
            decisions.append(
                Decision(
                    about: "grouped", result: "\(links.count) links",
                    reason:
                        "they have the same \(found.card.kind == .channel ? "guide id, or name and country" : "title and number or year")"
                ))
        }
        if let guide = try guide(resolved, db, lens) { decisions.append(guide) }
        // An episode is for whom its series is.
        let described = found.card.series?.rawValue ?? resolved
        if let learned = try LearnedTable.decision(on: described, db) { decisions.append(learned) }
        return Explanation(id: found.card.id, decisions: decisions)
    }

    private func result(of about: String, _ card: Card) -> String {
        switch about {
        case "kind": card.kind.rawValue
        case "rating": card.rating.rawValue
        case "adult": card.isAdult ? "marked adult" : "not marked"
        default: ""
        }
    }

    private func guide(_ item: String, _ db: Database, _ lens: Lens) throws -> Decision? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT c.name, m.reason, s.name FROM guideMatch m CROSS JOIN guideChannel c ON c.id = m.channel
                CROSS JOIN source s ON s.id = c.source WHERE m.item = :item AND \(Lens.holds("m"))
                """)
        let arguments = lens.arguments.merging(["item": item]) { $1 }
        return try Row.fetchOne(statement, arguments: StatementArguments(arguments)).map {
            Decision(about: "guide", result: "\($0[0] as String) of \($0[2] as String)", reason: $0[1])
        }
    }
}
