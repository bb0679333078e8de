internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import RPC

/// Answers ``Catalog/ListGenres``.
struct GenreReader: Sendable {
    private let kinds: Int64
    private let policy: ViewingPolicy

    /// Validates a request.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field's name.
    init(_ request: Catalog.ListGenres, policy: ViewingPolicy) throws {
        switch request.kind {
        case nil: kinds = KindBit.movie | KindBit.series
        case .movie?: kinds = KindBit.movie
        case .series?: kinds = KindBit.series
        default: throw RPCError.invalidArgument("kind", "must be movie or series")
        }
        self.policy = policy
    }

    /// Counts the titles of each genre.
    func run(_ db: Database, _ titleIndex: (_ generation: Int64) throws -> TitleIndex) throws -> GenreRows {
        let scope = try ReadScope(db, policy: policy)
        let cardQuery = CardQuery(snapshot: SearchSnapshot(titles: try titleIndex(scope.generation), scope: scope))
        return GenreRows(rows: cardQuery.genres(cardQuery.filter(kinds: kinds)))
    }
}
