internal import CatalogAPI
internal import CatalogFormats
internal import GRDB
internal import HearthModel
internal import RPC
internal import TextFolding

/// Answers ``Catalog/Search`` from one shard.
struct CatalogSearch: Sendable {
    /// The validated request.
    private let request: Catalog.Search
    private let policy: ViewingPolicy
    private let profile: String?
    private let now: WallTime
    private let size: Int
    let after: SearchCursor?
    private let question: UInt64

    /// Validates a request.
    ///
    /// - Parameters:
    ///   - profile: the profile whose subscriptions count.
    ///   - now: the reference time of "last year".
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field's name.
    init(_ request: Catalog.Search, policy: ViewingPolicy, profile: String? = nil, at now: WallTime) throws {
        try request.check()
        self.request = request
        self.policy = policy
        self.profile = profile
        self.now = now
        size = try request.page.checkedSize()
        question = request.question
        after = try request.page?.cursor.map { [question] in try SearchCursor.decode($0, question: question) }
    }

    /// Whether to search outside as well: with the first page, for films or series, without a filter by providers.
    var includesOutsideTitles: Bool {
        request.scope == .everywhere && after == nil && request.providers == nil && request.onlySubscribed != true
            && request.text.trimmingSpaces().count >= Catalog.Search.minimumOutsideCharacters
            && request.kinds.map { !Set($0).isDisjoint(with: [.movie, .series]) } ?? true
    }

    /// Finds one page.
    ///
    /// - Parameter titleIndex: returns the title index of the published generation in `db`.
    func run(_ db: Database, _ titleIndex: (_ generation: Int64) throws -> TitleIndex) throws -> SearchResults {
        let scope = try ReadScope(db, policy: policy)
        let snapshot = SearchSnapshot(titles: try titleIndex(scope.generation), scope: scope)
        guard request.isNatural == true else {
            return try find(SearchQuery(request, profile: profile), request.text, snapshot, db)
        }
        return try understand(snapshot, db)
    }

    /// Searches by the natural-language interpretation; without a match the text is searched as it is. Where that finds
    /// nothing either, the response has the interpretation: one filter of several may be too many.
    private func understand(_ snapshot: SearchSnapshot, _ db: Database) throws -> SearchResults {
        let query = SearchQuery(request, profile: profile)
        let finder = TitleFinder(snapshot: snapshot, filter: try query.filter(snapshot, db))
        var interpreted: SearchResults?
        if after?.isPlain != true, try finder.title(named: request.text, db) == nil {
            let natural = try NaturalLanguageQuery(request.text, thisYear: now.year) { try finder.model(named: $0, db) }
            if natural.isUnderstood {
                var found = try find(query.adding(natural), natural.text, snapshot, db)
                found.understood = natural.understanding
                if found.total > 0 { return found }
                interpreted = found
            }
        }
        var found = try find(query, request.text, snapshot, db, isPlain: true)
        if found.total == 0, let interpreted { return interpreted }
        found.understood = Understanding(isPlain: true, parts: [], text: request.text)
        return found
    }

    private func find(
        _ query: SearchQuery, _ text: String, _ snapshot: SearchSnapshot, _ db: Database, isPlain: Bool? = nil
    ) throws -> SearchResults {
        let filter = try query.filter(snapshot, db)
        let requested = SearchText(text)
        if requested.words.isEmpty, !requested.isEmpty { return SearchResults() }
        let found = try find(requested.isEmpty ? nil : requested, filter, snapshot, db)
        var results = try makeResults(found, query, filter, snapshot, db, isPlain)
        if let exact = found.findings.exact {
            let exactTotal = Int64(found.tally.hits.count { exact.contains($0) })
            // All additional titles of the corrected text may fail a filter: then the correction is not reported.
            if found.tally.total > exactTotal {
                (results.correctedText, results.exactTotal) = (found.findings.corrected?.text, exactTotal)
            }
        }
        return results
    }

    /// Whether facets are requested.
    var countsFacets: Bool { request.facets != nil }

    private func makeResults(
        _ found: Found, _ query: SearchQuery, _ filter: SearchFilter, _ snapshot: SearchSnapshot, _ db: Database,
        _ isPlain: Bool?
    ) throws -> SearchResults {
        let (findings, tally) = found
        var results = SearchResults()
        results.total = min(tally.total, SearchResults.maximumExactTotal)
        results.isTotalExact = tally.total <= SearchResults.maximumExactTotal
        results.kinds = tally.kindCounts
        results.facets = request.facets.map { $0.map { tally.counts(of: $0, snapshot.titles) } }
        guard !tally.hits.isEmpty else { return results }
        let first = SearchOrder(
            query.sort, text: findings.text, isSimilar: filter.similarity != nil, total: tally.total)
        // A page continues in the order of the one before, even if there are more results now.
        let order = after.flatMap { SearchOrder(rawValue: $0.order) } ?? first
        var keys = SortKeys(order)
        keys.similarity = filter.similarity
        try keys.read(findings, snapshot, db)
        let page = try SearchPage(snapshot.titles, snapshot.scope, keys, size: size, after: after, db).read(
            tally.hits, db)
        results.hits = page.cards
        if let last = page.last {
            var cursor = SearchCursor(
                question: question, order: order.rawValue, rank: last.number, title: last.sortTitle, id: last.id)
            (cursor.corrected, cursor.isPlain) = (findings.corrected?.text, isPlain)
            results.cursor = try cursor.encoded()
        }
        return results
    }
}

/// The snapshot of a search: one published state under one policy.
struct SearchSnapshot: Sendable {
    let titles: TitleIndex
    let scope: ReadScope
}

extension SortKeys {
    /// Reads the relevance of titles to the texts that found them.
    mutating func read(_ findings: SearchMatches, _ snapshot: SearchSnapshot, _ db: Database) throws {
        if let text = findings.text { try read(text, snapshot, db) }
        guard let text = findings.corrected, let exact = findings.exact else { return }
        var other = SortKeys(order)
        try other.read(text, snapshot, db)
        completion = (exact, other.fit)
    }

    /// Reads the relevance of titles to a text.
    mutating func read(_ text: SearchText, _ snapshot: SearchSnapshot, _ db: Database) throws {
        guard [.fit, .broad, .known].contains(order) else { return }
        let key = SortTitle.key(for: text.typed)
        func position(_ title: String) throws -> UInt32 {
            try snapshot.titles.titles(before: title, generation: snapshot.scope.generation, db)
        }
        let begin = try position(key)
        fit.beginning = begin..<max(begin, try position(key + "\u{10FFFF}"))
        // The text followed by a space.
        fit.whole = begin..<max(begin, try position(key + "\u{1}"))
        if order == .fit, let match = text.matchInTitle {
            let found = try snapshot.titles.matches.titles(matching: match, of: snapshot.titles, db)
            fit.inTitle = TitleSet(of: snapshot.titles.rows.count, found)
        }
    }
}
