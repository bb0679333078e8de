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
    private var isForKids = false
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
        var wish = self
        wish.request.kinds = request.kinds ?? (natural.kinds.isEmpty ? nil : natural.kinds)
        if request.genres == nil { wish.genreGroups = natural.genreGroups }
        wish.request.years = request.years ?? (natural.years.isEmpty ? nil : natural.years)
        wish.request.ratings = request.ratings ?? (natural.ratings.isEmpty ? nil : natural.ratings)
        wish.request.languages = request.languages ?? (natural.languages.isEmpty ? nil : natural.languages)
        wish.request.qualities = request.qualities ?? (natural.qualities.isEmpty ? nil : natural.qualities)
        wish.request.minimumMinutes = request.minimumMinutes ?? natural.minimumMinutes
        wish.request.maximumMinutes = request.maximumMinutes ?? natural.maximumMinutes
        wish.request.isRadio = request.isRadio ?? (natural.isRadio ? true : nil)
        wish.isForKids = natural.isForKids
        wish.sort = request.sort ?? natural.sort
        // Without remaining search words the most popular come first.
        if wish.sort == nil, natural.text.isEmpty, natural.similarity == nil { wish.sort = .popularity }
        if request.similarTo == nil { wish.named = natural.similarity }
        return wish
    }

    /// The filter for one snapshot.
    ///
    /// - Throws: NOT_FOUND when the title to compare with does not exist or the viewer may not see it;
    ///   FAILED_PRECONDITION when only subscribed providers are requested and none are known.
    func filter(_ scene: SearchSnapshot, _ db: Database) throws -> SearchFilter {
        let kinds = try Catalog.Search.bits(of: request.kinds)
        var filter = SearchFilter(audience: scene.lens.audience, kinds: UInt8(clamping: kinds))
        filter.countedKinds = UInt8(clamping: KindBit.searched)
        filter.groups = try request.groups.map { try SearchFilter.titles(inGroups: $0, of: scene.titles, db) }
        if request.minimumMinutes != nil || request.maximumMinutes != nil {
            let least = UInt16(clamping: request.minimumMinutes ?? 1)
            filter.minutes = least...max(least, UInt16(clamping: request.maximumMinutes ?? Int32(UInt16.max)))
        }
        filter.genres = (request.genres ?? []).reduce(0) { $0 | UInt32(clamping: GenreBits.bit(named: $1) ?? 0) }
        filter.genreGroups = genreGroups
        filter.isForKids = isForKids
        filter.isRadio = request.isRadio
        filter.years = (request.years ?? []).map { range in
            UInt16(clamping: range.from ?? 1)...UInt16(clamping: max(range.from ?? 1, range.through ?? 9_999))
        }
        filter.ratings = request.ratings.map { ratings in
            Audience.all.reduce(0) { $0 | (ratings.contains($1.rating) ? UInt16(clamping: $1.bit) : 0) }
        }
        if let wanted = request.languages.map({ Set($0.map { $0.lowercased() }) }) {
            filter.languages = scene.titles.languageSets.map { !wanted.isDisjoint(with: $0) }
        }
        filter.qualities = (request.qualities ?? []).reduce(0) { $0 | UInt8(clamping: QualityBits.bit($1) ?? 0) }
        filter.providers = request.providers.map { scene.titles.titles(by: Set($0)) }
        if request.onlySubscribed == true {
            filter.subscribed = scene.titles.titles(by: try SubscriptionTable.wanted(by: profile, db))
        }
        filter.similarity = try similarity(scene, db)
        return filter
    }

    private func similarity(_ scene: SearchSnapshot, _ db: Database) throws -> Similarity? {
        guard let id = request.similarTo else { return named }
        return try Similarity.of(id, scene, db)
    }
}

extension Similarity {
    /// Compares with the title of an id.
    ///
    /// - Throws: NOT_FOUND when it does not exist or the viewer may not see it.
    static func of(_ id: ContentID, _ scene: SearchSnapshot, _ db: Database) throws -> Similarity {
        guard let found = try CardReader.find(id.rawValue, db, scene.lens),
            let place = scene.titles.place(of: found.row)
        else { throw TitleReader.notFound }
        return try Similarity(to: UInt32(place), name: found.card.title, in: scene.titles, db)
    }
}

/// Finds a title by name.
struct TitleFinder: Sendable {
    let scene: SearchSnapshot
    let filter: SearchFilter

    /// The most popular title with exactly this name that the viewer may see and that passes the filter; nil when there
    /// is none.
    func title(named name: String, _ db: Database) throws -> Similarity? {
        try best(named: name, db) { filter.passes($0, $1) }
    }

    /// The most popular title with exactly this name that the viewer may see, to compare others with: of the requested
    /// kinds, if there is one. It need not pass the other filters itself.
    func model(named name: String, _ db: Database) throws -> Similarity? {
        try best(named: name, db) { title, _ in filter.isFor(title) && title.kind & filter.kinds != 0 }
            ?? best(named: name, db) { title, _ in filter.isFor(title) }
    }

    private func best(
        named name: String, _ db: Database, _ isMeant: (TitleAttributes, UInt32) -> Bool
    ) throws -> Similarity? {
        guard SearchText(name).words.first != nil else { return nil }
        let key = SortTitle.key(for: name)
        func place(_ title: String) throws -> Int {
            Int(try scene.titles.titles(before: title, generation: scene.lens.generation, db))
        }
        let first = try place(key)
        let places = scene.titles.byTitle[first..<max(first, try place(key + "\u{1}"))]
        let best = places.filter { isMeant(scene.titles.facts[Int($0)], $0) }
            .max { scene.titles.facts[Int($0)].popularity < scene.titles.facts[Int($1)].popularity }
        return try best.map { try Similarity(to: $0, name: name, in: scene.titles, db) }
    }
}
