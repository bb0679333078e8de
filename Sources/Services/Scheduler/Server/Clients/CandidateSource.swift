internal import CatalogAPI
internal import HearthModel
internal import Logging
internal import MetadataGatewayAPI
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC

/// The caller's candidates, fetched with its own token: titles that it may not see are not found.
struct CandidateSource: Sendable {
    let catalog: RPCClient<Catalog>
    let playback: RPCClient<PlaybackState>
    let profiles: RPCClient<Profiles>
    let metadata: RPCClient<MetadataGateway>
    let runtime: any Runtime
    let logger: Logger

    /// The candidates, and the services that did not answer.
    struct Found: Sendable {
        var candidates: [Candidate] = []
        /// Titles of unknown length.
        var withoutLength = 0
        var missing: Set<String> = []
    }

    /// A title before its episodes are fetched.
    private struct Lead {
        var content: ContentID
        /// Absent when only the id is known.
        var card: Card?
        var source: Candidate.Source
        /// The episode of a series to resume.
        var next: Card?
        /// Its length, or its episode's, as reported by players, in minutes.
        var minutes: Int32?

        /// Whether its episodes must be fetched.
        var isSeries: Bool { card.map { $0.kind == .series } ?? true }
    }

    /// A title with its units in order, whose lengths may still be unknown.
    private struct Draft {
        var card: Card
        var units: [Card]
        var lead: Lead

        /// Whether the length of any unit is unknown.
        var isWithoutLength: Bool { card.runtimeMinutes == nil && units.contains { $0.runtimeMinutes == nil } }
    }

    /// A title's card.
    ///
    /// - Throws: ``SchedulerError/unknownContent`` when it is not there or not for this caller; the catalog's
    ///   `RPCError`.
    func card(of content: ContentID) async throws -> Card {
        guard let card = try await catalog.send(Catalog.GetCards(ids: [content])).cards.first else {
            throw SchedulerError.unknownContent(content)
        }
        return card
    }

    /// A title's length in minutes: the library's, or else metadata-gateway's; nil when unknown.
    func minutes(of card: Card) async -> Int32? {
        guard card.runtimeMinutes == nil, let number = TMDBID(of: card)?.content else { return card.runtimeMinutes }
        let requests = PlanningRequests(runtime: runtime, logger: logger)
        let request = MetadataGateway.GetCards(ids: [number])
        return await requests.fetch(metadata, request)?.cards.first?.runtimeMinutes
    }

    /// All candidates with the household's opinions: started titles first, then the queue, favourites, the maybe pool
    /// and the library.
    ///
    /// - Parameter gone: titles that the library has removed, by its events.
    func candidates(_ shows: [ContentID: ShowRow], without gone: Set<ContentID>, for viewer: Viewer) async -> Found {
        let requests = PlanningRequests(runtime: runtime, logger: logger)
        let leads = await there(await leads(shows, requests).filter { !gone.contains($0.content) }, requests)
            .filter { ($0.card ?? $0.next).map(viewer.policy.allows) ?? true }
        let watched = await watchedFilms(leads, requests)
        let drafts = await requests.each(Self.chosen(leads.filter { !watched.contains($0.content) })) {
            await draft($0, requests)
        }
        let measured = await withLengths(drafts.compactMap(\.self), requests)
        var found = Found(missing: requests.missing)
        for draft in measured {
            guard var candidate = Candidate(draft.card, units: draft.units, source: draft.lead.source) else {
                found.withoutLength += 1
                continue
            }
            candidate.opinion = shows[draft.lead.content]?.opinion ?? Opinion()
            if viewer.policy.audienceMask.titles & candidate.audienceColumn != 0 { found.candidates.append(candidate) }
        }
        return found
    }

    /// Fetches lengths missing from the library from metadata-gateway, for titles that the catalog has matched.
    private func withLengths(_ drafts: [Draft], _ requests: PlanningRequests) async -> [Draft] {
        var drafts = drafts
        var places: [ContentID: [Int]] = [:]
        for index in drafts.indices where drafts[index].isWithoutLength {
            guard let number = TMDBID(of: drafts[index].card)?.content else { continue }
            guard places[number] != nil || places.count < MetadataGateway.GetCards.maximumCount else { break }
            places[number, default: []].append(index)
        }
        guard !places.isEmpty else { return drafts }
        let request = MetadataGateway.GetCards(ids: places.keys.sorted { $0.rawValue < $1.rawValue })
        for card in await requests.fetch(metadata, request)?.cards ?? [] {
            for index in places[card.id] ?? [] { drafts[index].card.runtimeMinutes = card.runtimeMinutes }
        }
        return drafts
    }

    /// The library's titles offered by other services and the household's own data, each title once.
    private func leads(_ shows: [ContentID: ShowRow], _ requests: PlanningRequests) async -> [Lead] {
        async let begun = begun(requests)
        async let queued = queued(requests)
        async let favourites = favourites(requests)
        async let library = library(requests)
        let maybe = shows.values.filter { $0.opinion.isMaybe && $0.title.isAvailable }
            .map { Lead(content: $0.card.id, card: $0.card, source: .library) }
            .sorted { $0.content.rawValue < $1.content.rawValue }
        var seen: Set<ContentID> = []
        return await (begun + queued + favourites + maybe + library)
            .filter { $0.content.isOfLibrary && seen.insert($0.content).inserted }
    }

