import CatalogAPI
import Foundation
import HearthModel
import RPC
import Synchronization
import TestSupport

/// A catalog made from its contract that also knows what is asked while something plays: times of parts, links with their
/// qualities, channels in order, sources, and programmes.
final class FakeTitles: Sendable {
    private struct State {
        var times: [ContentID: IntroTimes] = [:]
        var variants: [ContentID: [Variant]] = [:]
        var connections: Int32? = nil
        var hidesSources = false
        var programmes: [ContentID: [Programme]] = [:]
        var failures: [String] = []
        var airings: [SpecialAiring]?
        var abovePlan: Set<String> = []
        var guideCalls = 0
    }

    private let log = FakeEventLog<CatalogEvent>()
    private let cards: [Card]
    private let state = Mutex(State())

    init(_ cards: [Card]) { self.cards = cards }

    /// The links that were reported as failed.
    var failures: [String] { state.withLock { $0.failures } }
    /// How often the guide was asked.
    var guideCalls: Int { state.withLock { $0.guideCalls } }

    /// Links that the caller's plan does not have the quality for.
    func set(abovePlan: Set<String>) { state.withLock { $0.abovePlan = abovePlan } }
    /// Where specials air.
    func set(_ airings: [SpecialAiring]) { state.withLock { $0.airings = airings } }
    func set(_ times: IntroTimes, of id: ContentID) { state.withLock { $0.times[id] = times } }

    /// Links by their ids with their qualities, the best first.
    func set(_ links: [(id: String, quality: String)], of id: ContentID, source: String = "web") {
        let variants = links.map { link in
            var variant = Variant(id: link.id, name: link.quality, source: source)
            variant.quality = link.quality
            return variant
        }
        state.withLock { $0.variants[id] = variants }
    }

    /// How many streams the account of the source `web` allows; nil when it does not say.
    func setConnections(_ count: Int32?) { state.withLock { $0.connections = count } }
    /// Has callers not be allowed to list sources, as kids profiles are not.
    func hideSources() { state.withLock { $0.hidesSources = true } }
    func set(_ programmes: [Programme], on channel: ContentID) {
        state.withLock { $0.programmes[channel] = programmes }
    }

    func play(in harness: ServiceHarness) async throws {
        try harness.clients.play("catalog", handlers)
        try await harness.clients.connect(to: "catalog")
    }

    private func card(_ id: ContentID) throws -> Card {
        guard let card = cards.first(where: { $0.id == id }) else {
            throw RPCError(.notFound, "There is no such title.")
        }
        return card
    }

    private func links(of id: ContentID) -> [Variant] {
        state.withLock { $0.variants[id] }
            ?? FakeCatalog.variants.map { Variant(id: $0, name: "Default", source: "web") }
    }

    private func episodes(of series: ContentID) -> EpisodeList {
        let episodes = cards.filter { $0.series == series }
        var list = EpisodeList(episodes: episodes, total: Int64(episodes.count))
        list.airings = state.withLock { $0.airings }
        return list
    }

