internal import CatalogAPI
internal import CatalogRecognition
internal import Foundation
internal import GRDB
internal import HearthModel
internal import RPC
internal import TextFolding

/// Answers ``Catalog/ListDiscovery``.
struct DiscoveryReader: Sendable {
    /// The requested sections.
    let names: [DiscoverySectionName]
    private let size: Int
    private let policy: ViewingPolicy

    /// Validates a request.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field's name.
    init(_ request: Catalog.ListDiscovery, policy: ViewingPolicy) throws {
        let known = DiscoverySectionName.all
        names = request.sections ?? known.filter { $0 != .genres }
        guard (1...known.count).contains(names.count), Set(names).count == names.count,
            names.allSatisfy(known.contains)
        else { throw RPCError.invalidArgument("sections", "must be each of the known sections at most once") }
        size = try Self.checked(request.size)
        self.policy = policy
    }

    /// The number of titles of a section.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT when it is out of range.
    static func checked(_ size: Int32?) throws -> Int {
        let size = size ?? Catalog.ListDiscovery.standardSize
        guard (1...Catalog.ListDiscovery.maximumSize).contains(size) else {
            throw RPCError.invalidArgument("size", "must be between 1 and \(Catalog.ListDiscovery.maximumSize)")
        }
        return Int(size)
    }

    /// Whether a requested section needs metadata-gateway.
    var includesTrending: Bool { names.contains { Self.trending.contains($0) } }

    private static let trending: [DiscoverySectionName] = [.trendingMovies, .trendingSeries]

    /// Reads the sections.
    ///
    /// - Parameter week: the trending titles; nil when unavailable.
    func run(
        _ db: Database, week: [TrendingTitle]?, _ titleIndex: (_ generation: Int64) throws -> TitleIndex
    ) throws -> DiscoveryPage {
        let scope = try ReadScope(db, policy: policy)
        let cardQuery = CardQuery(snapshot: SearchSnapshot(titles: try titleIndex(scope.generation), scope: scope))
        var page = DiscoveryPage(sections: [])
        for name in names {
            if week == nil, Self.trending.contains(name) {
                page.missing.append(name)
                continue
            }
            page.sections += try sections(name, week ?? [], cardQuery, db)
        }
        return page
    }

    private func sections(
        _ name: DiscoverySectionName, _ week: [TrendingTitle], _ cardQuery: CardQuery, _ db: Database
    ) throws -> [DiscoverySection] {
        let cards: [Card]
        switch name {
        case .trendingMovies: cards = try cardQuery.cards(trending: week.filter { $0.kind == .movie }, size, db)
        case .trendingSeries: cards = try cardQuery.cards(trending: week.filter { $0.kind == .series }, size, db)
        case .new: cards = try cardQuery.cards(cardQuery.filter(), .added, size, db)
        case .popular:
            var filter = cardQuery.filter()
            filter.requiresPopularity = true
            cards = try cardQuery.cards(filter, .popularity, size, db)
        case .top:
            var filter = cardQuery.filter()
            filter.requiresScore = true
            cards = try cardQuery.cards(filter, .esteem, size, db)
        default:
            return try cardQuery.genres(cardQuery.filter()).compactMap { row in
                var filter = cardQuery.filter()
                filter.genres = UInt32(clamping: GenreBits.bit(named: row.genre) ?? 0)
                let cards = try cardQuery.cards(filter, .popularity, size, db)
                return cards.isEmpty ? nil : DiscoverySection(name: name, genre: row.genre, cards: cards)
            }
        }
        return cards.isEmpty ? [] : [DiscoverySection(name: name, cards: cards)]
    }
}

/// Reads cards of one snapshot that the viewer may see.
struct CardQuery: Sendable {
    let snapshot: SearchSnapshot

    /// A filter for some kinds under the viewer's policy.
    func filter(kinds: Int64 = KindBit.movie | KindBit.series) -> SearchFilter {
        SearchFilter(audience: snapshot.scope.audience, kinds: UInt8(clamping: kinds))
    }

    /// The first titles in an order.
    func cards(_ filter: SearchFilter, _ order: SearchOrder, _ size: Int, _ db: Database) throws -> [Card] {
        let tally = FacetCounter(nil, of: snapshot.titles, filter, countsFacets: false)
        var keys = SortKeys(order)
        keys.similarity = filter.similarity
        return try SearchPage(snapshot.titles, snapshot.scope, keys, size: size, after: nil, db).read(tally.hits, db)
            .cards
    }

    /// The genres with a title that passes, the largest first.
    func genres(_ filter: SearchFilter) -> [GenreRow] {
        let tally = FacetCounter(nil, of: snapshot.titles, filter, countsFacets: true)
        let ids = Dictionary(uniqueKeysWithValues: Genre.all.map { ($0.name, Int64($0.id)) })
        return tally.counts(of: .genre, snapshot.titles).values.map {
            GenreRow(genre: $0.value, tmdbID: ids[$0.value] ?? 0, count: $0.count)
        }
    }

    /// The library's titles among trending ones, in their order.
    func cards(trending week: [TrendingTitle], _ size: Int, _ db: Database) throws -> [Card] {
        var cards: [Card] = []
        var isKnown: Set<ContentID> = []
        for title in week where cards.count < size {
            guard let card = try card(of: title, db), isKnown.insert(card.id).inserted else { continue }
            cards.append(card)
        }
        return cards
    }

    /// The library's title for a TMDB title: by its number or, without a match, by its whole name and a year at most
    /// one off. A name that only contains it is another title: "Up", "Step Up".
    func card(of title: TrendingTitle, _ db: Database) throws -> Card? {
        let byNumber = try db.cachedStatement(sql: "SELECT row FROM itemText WHERE tmdb = ?")
        for row in try Int64.fetchAll(byNumber, arguments: [title.id]) {
            if let card = try card(row, title.kind, db), card.tmdbID == title.id { return card }
        }
        let byName = try db.cachedStatement(
            sql: "SELECT row FROM item i INDEXED BY item_by_title WHERE sortTitle = :title AND \(ReadScope.holds("i"))")
        for name in title.names {
            let form = NormalizedTitle(name)
            let rows = try SortTitle.storedKeys(for: name).sorted().flatMap { key in
                let arguments = snapshot.scope.arguments.merging(["title": key]) { $1 }
                    .filter { ["title", "generation"].contains($0.key) }
                return try Int64.fetchAll(byName, arguments: StatementArguments(arguments))
            }
            for row in rows {
                guard let card = try card(row, title.kind, db), card.tmdbID == nil else { continue }
                guard let year = card.year, let other = title.year, abs(Int(year) - other) <= 1 else { continue }
                if let agreement = NormalizedTitle(card.title).agreement(with: form), agreement != .near { return card }
            }
        }
        return nil
    }

    private func card(_ row: Int64, _ kind: ContentKind, _ db: Database) throws -> Card? {
        guard let position = snapshot.titles.position(of: row), let bit = KindBit.bit(kind),
            filter(kinds: bit).passes(snapshot.titles.facts[position], UInt32(position))
        else { return nil }
        let found = try Row.fetchOne(
            db.cachedStatement(sql: SearchPage.sql), arguments: ["row": row, "generation": snapshot.scope.generation])
        return found.map { CardReader.found($0, in: snapshot.scope).card }
    }
}
