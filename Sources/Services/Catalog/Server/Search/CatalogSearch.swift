internal import CatalogAPI
internal import GRDB
internal import Household
internal import RPC

/// Answers ``Catalog/Search`` from one shard.
struct CatalogSearch: Sendable {
    /// What was asked, checked.
    private let request: Catalog.Search
    private let policy: ViewingPolicy
    private let kinds: Int64
    private let genres: Int64
    private let size: Int
    private let after: SearchCursor?
    private let question: UInt64

    /// The most values that one filter may list.
    static let maximumFilterValues = 50

    /// Checks a request.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field's name.
    init(_ request: Catalog.Search, policy: ViewingPolicy) throws {
        self.request = request
        self.policy = policy
        kinds = try Self.kinds(request.kinds)
        genres = try Self.genres(request.genres)
        try Self.checkCount("ratings", request.ratings?.count)
        try Self.checkCount("groups", request.groups?.count)
        if let unknown = request.ratings?.first(where: { !ContentRating.all.contains($0) }) {
            throw RPCError.invalidArgument("ratings", "\(unknown.rawValue.prefix(20)) is not a rating")
        }
        size = try request.page.checkedSize()
        question = Self.question(request)
        after = try request.page?.cursor.map { [question] in try SearchCursor.decode($0, question: question) }
    }

    /// Finds one page.
    func run(_ db: Database) throws -> SearchResults {
        let lens = try Lens(db, policy: policy)
        let visible = request.ratings.map { lens.narrowed(to: policy.audienceMask(ratings: $0)) } ?? lens
        let filter = SearchFilter(
            lens: visible, kinds: kinds, genres: genres,
            groups: try request.groups.map { try SearchFilter.groups(named: $0, db) })
        let asked = SearchText(after?.corrected ?? request.text)
        if asked.words.isEmpty, !asked.isEmpty { return SearchResults() }
        let text = asked.isEmpty ? nil : asked
        let count = try count(text, db, filter)
        if count.total == 0, after == nil, let text, let better = try Spelling.corrected(text, db, filter) {
            let corrected = try self.count(better, db, filter)
            if corrected.total > 0 { return try answer(better, isCorrected: true, corrected, db, filter) }
        }
        return try answer(text, isCorrected: after?.corrected != nil, count, db, filter)
    }

    private func count(_ text: SearchText?, _ db: Database, _ filter: SearchFilter) throws -> SearchCount {
        try SearchCount(db, match: text?.match, filter: filter, limit: SearchResults.maximumExactTotal)
    }

    private func answer(
        _ text: SearchText?, isCorrected: Bool, _ count: SearchCount, _ db: Database, _ filter: SearchFilter
    ) throws -> SearchResults {
        var results = SearchResults()
        results.total = count.total
        results.isTotalExact = count.isExact
        results.kinds = count.kinds.sorted { $0.key < $1.key }
            .map { KindCount(kind: KindBit.kind($0.key), count: $0.value) }
        if isCorrected { results.correctedText = text?.text }
        guard count.total > 0 else { return results }
        let first = SearchOrder(request.sort, hasText: text != nil, isSmall: count.isExact)
        // A page goes on in the order in which the one before was made, even if there are more results now.
        let order = after.flatMap { SearchOrder(rawValue: $0.order) } ?? first
        var hits = try SearchPage(text: text, filter: filter, order: order, size: size + 1, after: after).read(db)
            .map { (order: order, hit: $0) }
        if order == .beginning, hits.count <= size {
            let rest = SearchPage(text: text, filter: filter, order: .arrival, size: size + 1 - hits.count, after: nil)
            hits += try rest.read(db).map { (order: .arrival, hit: $0) }
        }
        results.hits = hits.prefix(size).map(\.hit.found.card)
        if hits.count > size {
            let last = hits[size - 1]
            results.cursor = try SearchCursor(
                question: question, order: last.order.rawValue, rank: last.hit.rank, title: last.hit.sortTitle,
                id: last.hit.found.card.id.rawValue, corrected: isCorrected ? text?.text : nil
            ).encoded()
        }
        return results
    }

    // MARK: Checking

    /// The kinds asked for as bits.
    static func kinds(_ kinds: [ContentKind]?) throws -> Int64 {
        guard let kinds else { return KindBit.searched }
        try checkCount("kinds", kinds.count)
        return try kinds.reduce(0) { mask, kind in
            guard let bit = KindBit.bit(kind) else {
                throw RPCError.invalidArgument("kinds", "\(kind.rawValue.prefix(20)) is not a kind of title")
            }
            return mask | bit
        }
    }

    private static func genres(_ genres: [String]?) throws -> Int64 {
        guard let genres else { return 0 }
        try checkCount("genres", genres.count)
        return try genres.reduce(0) { mask, name in
            guard let bit = GenreBits.bit(named: name) else {
                throw RPCError.invalidArgument("genres", "\(name.prefix(40)) is not one of TMDB's genres")
            }
            return mask | bit
        }
    }

    private static func checkCount(_ field: String, _ count: Int?) throws {
        guard let count else { return }
        guard (1...maximumFilterValues).contains(count) else {
            throw RPCError.invalidArgument(field, "1 to \(maximumFilterValues) values, or none at all")
        }
    }

    private static func question(_ request: Catalog.Search) -> UInt64 {
        var hash = Fingerprint()
        hash.add(request.text)
        for kind in request.kinds ?? [] { hash.add(kind.rawValue) }
        hash.add("genres")
        for genre in request.genres ?? [] { hash.add(genre) }
        hash.add("ratings")
        for rating in request.ratings ?? [] { hash.add(rating.rawValue) }
        hash.add("groups")
        for group in request.groups ?? [] { hash.add(group) }
        hash.add(request.sort?.rawValue ?? "")
        return UInt64(bitPattern: hash.value)
    }
}

extension PageRequest? {
    /// How many entries the page may have.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT when it is not 1 to 200.
    func checkedSize() throws -> Int {
        guard let page = self else { return Int(PageRequest.standardSize) }
        guard (1...PageRequest.maximumSize).contains(page.size) else {
            throw RPCError.invalidArgument("page.size", "1 to \(PageRequest.maximumSize)")
        }
        return Int(page.size)
    }
}
