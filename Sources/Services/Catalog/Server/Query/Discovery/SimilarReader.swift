internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import RPC

/// Answers ``Catalog/ListSimilar``.
struct SimilarReader: Sendable {
    private let id: ContentID
    private let size: Int
    private let policy: ViewingPolicy

    /// Validates a request.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field's name.
    init(_ request: Catalog.ListSimilar, policy: ViewingPolicy) throws {
        guard request.id.isWellFormed else { throw RPCError.invalidArgument("id", "must be a content ID") }
        (id, size) = (request.id, try DiscoveryReader.checked(request.size))
        self.policy = policy
    }

    /// Reads the titles that are most like the requested one.
    func run(_ db: Database, _ titleIndex: (_ generation: Int64) throws -> TitleIndex) throws -> CardList {
        let scope = try ReadScope(db, policy: policy)
        let snapshot = SearchSnapshot(titles: try titleIndex(scope.generation), scope: scope)
        let cardQuery = CardQuery(snapshot: snapshot)
        var filter = cardQuery.filter(kinds: KindBit.searched)
        filter.similarity = try Similarity.of(id, snapshot, db)
        return CardList(cards: try cardQuery.cards(filter, .alike, size, db))
    }
}
