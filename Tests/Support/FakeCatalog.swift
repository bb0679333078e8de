package import CatalogAPI
package import HearthModel
package import RPC
internal import Synchronization

/// A catalog made from its contract: it has the cards that it was given, each with the same streams, and knows no tokens.
package final class FakeCatalog: Sendable {
    private struct State {
        var cards: [ContentID: Card] = [:]
        var forbidden: Set<ContentID> = []
        var requested = 0
        var resolved = 0
        var listings = 0
        var losesPages = false
        var account: (source: String, maximum: Int32?)?
        var similar: [ContentID: [ContentID]] = [:]
    }

    private let state = Mutex(State())
    /// What it tells those who follow it.
    package let log = FakeEventLog<CatalogEvent>()

    /// What every address has in it, to be looked for where it must not be.
    package static let secret = "s3cretAccount"

    /// Creates a catalog of these cards.
    package init(_ cards: [Card] = []) { for card in cards { add(card) } }

    /// Gives it a card, to be found under its own id or under one that it has replaced.
    package func add(_ card: Card, under id: ContentID? = nil) { state.withLock { $0.cards[id ?? card.id] = card } }

    /// How often it was asked for cards.
    package var requested: Int { state.withLock { $0.requested } }

    /// How often it was asked for an address.
    package var resolved: Int { state.withLock { $0.resolved } }

    /// How often it was asked for episodes, of one series or of several.
    package var listings: Int { state.withLock { $0.listings } }

    /// Has no page of episodes behind the first one come any more.
    package func losePages() { state.withLock { $0.losesPages = true } }

    /// Has a title not be there any more, as for a caller who may not see it.
    package func forbid(_ id: ContentID) { state.withLock { _ = $0.forbidden.insert(id) } }

    /// Has all streams be of one source, whose account opens so many at once; nil for any number.
    package func setAccount(_ source: String, maximum: Int32?) {
        state.withLock { $0.account = (source, maximum) }
    }

    /// Has titles be like one of them; unknown and forbidden ones are left out.
    package func setSimilar(_ ids: [ContentID], to id: ContentID) { state.withLock { $0.similar[id] = ids } }

    /// Plays this catalog in a harness, and returns when the service is connected to it.
    ///
    /// - Throws: `RPCServerError`, or the error of a service that does not get connected.
    package func play(in harness: ServiceHarness) async throws {
        try harness.clients.play("catalog", handlers)
        try await harness.clients.connect(to: "catalog")
    }

    /// The links that every title has.
    package static let variants = ["v1", "v2", "v3"]

    /// What it answers.
    package var handlers: RPCHandlers<Catalog> {
        var handlers = RPCHandlers<Catalog>()
        handlers.on(Catalog.FollowEvents.self) { [log] _, writer, call in
            try await log.send(to: writer, after: call.resumeAfter)
        }
        handlers.on(Catalog.GetCards.self) { [self] request, _ in
            try state.withLock { state in
                state.requested += 1
                let cards = try catalogCards(request.ids, among: state.cards)
                return CardList(cards: cards.filter { !state.forbidden.contains($0.id) })
            }
        }
        handlers.on(Catalog.ListEpisodes.self) { [self] request, _ in
            let losesPages = state.withLock { state in
                state.listings += 1
                return state.losesPages
            }
            guard !losesPages || request.page?.cursor == nil else { throw RPCError(.unavailable, "It does not come.") }
            guard let list = episodes(request) else { throw RPCError(.notFound, "There is no such title.") }
            return list
        }
        handlers.on(Catalog.ListSeriesEpisodes.self) { [self] request, _ in
            state.withLock { $0.listings += 1 }
            guard (1...Catalog.ListSeriesEpisodes.maximumCount).contains(request.series.count) else {
                throw RPCError.invalidArgument("series", "must be between 1 and 20 series")
            }
            return SeriesEpisodesList(
                series: request.series.compactMap { series in
                    episodes(Catalog.ListEpisodes(series: series)).map { SeriesEpisodes(series: series, list: $0) }
                })
        }
        handlers.on(Catalog.ResolveStream.self) { [self] request, _ in
            let (isThere, account) = state.withLock { state in
                state.resolved += 1
                return (state.cards[request.id] != nil && !state.forbidden.contains(request.id), state.account)
            }
            let variant = request.variant ?? "v1"
            guard isThere, Self.variants.contains(variant) else { throw RPCError(.notFound, "No such link.") }
            return ResolvedStream(
                variant: variant, url: "http://tv.example/\(Self.secret)/\(request.id).ts",
                headers: ["User-Agent": "TV"],
                fallbacks: Self.variants.filter { $0 != variant }, source: account?.source,
                stream: account.map { _ in "\(request.id) \(variant)" }, maximumConnections: account?.maximum)
        }
        handlers.on(Catalog.ListSimilar.self) { [self] request, _ in
            try state.withLock { state in
                guard state.cards[request.id] != nil, !state.forbidden.contains(request.id) else {
                    throw RPCError(.notFound, "There is no such title.")
                }
                let found = (state.similar[request.id] ?? []).filter { !state.forbidden.contains($0) }
                return CardList(cards: Array(found.compactMap { state.cards[$0] }.prefix(Int(request.size ?? 10))))
            }
        }
        return handlers
    }

    /// Nil without such a series, and for one that is forbidden.
    private func episodes(_ request: Catalog.ListEpisodes) -> EpisodeList? {
        let found = state.withLock { state -> [Card]? in
            guard state.cards[request.series] != nil, !state.forbidden.contains(request.series) else { return nil }
            return state.cards.values.filter {
                $0.series == request.series && !state.forbidden.contains($0.id)
                    && (request.season == nil || $0.season == request.season)
            }
        }
        guard let all = found else { return nil }
        let sorted = all.sorted { ($0.season ?? 0, $0.episode ?? 0) < ($1.season ?? 0, $1.episode ?? 0) }
        // Pages of two, so that there are several; those that follow the cursor see them all.
        let start = request.page?.cursor.flatMap { Int($0) } ?? 0
        let page = Array(sorted.dropFirst(start).prefix(2))
        let isLast = start + page.count >= sorted.count
        return EpisodeList(episodes: page, total: Int64(all.count), cursor: isLast ? nil : "\(start + page.count)")
    }
}