    private var handlers: RPCHandlers<Catalog> {
        var handlers = RPCHandlers<Catalog>()
        handlers.on(Catalog.FollowEvents.self) { [log] _, writer, call in
            try await log.send(to: writer, after: call.resumeAfter)
        }
        handlers.on(Catalog.GetCards.self) { [cards] request, _ in
            let known = Dictionary(cards.map { ($0.id, $0) }) { first, _ in first }
            return CardList(cards: try catalogCards(request.ids, among: known))
        }
        handlers.on(Catalog.ListEpisodes.self) { [self] request, _ in episodes(of: request.series) }
        handlers.on(Catalog.ListSeriesEpisodes.self) { [self] request, _ in
            SeriesEpisodesList(series: request.series.map { SeriesEpisodes(series: $0, list: episodes(of: $0)) })
        }
        handlers.on(Catalog.GetIntroTimes.self) { [self] request, _ in
            let card = try card(request.id)
            guard [.movie, .episode].contains(card.kind) else {
                throw RPCError.invalidArgument("id", "must be a movie or an episode")
            }
            return state.withLock { $0.times[request.id] } ?? IntroTimes(hasIntroData: false, source: .none)
        }
        handlers.on(Catalog.GetTitle.self) { [self] request, _ in
            var title = Title(card: try card(request.id))
            title.variants = links(of: request.id)
            return title
        }
        handlers.on(Catalog.ResolveStream.self) { [self] request, _ in
            let abovePlan = state.withLock { $0.abovePlan }
            if let named = request.variant, abovePlan.contains(named) {
                throw RPCError.featureRequired(.qualityAbove1080p, for: "This link")
            }
            let ids = links(of: try card(request.id).id).map(\.id).filter { !abovePlan.contains($0) }
            guard let variant = request.variant ?? ids.first, ids.contains(variant) else {
                throw RPCError(.notFound, "No such link.")
            }
            return ResolvedStream(
                variant: variant, url: "http://tv.example/\(FakeCatalog.secret)/\(request.id).ts", headers: [:],
                fallbacks: ids.filter { $0 != variant })
        }
        handlers.on(Catalog.ReportStream.self) { [self] request, _ in
            guard links(of: request.id).contains(where: { $0.id == request.variant }) else {
                throw RPCError(.notFound, "No such link.")
            }
            state.withLock { $0.failures.append(request.variant) }
            return StreamStanding(variants: links(of: request.id))
        }
        addChannels(to: &handlers)
        return handlers
    }

    private func addChannels(to handlers: inout RPCHandlers<Catalog>) {
        handlers.on(Catalog.ListNeighbours.self) { [self] request, _ in
            guard try card(request.channel).kind == .channel else { throw RPCError(.notFound, "No such channel.") }
            let channels = cards.filter { $0.kind == .channel }
            let index = channels.firstIndex { $0.id == request.channel } ?? 0
            func numbered(_ index: Int) -> NumberedChannel? {
                channels.indices.contains(index) ? NumberedChannel(card: channels[index], number: "\(index)") : nil
            }
            return ChannelNeighbours(previous: numbered(index - 1), next: numbered(index + 1))
        }
        handlers.on(Catalog.ListSources.self) { [self] _, _ in
            try state.withLock { state in
                if state.hidesSources { throw RPCError(.permissionDenied, "Only owners and adults list sources.") }
                var source = CatalogSource(
                    name: "web", kind: .playlist, path: "x", imported: Date(timeIntervalSince1970: 0))
                source.feed = SourceFeed(address: "http://tv.example", refreshMinutes: 0, isDisabled: false)
                source.feed?.account = PanelAccount(status: "Active")
                source.feed?.account?.maximumConnections = state.connections
                return SourceList(sources: [source])
            }
        }
        handlers.on(Catalog.GetProgramme.self) { [self] request, _ in
            let found = try programme(
                on: request.channel, at: request.at ?? Date(timeIntervalSince1970: 0), isAny: request.at == nil)
            return GuideHit(
                channel: NumberedChannel(card: try card(request.channel), number: nil), programme: found,
                hasCatchup: true)
        }
        handlers.on(Catalog.ResolveCatchup.self) { [self] request, _ in
            _ = try programme(on: request.channel, at: request.at, isAny: false)
            return ResolvedStream(
                variant: "v1", url: "http://tv.example/\(FakeCatalog.secret)/archive.ts", headers: [:], fallbacks: [])
        }
    }

    private func programme(on channel: ContentID, at time: Date, isAny: Bool) throws -> Programme {
        let programmes = state.withLock { state in
            state.guideCalls += 1
            return state.programmes[channel] ?? []
        }
        guard let found = programmes.first(where: { isAny || $0.start <= time && time < $0.stop }) else {
            throw RPCError(.notFound, "There is no such programme.")
        }
        return found
    }
}
