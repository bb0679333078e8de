internal import Access
internal import CatalogAPI
internal import HearthModel
internal import Logging
internal import RPC

/// The catalog's client, with the caller's own token: titles that the caller may not see are not found.
struct CatalogClient: Sendable {
    private let catalog: RPCClient<Catalog>
    private let logger: Logger
    private let runtime: any Runtime
    private let onUnavailable: @Sendable (_ household: String) -> Void

    /// The catalog's cards of some titles.
    struct Cards: Sendable {
        /// The cards by the requested IDs.
        var found: [ContentID: Card] = [:]
        /// False when the catalog does not answer: titles may exist or not.
        var hasResponse = true
    }

    /// - Parameter onUnavailable: called with the household of a call that the catalog did not answer.
    init(
        channel: any RPCChannel, runtime: any Runtime, logger: Logger,
        onUnavailable: @escaping @Sendable (_ household: String) -> Void
    ) {
        catalog = RPCClient(channel)
        self.runtime = runtime
        self.logger = logger
        self.onUnavailable = onUnavailable
    }

    /// The address of a title's stream, a secret for the caller only.
    ///
    /// - Throws: the catalog's `RPCError`.
    func stream(_ content: ContentID, variant: String?) async throws(RPCError) -> ResolvedStream {
        try await catalog.send(Catalog.ResolveStream(id: content, variant: variant))
    }

    /// A title's card; nil when it is not there, or not for this caller.
    ///
    /// - Throws: the catalog's `RPCError`.
    func card(of content: ContentID) async throws(RPCError) -> Card? {
        try await catalog.send(Catalog.GetCards(ids: [content])).cards.first
    }

    /// A page of a series' episodes that the caller may see, by season and number, for calls that can do without the catalog.
    ///
    /// - Throws: the catalog's `RPCError`.
    func episodes(
        of series: ContentID, season: Int32?, cursor: String?, for call: ServerCall
    ) async throws(RPCError) -> EpisodeList {
        let timeLeft = runtime.now.duration(to: call.deadline)
        let page = PageRequest(size: PageRequest.maximumSize, cursor: cursor)
        return try await catalog.send(
            Catalog.ListEpisodes(series: series, season: season, page: page),
            options: CallOptions(timeout: timeLeft / PlaybackLimits.cardTimeShare))
    }

    /// The first page of the episodes of each of some series; those that are not there, or not for this caller, are left out.
    ///
    /// - Parameter series: ``PlaybackLimits/nextSeries`` at most.
    /// - Throws: the catalog's `RPCError`.
    func episodes(of series: [ContentID], for call: ServerCall) async throws(RPCError) -> [SeriesEpisodes] {
        let timeLeft = runtime.now.duration(to: call.deadline)
        return try await catalog.send(
            Catalog.ListSeriesEpisodes(series: series),
            options: CallOptions(timeout: timeLeft / PlaybackLimits.cardTimeShare)
        ).series
    }

    /// Records that the catalog did not answer for next episodes.
    func note(_ error: RPCError) {
        logger.info("The catalog returned no next episodes.", metadata: ["error": "\(error)"])
    }

    /// The cards of titles, for calls that can do without the catalog.
    func cards(of contents: [ContentID], for call: ServerCall) async -> Cards {
        let timeLeft = runtime.now.duration(to: call.deadline)
        let options = CallOptions(timeout: timeLeft / PlaybackLimits.cardTimeShare)
        do {
            return try await cards(of: contents, options)
        } catch {
            logger.info("The catalog returned no cards.", metadata: ["error": "\(error)"])
            if let viewer = try? call.viewer { onUnavailable(viewer.household) }
            return Cards(hasResponse: false)
        }
    }

    private func cards(of contents: [ContentID], _ options: CallOptions) async throws(RPCError) -> Cards {
        let response = try await catalog.send(Catalog.GetCards(ids: contents), options: options).cards
        // Responses are in request order: when none is missing, positions match cards to IDs, even to a replaced ID.
        if response.count == contents.count {
            return Cards(found: Dictionary(zip(contents, response)) { first, _ in first })
        }
        var cards = Cards(found: Dictionary(response.map { ($0.id, $0) }) { first, _ in first })
        let open = contents.filter { cards.found[$0] == nil }
        for content in open.prefix(PlaybackLimits.replacedIDs) {
            cards.found[content] = try await catalog.send(Catalog.GetCards(ids: [content]), options: options).cards
                .first
        }
        return cards
    }
}
