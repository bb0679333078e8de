internal import CatalogAPI
internal import Household
internal import MetadataGatewayAPI
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC

/// What may be worth watching: titles from outside with what the household has to do with them, and some of its own.
struct DiscoverPage: Encodable, Sendable {
    /// What a list of TMDB's has, or a search found there, in its order; absent when it did not come.
    var titles: [DiscoveredTitle]?
    /// How many titles were left out because their ratings were not known in time.
    var unrated: Int32?
    /// The next page, where there is one.
    var nextPage: Int32?
    /// Where the titles come from.
    var source: AnswerSource?
    /// What the library has beside them: what the search found there, or what came out last; absent when it did not
    /// come.
    var library: [Card]?
    /// What is missing, and why.
    var missing: [MissingPart] = []

    /// A part, which fills in what it has learnt.
    private typealias Filling = @Sendable (inout DiscoverPage) -> Void

    /// The part of the time in which the titles must come: then it is asked what the household has of them.
    private static let titlesShare = 0.7
    /// The part of what is left in which the catalog must say what it has of them.
    private static let libraryShare = 0.6

    /// Asks outside and inside at once, and then the household about what came from outside.
    ///
    /// - Throws: ``GatewayFailure`` when nothing came.
    static func load(
        _ discover: MetadataGateway.Discover, _ search: Catalog.Search, _ fanOut: FanOut
    ) async throws -> DiscoverPage {
        async let inside = fanOut.collect([libraryPart(search)])
        var page = DiscoverPage()
        let first = page.fill(try await fanOut.collect([titlesPart(discover)]))
        if let cards = page.titles?.map(\.card), !cards.isEmpty {
            _ = page.fill(try await fanOut.collect([heldPart(of: cards)]))
            _ = page.fill(try await fanOut.collect(page.markParts))
        }
        let second = page.fill(try await inside)
        if page.titles == nil, page.library == nil, let failure = first ?? second { throw failure }
        // What stands above already is not shown again.
        let shown = Set((page.titles ?? []).compactMap(\.library))
        page.library?.removeAll { shown.contains($0.id) }
        return page
    }

    private mutating func fill(_ found: FanOutResult<Filling>) -> GatewayFailure? {
        for filling in found.values { filling(&self) }
        missing += found.missing
        return found.firstFailure
    }

    private static func titlesPart(_ request: MetadataGateway.Discover) -> FanOutPart<Filling> {
        FanOutPart(name: "titles from outside", service: "metadata-gateway") { fanOut in
            let found = try await fanOut.ask(request, of: "metadata-gateway", share: titlesShare)
            return { page in
                page.titles = found.cards.map { DiscoveredTitle(card: $0) }
                (page.unrated, page.nextPage, page.source) = (found.unrated, found.nextPage, found.source)
            }
        }
    }

    private static func libraryPart(_ request: Catalog.Search) -> FanOutPart<Filling> {
        FanOutPart(name: "titles of the library", service: "catalog") { fanOut in
            let found = try await fanOut.ask(request, of: "catalog")
            return { $0.library = found.hits }
        }
    }

    /// Which of the titles the library has: by their numbers at TMDB, or else by title and year.
    private static func heldPart(of cards: [Card]) -> FanOutPart<Filling> {
        FanOutPart(name: "library matches", service: "catalog") { fanOut in
            let titles = cards.prefix(Catalog.MatchTitles.maximumCount).map { card in
                OutsideTitle(
                    id: card.id, name: String(card.title.prefix(OutsideTitle.maximumCharacters)), year: card.year)
            }
            let request = Catalog.MatchTitles(titles: Array(titles))
            let held = try await fanOut.ask(request, of: "catalog", share: libraryShare).titles
            let ids = Dictionary(held.map { ($0.id, $0.card.id) }) { first, _ in first }
            return { page in
                page.mark { title in
                    title.library = ids[title.card.id]
                    title.isInLibrary = title.library != nil
                }
            }
        }
    }

    /// What the acting profile has done with the titles, under the ids that they have here.
    private var markParts: [FanOutPart<Filling>] {
        let titles = titles ?? []
        let ids = titles.map(\.card.id) + titles.compactMap(\.library)
        let films = titles.compactMap { $0.card.kind == .movie ? $0.library : nil }
        let favourites = FanOutPart<Filling>(name: "which are favourites", service: "profiles") { fanOut in
            let request = Profiles.ListFavourites(
                page: PageRequest(size: Int32(ids.count)), contents: ids)
            let favourites = Set(try await fanOut.ask(request, of: "profiles").favourites.map(\.content))
            return { page in
                page.mark { title in
                    title.isFavourite =
                        favourites.contains(title.card.id) || title.library.map(favourites.contains) == true
                }
            }
        }
        guard !films.isEmpty else { return [favourites] }
        let watched = FanOutPart<Filling>(name: "watch states", service: "playback-state") { fanOut in
            let progress = try await fanOut.ask(PlaybackState.GetProgress(contents: films), of: "playback-state")
            let watched = Set(progress.titles.filter(\.isWatched).map(\.content))
            return { page in page.mark { title in title.isWatched = title.library.map(watched.contains) == true } }
        }
        return [favourites, watched]
    }

    private mutating func mark(_ body: (inout DiscoveredTitle) -> Void) {
        titles = titles?.map { title in
            var title = title
            body(&title)
            return title
        }
    }
}

/// A title from outside, and what the household has to do with it. What a service that is down would have said is
/// absent.
struct DiscoveredTitle: Encodable, Sendable {
    /// The title, with its id at TMDB.
    var card: Card
    /// Whether the library has it.
    var isInLibrary: Bool?
    /// Its id in the library.
    var library: ContentID?
    /// Whether it is a favourite of the acting profile.
    var isFavourite: Bool?
    /// Whether the acting profile has watched it, of a film that the library has.
    var isWatched: Bool?

    init(card: Card) { self.card = card }
}
