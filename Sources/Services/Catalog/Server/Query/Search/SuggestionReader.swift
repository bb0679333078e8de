internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import RPC

/// Answers ``Catalog/Suggest`` and ``Catalog/ListTrendingSearches``.
struct SuggestionReader: Sendable {
    private let text: String
    private let size: Int
    private let viewer: Viewer

    /// Recent searches among the suggestions.
    private static let maximumRecent = 3
    /// Titles read for one suggestion, as several may have one name.
    private static let titlesRead = 3

    /// Validates a request.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field's name.
    init(_ request: Catalog.Suggest, for viewer: Viewer) throws {
        let size = request.size ?? Catalog.Suggest.standardSize
        guard (1...Catalog.Suggest.maximumSize).contains(size) else {
            throw RPCError.invalidArgument("size", "must be between 1 and \(Catalog.Suggest.maximumSize)")
        }
        (text, self.size, self.viewer) = (request.text, Int(size), viewer)
    }

    /// Finds suggestions.
    func run(_ db: Database, _ titleIndex: (_ generation: Int64) throws -> TitleIndex) throws -> Suggestions {
        let typed = SearchHistory.key(of: text)
        var found = Suggestions(suggestions: [])
        var isKnown: Set<String> = []
        for search in try recent(beginning: typed, db) where isKnown.insert(SearchHistory.key(of: search)).inserted {
            found.suggestions.append(Suggestion(text: search, isRecent: true))
        }
        guard !SearchText(text).words.isEmpty else { return found }
        for card in try titles(db, titleIndex) where found.suggestions.count < size {
            guard isKnown.insert(SearchHistory.key(of: card.title)).inserted else { continue }
            found.suggestions.append(Suggestion(text: card.title, card: card))
        }
        return found
    }

    private func recent(beginning typed: String, _ db: Database) throws -> [String] {
        guard let profile = viewer.profile else { return [] }
        let searches = try SearchHistory.list(profile, db).searches.map(\.text)
            .filter { SearchHistory.key(of: $0).hasPrefix(typed) }
        return Array(searches.prefix(min(size, typed.isEmpty ? size : Self.maximumRecent)))
    }

    /// Titles with the words in their name: those that start with them, then the others, the most popular first.
    private func titles(_ db: Database, _ titleIndex: (Int64) throws -> TitleIndex) throws -> [Card] {
        let scope = try ReadScope(db, policy: viewer.policy)
        let snapshot = SearchSnapshot(titles: try titleIndex(scope.generation), scope: scope)
        let filter = SearchFilter(audience: scope.audience, kinds: UInt8(KindBit.searched))
        var text = SearchText(text)
        var tally = try tally(text, filter, snapshot, db)
        if tally.hits.isEmpty,
            let better = try SpellingCorrector(titles: snapshot.titles, filter: filter).corrected(text, db)
        {
            text = better
            tally = try self.tally(better, filter, snapshot, db)
        }
        var keys = SortKeys(text.isShort ? .known : .broad)
        try keys.read(text, snapshot, db)
        let page = try SearchPage(snapshot.titles, scope, keys, size: size * Self.titlesRead, after: nil, db)
        return try page.read(tally.hits, db).cards
    }

    private func tally(
        _ text: SearchText, _ filter: SearchFilter, _ snapshot: SearchSnapshot, _ db: Database
    ) throws -> FacetCounter {
        let found = try text.matchInTitle.map {
            try snapshot.titles.matches.titles(matching: $0, of: snapshot.titles, db)
        }
        return FacetCounter(found ?? [], of: snapshot.titles, filter, countsFacets: false)
    }

    /// Those of some texts that find a title which the viewer may see.
    static func finding(
        _ texts: [String], for viewer: Viewer, _ db: Database, _ titleIndex: (Int64) throws -> TitleIndex
    ) throws -> TrendingSearches {
        let scope = try ReadScope(db, policy: viewer.policy)
        let titles = try titleIndex(scope.generation)
        let filter = SearchFilter(audience: scope.audience, kinds: UInt8(KindBit.searched))
        var found = TrendingSearches(texts: [])
        for text in texts where found.texts.count < TrendingSearches.maximumCount {
            guard let match = SearchText(text).match else { continue }
            let isThere = try titles.matches.hasTitle(matching: match, of: titles, db) {
                filter.passes(titles.facts[Int($0)], $0)
            }
            if isThere { found.texts.append(text) }
        }
        return found
    }
}
