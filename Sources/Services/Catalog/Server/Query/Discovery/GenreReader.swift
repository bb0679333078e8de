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
    func run(_ db: Database, _ columns: (_ generation: Int64) throws -> TitleIndex) throws -> GenreRows {
        let lens = try ReadScope(db, policy: policy)
        let shelf = CardQuery(scene: SearchSnapshot(titles: try columns(lens.generation), lens: lens))
        return GenreRows(rows: shelf.genres(shelf.filter(kinds: kinds)))
    }
}
