internal import CatalogAPI
internal import GRDB
internal import Household
internal import RPC

/// Answers ``Catalog/Search`` from one shard.
struct CatalogSearch: Sendable {
    /// What was asked, checked.
    private let request: Catalog.Search
    private let policy: ViewingPolicy
    private let profile: String?
    private let now: WallTime
    private let size: Int
    let after: SearchCursor?
    private let question: UInt64

    /// Checks a request.
    ///
    /// - Parameters:
    ///   - profile: whose subscriptions count.
    ///   - now: the time from which "last year" is told.
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

    /// Whether it is also looked for outside: beside the first page, for films or series, wherever they can be watched.
    var includesOutsideTitles: Bool {
        request.scope == .everywhere && after == nil && request.providers == nil && request.onlySubscribed != true
            && request.text.trimmingSpaces().count >= Catalog.Search.minimumOutsideCharacters
            && request.kinds.map { !Set($0).isDisjoint(with: [.movie, .series]) } ?? true
    }

    /// Finds one page.
    ///
    /// - Parameter columns: gives the columns of the generation that is published in `db`.
    func run(_ db: Database, _ columns: (_ generation: Int64) throws -> TitleIndex) throws -> SearchResults {
        let lens = try ReadScope(db, policy: policy)
        let scene = SearchSnapshot(titles: try columns(lens.generation), lens: lens)
        guard request.isNatural == true else {
            return try find(SearchQuery(request, profile: profile), request.text, scene, db)
        }
        return try understand(scene, db)
    }

    /// Reads the text as people speak; what finds nothing that way is looked for as it is. Where that finds nothing either, who
    /// asks is told what was understood: one wish of several may be too many.
    private func understand(_ scene: SearchSnapshot, _ db: Database) throws -> SearchResults {
        let wish = SearchQuery(request, profile: profile)
        let finder = TitleFinder(scene: scene, filter: try wish.filter(scene, db))
        var wanted: SearchResults?
        if after?.isPlain != true, try finder.title(named: request.text, db) == nil {
            let natural = try NaturalLanguageQuery(request.text, thisYear: now.year) { try finder.model(named: $0, db) }
            if natural.isUnderstood {
                var found = try find(wish.adding(natural), natural.text, scene, db)
                found.understood = natural.understanding
                if found.total > 0 { return found }
                wanted = found
            }
        }
        var found = try find(wish, request.text, scene, db, isPlain: true)
        if found.total == 0, let wanted { return wanted }
        found.understood = Understanding(isPlain: true, parts: [], text: request.text)
        return found
    }

    private func find(
        _ wish: SearchQuery, _ text: String, _ scene: SearchSnapshot, _ db: Database, isPlain: Bool? = nil
    ) throws -> SearchResults {
        let filter = try wish.filter(scene, db)
        let asked = SearchText(text)
        if asked.words.isEmpty, !asked.isEmpty { return SearchResults() }
        let found = try find(asked.isEmpty ? nil : asked, filter, scene, db)
        var results = try answer(found, wish, filter, scene, db, isPlain)
        if let exact = found.findings.exact {
            let exactTotal = Int64(found.tally.hits.count { exact.contains($0) })
            // What the corrected text adds may all fail a filter: then there is nothing to tell of it.
            if found.tally.total > exactTotal {
                (results.correctedText, results.exactTotal) = (found.findings.corrected?.text, exactTotal)
            }
        }
        return results
    }

    /// Whether facets are asked for.
    var countsFacets: Bool { request.facets != nil }

    private func answer(
        _ found: Found, _ wish: SearchQuery, _ filter: SearchFilter, _ scene: SearchSnapshot, _ db: Database,
        _ isPlain: Bool?
    ) throws -> SearchResults {
        let (findings, tally) = found
        var results = SearchResults()
        results.total = min(tally.total, SearchResults.maximumExactTotal)
        results.isTotalExact = tally.total <= SearchResults.maximumExactTotal
        results.kinds = tally.kindCounts
        results.facets = request.facets.map { $0.map { tally.counts(of: $0, scene.titles) } }
        guard !tally.hits.isEmpty else { return results }
        let first = SearchOrder(wish.sort, text: findings.text, isSimilar: filter.similarity != nil, total: tally.total)
        // A page goes on in the order in which the one before was made, even if there are more results now.
        let order = after.flatMap { SearchOrder(rawValue: $0.order) } ?? first
        var keys = SortKeys(order)
        keys.similarity = filter.similarity
        try keys.read(findings, scene, db)
        let page = try SearchPage(scene.titles, scene.lens, keys, size: size, after: after, db).read(tally.hits, db)
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

/// What a search looks at: one published state through one policy.
struct SearchSnapshot: Sendable {
    let titles: TitleIndex
    let lens: ReadScope
}

extension SortKeys {
    /// Reads what tells how well titles fit the texts that found them.
    mutating func read(_ findings: SearchMatches, _ scene: SearchSnapshot, _ db: Database) throws {
        if let text = findings.text { try read(text, scene, db) }
        guard let text = findings.corrected, let exact = findings.exact else { return }
        var other = SortKeys(order)
        try other.read(text, scene, db)
        completion = (exact, other.fit)
    }

    /// Reads what tells how well titles fit a text.
    mutating func read(_ text: SearchText, _ scene: SearchSnapshot, _ db: Database) throws {
        guard [.fit, .broad, .known].contains(order) else { return }
        let key = SortTitle.key(for: text.typed)
        func place(_ title: String) throws -> UInt32 {
            try scene.titles.titles(before: title, generation: scene.lens.generation, db)
        }
        let begin = try place(key)
        fit.beginning = begin..<max(begin, try place(key + "\u{10FFFF}"))
        // What follows a text at once is the text with a space behind it.
        fit.whole = begin..<max(begin, try place(key + "\u{1}"))
        if order == .fit, let match = text.matchInTitle {
            let found = try scene.titles.matches.titles(matching: match, of: scene.titles, db)
            fit.inTitle = TitleSet(of: scene.titles.rows.count, found)
        }
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
