internal import CatalogAPI
internal import CatalogRecognition
internal import GRDB
internal import HearthModel
internal import RPC
internal import TextFolding

/// Answers ``Catalog/GetFranchise``.
struct FranchiseReader: Sendable {
    private let title: TitleReader

    /// Validates an id.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT when it is malformed.
    init(_ id: ContentID, policy: ViewingPolicy) throws { title = try TitleReader(id, policy: policy) }

    /// The most films of one name that are compared: more titles share a beginning than are sequels.
    private static let comparedMovies = 2_000

    func run(_ db: Database) throws -> Franchise {
        let (scope, found) = try title.find(db)
        guard found.card.kind == .movie else { throw RPCError.invalidArgument("id", "must be a movie") }
        return try Self.franchise(of: found.card, db, scope)
    }

    /// The franchise of a film in the read scope.
    static func franchise(of card: Card, _ db: Database, _ scope: ReadScope) throws -> Franchise {
        if let learned = try MetadataTitleTable.find(card.id.rawValue, db), let collection = learned.collection {
            let films = try collected(collection, db, scope)
            if films.count > 1 { return franchise(learned.collectionName ?? card.title, .collection, films) }
        }
        let films = try named(card, db, scope)
        let run = FranchiseFinder.run(of: card.id.rawValue, among: films.map(film))
        guard run.count > 1 else { return franchise(card.title, .alone, [card]) }
        let kept = Set(run.map(\.id))
        let name = SequelTitle(card.title).name
        return franchise(name, .title, films.filter { kept.contains($0.id.rawValue) })
    }

    private static func film(_ card: Card) -> FranchiseFinder.Film {
        FranchiseFinder.Film(id: card.id.rawValue, title: card.title, year: card.year.map { Int($0) })
    }

    private static func franchise(_ name: String, _ source: FranchiseSource, _ films: [Card]) -> Franchise {
        // Those without a day sort by number: "Rocky", "Rocky II", "Rocky 4".
        func sortKey(_ card: Card) -> (String, Int, String, String) {
            let day = card.releaseDate ?? card.year.map { "\($0)" } ?? "~"
            return (day, SequelTitle(card.title).number ?? 1, card.title, card.id.rawValue)
        }
        let sorted = films.map { (sortKey($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1).prefix(Franchise.maximumFilms)
        let story = FranchiseFinder.storyOrder(sorted.map(film))
        return Franchise(
            name: name, source: source, releaseOrder: Array(sorted),
            storyOrder: story?.map { ContentID(rawValue: $0.id) } ?? sorted.map(\.id), isStoryOrderKnown: story != nil)
    }

    // MARK: Finding films

    private static func collected(_ collection: Int64, _ db: Database, _ scope: ReadScope) throws -> [Card] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(CardReader.columns) FROM learned l INDEXED BY learned_by_collection
                CROSS JOIN item i INDEXED BY item_by_id ON i.id = l.id JOIN itemText t ON t.row = i.row
                WHERE l.collection = :collection AND \(ReadScope.sees("i")) LIMIT \(comparedMovies)
                """)
        let arguments = scope.arguments.merging(["collection": collection]) { $1 }
        return try Row.fetchAll(statement, arguments: StatementArguments(arguments))
            .map { CardReader.found($0, in: scope).card }
    }

    /// The films whose titles start with this one's name, and have no other name.
    private static func named(_ card: Card, _ db: Database, _ scope: ReadScope) throws -> [Card] {
        let part = SequelTitle(card.title)
        let keys = SortTitle.storedKeys(for: part.name)
        guard !keys.contains(""), !part.key.isEmpty else { return [card] }
        let statement = try db.cachedStatement(sql: namedSQL)
        let cards = try keys.sorted().flatMap { key in
            let arguments = scope.arguments.merging(["from": key, "until": key + "\u{10FFFF}"]) { $1 }
            return try Row.fetchAll(statement, arguments: StatementArguments(arguments))
                .map { CardReader.found($0, in: scope).card }
        }
        var known: Set<ContentID> = []
        return cards.filter { SequelTitle($0.title).key == part.key && known.insert($0.id).inserted }
    }

    /// The statement, also for the tests of its plan.
    static let namedSQL = """
        SELECT \(CardReader.columns) FROM item i INDEXED BY item_by_title JOIN itemText t ON t.row = i.row
        WHERE i.sortTitle >= :from AND i.sortTitle < :until AND i.kind = \(KindBit.movie) AND \(ReadScope.sees("i"))
        ORDER BY i.sortTitle, i.id LIMIT \(comparedMovies)
        """
}
