internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import TextFolding

/// The filters of a search: the requested ones, and those interpreted from its text.
struct SearchQuery: Sendable {
    private var request: Catalog.Search
    /// The profile whose subscriptions count.
    private let profile: String?
    /// Groups of genres, as bits: a title must have one of each.
    private var genreGroups: [UInt32] = []
    private var wantsKidsTitles = false
    var sort: SearchSort?
    /// The title to compare with, by the text.
    private var named: Similarity?

    /// The requested filters.
    init(_ request: Catalog.Search, profile: String?) {
        self.request = request
        self.profile = profile
        sort = request.sort
    }

    /// Adds those of the interpreted text. Requested filters take precedence.
    func adding(_ natural: NaturalLanguageQuery) -> SearchQuery {
        var query = self
        query.request.kinds = request.kinds ?? (natural.kinds.isEmpty ? nil : natural.kinds)
        if request.genres == nil { query.genreGroups = natural.genreGroups }
        query.request.years = request.years ?? (natural.years.isEmpty ? nil : natural.years)
        query.request.ratings = request.ratings ?? (natural.ratings.isEmpty ? nil : natural.ratings)
        query.request.languages = request.languages ?? (natural.languages.isEmpty ? nil : natural.languages)
        query.request.qualities = request.qualities ?? (natural.qualities.isEmpty ? nil : natural.qualities)
        query.request.minimumMinutes = request.minimumMinutes ?? natural.minimumMinutes
        query.request.maximumMinutes = request.maximumMinutes ?? natural.maximumMinutes
        query.request.isRadio = request.isRadio ?? (natural.isRadio ? true : nil)
        query.wantsKidsTitles = natural.wantsKidsTitles
        query.sort = request.sort ?? natural.sort
        // Without remaining search words the most popular come first.
        if query.sort == nil, natural.text.isEmpty, natural.similarity == nil { query.sort = .popularity }
        if request.similarTo == nil { query.named = natural.similarity }
        return query
    }

    /// The filter for one snapshot.
    ///
    /// - Throws: NOT_FOUND when the title to compare with does not exist or the viewer may not see it;
    ///   FAILED_PRECONDITION when only subscribed providers are requested and none are known.
    func filter(_ snapshot: SearchSnapshot, _ db: Database) throws -> SearchFilter {
        let kinds = try Catalog.Search.bits(of: request.kinds)
        var filter = SearchFilter(audience: snapshot.scope.audience, kinds: UInt8(clamping: kinds))
        filter.countedKinds = UInt8(clamping: KindBit.searched)
        filter.groups = try request.groups.map { try SearchFilter.titles(inGroups: $0, of: snapshot.titles, db) }
        if request.minimumMinutes != nil || request.maximumMinutes != nil {
            let least = UInt16(clamping: request.minimumMinutes ?? 1)
            filter.minutes = least...max(least, UInt16(clamping: request.maximumMinutes ?? Int32(UInt16.max)))
        }
        filter.genres = (request.genres ?? []).reduce(0) { $0 | UInt32(clamping: GenreBits.bit(named: $1) ?? 0) }
        filter.genreGroups = genreGroups
        filter.wantsKidsTitles = wantsKidsTitles
        filter.isRadio = request.isRadio
        filter.years = (request.years ?? []).map { range in
            UInt16(clamping: range.from ?? 1)...UInt16(clamping: max(range.from ?? 1, range.through ?? 9_999))
        }
        filter.ratings = request.ratings.map { ratings in
            Audience.all.reduce(0) { $0 | (ratings.contains($1.rating) ? UInt16(clamping: $1.bit) : 0) }
        }
        if let languages = request.languages.map({ Set($0.map { $0.lowercased() }) }) {
            filter.languages = snapshot.titles.languageSets.map { !languages.isDisjoint(with: $0) }
        }
        filter.qualities = (request.qualities ?? []).reduce(0) { $0 | UInt8(clamping: QualityBits.bit($1) ?? 0) }
        filter.providers = request.providers.map { snapshot.titles.titles(by: Set($0)) }
        if request.onlySubscribed == true {
            filter.subscribed = snapshot.titles.titles(by: try SubscriptionTable.providers(by: profile, db))
        }
        filter.similarity = try similarity(snapshot, db)
        return filter
    }

    private func similarity(_ snapshot: SearchSnapshot, _ db: Database) throws -> Similarity? {
        guard let id = request.similarTo else { return named }
        return try Similarity.of(id, snapshot, db)
    }
}

extension Similarity {
    /// Compares with the title of an id.
    ///
    /// - Throws: NOT_FOUND when it does not exist or the viewer may not see it.
    static func of(_ id: ContentID, _ snapshot: SearchSnapshot, _ db: Database) throws -> Similarity {
        guard let found = try CardReader.find(id.rawValue, db, snapshot.scope),
            let position = snapshot.titles.position(of: found.row)
        else { throw TitleReader.notFound }
        return try Similarity(to: UInt32(position), name: found.card.title, in: snapshot.titles, db)
    }
}

/// Finds a title by name.
struct TitleFinder: Sendable {
    let snapshot: SearchSnapshot
    let filter: SearchFilter

    /// The most popular title with exactly this name that the viewer may see and that passes the filter; nil when there
    /// is none.
    func title(named name: String, _ db: Database) throws -> Similarity? {
        try best(named: name, db) { filter.passes($0, $1) }
    }

    /// The most popular title with exactly this name that the viewer may see, to compare others with: of the requested
    /// kinds, if there is one. It need not pass the other filters itself.
    func model(named name: String, _ db: Database) throws -> Similarity? {
        try best(named: name, db) { title, _ in filter.passesPolicy(title) && title.kind & filter.kinds != 0 }
            ?? best(named: name, db) { title, _ in filter.passesPolicy(title) }
    }

    private func best(
        named name: String, _ db: Database, _ isMeant: (TitleAttributes, UInt32) -> Bool
    ) throws -> Similarity? {
        guard SearchText(name).words.first != nil else { return nil }
        let key = SortTitle.key(for: name)
        func position(_ title: String) throws -> Int {
            Int(try snapshot.titles.titles(before: title, generation: snapshot.scope.generation, db))
        }
        let first = try position(key)
        let positions = snapshot.titles.byTitle[first..<max(first, try position(key + "\u{1}"))]
        let best = positions.filter { isMeant(snapshot.titles.facts[Int($0)], $0) }
            .max { snapshot.titles.facts[Int($0)].popularity < snapshot.titles.facts[Int($1)].popularity }
        return try best.map { try Similarity(to: $0, name: name, in: snapshot.titles, db) }
    }
}
