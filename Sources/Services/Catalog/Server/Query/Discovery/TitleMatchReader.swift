internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import RPC

/// Answers ``Catalog/MatchTitles``: matches titles of TMDB with titles of the library.
struct TitleMatchReader: Sendable {
    let policy: ViewingPolicy

    /// A requested title, and the TMDB title that it names.
    typealias Request = (requested: OutsideTitle, title: TrendingTitle)

    /// Validates the titles of a request.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field's name.
    static func checked(_ titles: [OutsideTitle]) throws -> [Request] {
        guard (1...Catalog.MatchTitles.maximumCount).contains(titles.count) else {
            throw RPCError.invalidArgument("titles", "must be between 1 and \(Catalog.MatchTitles.maximumCount) titles")
        }
        return try titles.map { title in
            guard let number = TMDBID(title.id) else {
                throw RPCError.invalidArgument(
                    "titles.id", "must be TMDB's ID of a film or series, such as tmdb:movie:348")
            }
            guard title.name.count <= OutsideTitle.maximumCharacters else {
                throw RPCError.invalidArgument(
                    "titles.name", "must be at most \(OutsideTitle.maximumCharacters) characters")
            }
            let found = TrendingTitle(
                id: number.number, kind: number.kind, names: [title.name], year: title.year.map { Int($0) })
            return (title, found)
        }
    }

    /// Reads the library's titles for those wanted.
    func matches(
        _ requests: [Request], _ db: Database, _ titleIndex: (_ generation: Int64) throws -> TitleIndex
    ) throws -> MatchedTitles {
        let cardQuery = try query(db, titleIndex)
        return MatchedTitles(
            titles: try requests.compactMap { requested, title in
                try cardQuery.card(of: title, db).map { MatchedTitle(id: requested.id, card: $0) }
            })
    }

    /// The TMDB titles among cards that the library does not have.
    func unknown(
        _ cards: [Card], _ db: Database, _ titleIndex: (_ generation: Int64) throws -> TitleIndex
    ) throws -> [Card] {
        let cardQuery = try query(db, titleIndex)
        return try cards.filter { try cardQuery.card(of: TrendingTitle($0), db) == nil }
    }

    private func query(_ db: Database, _ titleIndex: (_ generation: Int64) throws -> TitleIndex) throws -> CardQuery {
        let scope = try ReadScope(db, policy: policy)
        return CardQuery(snapshot: SearchSnapshot(titles: try titleIndex(scope.generation), scope: scope))
    }
}

extension TrendingTitle {
    /// A TMDB title from its card.
    fileprivate init(_ card: Card) {
        self.init(
            id: TMDBID(of: card)?.number ?? 0, kind: card.kind, names: [card.title], year: card.year.map { Int($0) }
        )
    }
}