    /// The leads that the catalog still has for the caller, with its own cards. Other services' cards outlive their
    /// titles; without the catalog they are used as they are.
    private func there(_ leads: [Lead], _ requests: PlanningRequests) async -> [Lead] {
        let doubtful = leads.filter { $0.source != .library }.prefix(Catalog.GetCards.maximumCount).map(\.content)
        guard !doubtful.isEmpty,
            let response = await requests.fetch(catalog, Catalog.GetCards(ids: doubtful))
        else { return leads }
        let cards = Dictionary(response.cards.map { ($0.id, $0) }) { $1 }
        let requested = Set(doubtful)
        return leads.compactMap { lead in
            guard requested.contains(lead.content) else { return lead }
            var lead = lead
            lead.card = cards[lead.content]
            return lead.card == nil ? nil : lead
        }
    }

    /// As many as a plan chooses from, with no more series than can be fetched.
    private static func chosen(_ leads: [Lead]) -> [Lead] {
        var seriesLeft = SchedulerLimits.series
        return leads.prefix(SchedulerLimits.candidates).filter { lead in
            guard lead.isSeries else { return true }
            seriesLeft -= 1
            return seriesLeft >= 0
        }
    }

    private func begun(_ requests: PlanningRequests) async -> [Lead] {
        let request = PlaybackState.ContinueWatching(limit: SchedulerLimits.listedTitles)
        let titles = await requests.fetch(playback, request)?.titles ?? []
        return titles.compactMap { entry in
            var lead = entry.card.flatMap { Self.lead($0, .started) }
            lead?.minutes = Self.minutes(entry.duration)
            return lead
        }
    }

    private func queued(_ requests: PlanningRequests) async -> [Lead] {
        let entries = await requests.fetch(playback, PlaybackState.ListQueue())?.entries ?? []
        return entries.compactMap { $0.card.flatMap { Self.lead($0, .queued) } }
    }

    private func favourites(_ requests: PlanningRequests) async -> [Lead] {
        let request = Profiles.ListFavourites(
            kinds: [.movie, .series], page: PageRequest(size: SchedulerLimits.listedTitles))
        let favourites = await requests.fetch(profiles, request)?.favourites ?? []
        return favourites.filter { $0.isAvailable != false }
            .compactMap { $0.card.flatMap { Self.lead($0, .favourite) } }
    }

    private func library(_ requests: PlanningRequests) async -> [Lead] {
        let request = Catalog.Search(
            text: "", kinds: [.movie, .series], sort: .added, page: PageRequest(size: SchedulerLimits.listedTitles))
        let hits = await requests.fetch(catalog, request)?.hits ?? []
        return hits.compactMap { Self.lead($0, .library) }
    }

    private static func lead(_ card: Card, _ source: Candidate.Source) -> Lead? {
        switch card.kind {
        case .movie: Lead(content: card.id, card: card, source: source)
        case .series: Lead(content: card.id, card: card, source: source)
        case .episode:
            card.series.map { Lead(content: $0, source: source, next: card) }
                ?? Lead(content: card.id, card: card, source: source)
        default: nil
        }
    }

    /// Films out of the library that were watched: they are no news.
    private func watchedFilms(_ leads: [Lead], _ requests: PlanningRequests) async -> Set<ContentID> {
        let films = leads.filter { $0.source == .library && $0.card?.kind == .movie }.map(\.content)
            .prefix(PlaybackState.GetProgress.maximumCount)
        guard !films.isEmpty else { return [] }
        let progress = await requests.fetch(playback, PlaybackState.GetProgress(contents: Array(films)))
        return Set((progress?.titles ?? []).filter(\.isWatched).map(\.content))
    }

    /// The units of a title that can be planned: all of a film, a series from its viewer's progress; nil when the
    /// progress is unknown.
    private func draft(_ lead: Lead, _ requests: PlanningRequests) async -> Draft? {
        var lead = lead
        guard lead.isSeries else { return lead.card.map { Self.draft($0, [$0], lead) } }
        guard let card = lead.card, let units = await episodes(from: &lead, requests), !units.isEmpty else {
            return nil
        }
        return Self.draft(card, Array(units.prefix(SchedulerLimits.plannedEpisodes)), lead)
    }

    /// A title with its length, if it is known here: from the library, or from players.
    private static func draft(_ card: Card, _ units: [Card], _ lead: Lead) -> Draft {
        var card = card
        card.runtimeMinutes = card.runtimeMinutes ?? lead.minutes
        return Draft(card: card, units: units, lead: lead)
    }

    private static func minutes(_ seconds: Double?) -> Int32? {
        seconds.flatMap { Int32(exactly: ($0 / 60).rounded(.up)) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// The episodes of a series from its viewer's progress: from the one to resume, or after the last one watched; nil
    /// when the progress is unknown.
    private func episodes(from lead: inout Lead, _ requests: PlanningRequests) async -> [Card]? {
        var (rest, cursor): ([Card], String?) = ([], nil)
        for _ in 0..<SchedulerLimits.episodePages {
            let request = Catalog.ListEpisodes(
                series: lead.content, page: PageRequest(size: SchedulerLimits.listedTitles, cursor: cursor))
            guard let page = await requests.fetch(catalog, request) else { return nil }
            // Season 0 holds specials, which have no order.
            let episodes = page.episodes.filter { $0.season != 0 }
            if let next = lead.next {
                rest += rest.isEmpty ? Array(episodes.drop { $0.id != next.id }) : episodes
                if rest.count >= SchedulerLimits.plannedEpisodes { return rest }
            } else if !episodes.isEmpty {
                let request = PlaybackState.GetProgress(contents: episodes.map(\.id))
                guard let progress = await requests.fetch(playback, request)?.titles else { return nil }
                let watched = Set(progress.filter(\.isWatched).map(\.content))
                lead.minutes = Self.minutes(progress.compactMap(\.duration).max()) ?? lead.minutes
                if let last = episodes.lastIndex(where: { watched.contains($0.id) }) {
                    rest = Array(episodes[(last + 1)...])
                } else {
                    rest += episodes
                }
            }
            guard let next = page.cursor else { return rest }
            cursor = next
        }
        return nil
    }
}
