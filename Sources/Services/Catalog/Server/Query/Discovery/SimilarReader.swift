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
    func run(_ db: Database, _ columns: (_ generation: Int64) throws -> TitleIndex) throws -> CardList {
        let lens = try ReadScope(db, policy: policy)
        let scene = SearchSnapshot(titles: try columns(lens.generation), lens: lens)
        let shelf = CardQuery(scene: scene)
        var filter = shelf.filter(kinds: KindBit.searched)
        filter.similarity = try Similarity.of(id, scene, db)
        return CardList(cards: try shelf.cards(filter, .alike, size, db))
    }
}
