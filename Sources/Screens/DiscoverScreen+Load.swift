internal import CatalogAPI
internal import HearthModel
internal import MetadataGatewayAPI
internal import PlaybackStateAPI
internal import ProfilesAPI
public import WebAPI

extension DiscoverScreen {
    /// A part, which fills in its result.
    private typealias Filling = @Sendable (inout DiscoverScreen) -> Void

    /// The share of the timeout in which TMDB's titles must arrive: then the household's marks are fetched.
    private static let titlesShare = 0.7
    /// The share of the rest in which the catalog must return its matches.
    private static let libraryShare = 0.6

    /// Fetches TMDB's and the library's titles concurrently, and then the household's marks of TMDB's titles.
    ///
    /// - Throws: the first failure when nothing came; as ``FanOut/collect(_:)``.
    public static func load(_ request: Gateway.Discover, _ fanOut: FanOut) async throws -> DiscoverScreen {
        let (discover, search) = (outside(request), inside(request))
        async let library = fanOut.collect([libraryPart(search)])
        var page = DiscoverScreen()
        let first = page.fill(try await fanOut.collect([titlesPart(discover)]))
        if let cards = page.titles?.map(\.card), !cards.isEmpty {
            _ = page.fill(try await fanOut.collect([heldPart(of: cards)]))
            _ = page.fill(try await fanOut.collect(page.markParts))
        }
        let second = page.fill(try await library)
        if page.titles == nil, page.library == nil, let failure = first ?? second { throw failure }
        // Titles that are shown above are not repeated.
        let shown = Set((page.titles ?? []).compactMap(\.library))
        page.library?.removeAll { shown.contains($0.id) }
        return page
    }

    private static func outside(_ request: Gateway.Discover) -> MetadataGateway.Discover {
        MetadataGateway.Discover(
            text: text(request), list: request.list, kind: request.kind, page: request.page, language: request.language)
    }

    private static func inside(_ request: Gateway.Discover) -> Catalog.Search {
        let text = text(request)
        return Catalog.Search(
            text: text ?? "", kinds: request.kind.map { [$0] } ?? [.movie, .series], sort: text == nil ? .newest : nil,
            page: PageRequest(size: request.size ?? Gateway.Discover.standardSize))
    }

    /// The text to search; nil: a list is shown.
    private static func text(_ request: Gateway.Discover) -> String? {
        request.text.flatMap { $0.isEmpty ? nil : $0 }
    }

    private mutating func fill(_ found: FanOutResult<Filling>) -> (any PartFailure)? {
        for filling in found.values { filling(&self) }
        missing += found.missing
        return found.firstFailure
    }

    private static func titlesPart(_ request: MetadataGateway.Discover) -> FanOutPart<Filling> {
        FanOutPart(name: "titles from outside", service: MetadataGateway.serviceName) { fanOut in
            let found = try await fanOut.send(request, share: titlesShare)
            return { page in
                page.titles = found.cards.map { DiscoveredTitle(card: $0) }
                (page.unrated, page.nextPage, page.source) = (found.unrated, found.nextPage, found.source)
            }
        }
    }

    private static func libraryPart(_ request: Catalog.Search) -> FanOutPart<Filling> {
        FanOutPart(name: "titles of the library", service: Catalog.serviceName) { fanOut in
            let found = try await fanOut.send(request)
            return { $0.library = found.hits }
        }
    }

    /// Which of the titles the library has: by their TMDB IDs, or else by title and year.
    private static func heldPart(of cards: [Card]) -> FanOutPart<Filling> {
        FanOutPart(name: "library matches", service: Catalog.serviceName) { fanOut in
            let titles = cards.prefix(Catalog.MatchTitles.maximumCount).map { card in
                OutsideTitle(
                    id: card.id, name: String(card.title.prefix(OutsideTitle.maximumCharacters)), year: card.year)
            }
            let request = Catalog.MatchTitles(titles: Array(titles))
            let held = try await fanOut.send(request, share: libraryShare).titles
            let ids = Dictionary(held.map { ($0.id, $0.card.id) }) { first, _ in first }
            return { page in
                page.mark { title in
                    title.library = ids[title.card.id]
                    title.isInLibrary = title.library != nil
                }
            }
        }
    }

    /// The acting profile's marks of the titles, by the library's IDs.
    private var markParts: [FanOutPart<Filling>] {
        let titles = titles ?? []
        let ids = titles.map(\.card.id) + titles.compactMap(\.library)
        let films = titles.compactMap { $0.card.kind == .movie ? $0.library : nil }
        let favourites = FanOutPart<Filling>(name: "which are favourites", service: Profiles.serviceName) { fanOut in
            let request = Profiles.ListFavourites(
                page: PageRequest(size: Int32(ids.count)), contents: ids)
            let favourites = Set(try await fanOut.send(request).favourites.map(\.content))
            return { page in
                page.mark { title in
                    title.isFavourite =
                        favourites.contains(title.card.id) || title.library.map(favourites.contains) == true
                }
            }
        }
        guard !films.isEmpty else { return [favourites] }
        let watched = FanOutPart<Filling>(name: "watch states", service: PlaybackState.serviceName) { fanOut in
            let progress = try await fanOut.send(PlaybackState.GetProgress(contents: films))
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
