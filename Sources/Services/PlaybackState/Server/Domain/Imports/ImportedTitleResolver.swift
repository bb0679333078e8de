internal import CatalogAPI
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC

/// Finds the titles of imported plays in the catalog, with the caller's own token: titles that the caller may not see are
/// not found.
struct ImportedTitleResolver: Sendable {
    private let catalog: RPCClient<Catalog>

    init(_ catalog: RPCClient<Catalog>) { self.catalog = catalog }

    /// An episode's place.
    private struct Place: Hashable {
        var series: ContentID
        var season: Int32
    }

    /// The cards of plays, in order; nil where the library has none.
    ///
    /// - Throws: the catalog's `RPCError`: what it cannot be asked is not "not found".
    func cards(of plays: [ImportedPlay]) async throws(RPCError) -> [Card?] {
        var known = try await known(plays)
        var found: [Card?] = []
        var searches = 0
        var seasons: [Place: [Card]] = [:]
        for play in plays {
            guard let key = Self.key(play) else {
                found.append(nil)
                continue
            }
            if known[key] == nil, case .imdb(let id, _) = key {
                searches += 1
                let isAllowed = searches <= PlaybackLimits.importSearches
                known[key] = isAllowed ? .some(try await search(id, play)) : .some(nil)
            }
            guard let card = known[key] ?? nil else {
                found.append(nil)
                continue
            }
            guard let number = play.episode, play.content == nil else {
                found.append(card)
                continue
            }
            guard card.kind == .series else {
                found.append(nil)
                continue
            }
            let place = Place(series: card.id, season: play.season ?? 1)
            if seasons[place] == nil { seasons[place] = try await episodes(place) }
            found.append(seasons[place]?.first { $0.episode == number })
        }
        return found
    }

    /// What a play names its film or series by.
    private enum Key: Hashable {
        case content(ContentID)
        case imdb(String, isSeries: Bool)
    }

    private static func key(_ play: ImportedPlay) -> Key? {
        if let content = play.content { return .content(content) }
        let isSeries = play.episode != nil
        if let number = play.tmdbID, let id = TMDBID(isSeries ? .series : .movie, number) {
            return .content(id.content)
        }
        guard let id = play.imdbID, play.title?.isEmpty == false else { return nil }
        return .imdb(id, isSeries: isSeries)
    }

    /// The cards of all titles that are named by ids.
    private func known(_ plays: [ImportedPlay]) async throws(RPCError) -> [Key: Card?] {
        var (ids, seen): ([ContentID], Set<ContentID>) = ([], [])
        for case .content(let id)? in plays.map(Self.key) where seen.insert(id).inserted { ids.append(id) }
        guard !ids.isEmpty else { return [:] }
        let cards = try await catalog.send(Catalog.GetCards(ids: ids)).cards
        var known: [Key: Card?] = [:]
        // Cards are in request order: when none is missing, positions match them, even to a replaced id.
        if cards.count == ids.count {
            for (id, card) in zip(ids, cards) { known[.content(id)] = card }
            return known
        }
        for card in cards {
            known[.content(card.id)] = card
            if let number = TMDBID(of: card) { known[.content(number.content)] = card }
        }
        for id in ids where known[.content(id)] == nil && id.isOfLibrary {
            // Its id may have been replaced.
            known[.content(id)] = .some(try await catalog.send(Catalog.GetCards(ids: [id])).cards.first)
        }
        return known
    }

    /// The title with an id of IMDb among those of its name.
    private func search(_ id: String, _ play: ImportedPlay) async throws(RPCError) -> Card? {
        let kind: ContentKind = play.episode == nil ? .movie : .series
        let request = Catalog.Search(text: play.title ?? "", kinds: [kind])
        return try await catalog.send(request).hits.first { $0.imdbID == id }
    }

    private func episodes(_ place: Place) async throws(RPCError) -> [Card] {
        var (found, cursor): ([Card], String?) = ([], nil)
        repeat {
            let request = Catalog.ListEpisodes(
                series: place.series, season: place.season,
                page: PageRequest(size: PageRequest.maximumSize, cursor: cursor))
            let page = try await catalog.send(request)
            // A catalog that knows no seasons in its request returns all.
            found += page.episodes.filter { $0.season == place.season }
            cursor = page.cursor
        } while cursor != nil
        return found
    }
}
