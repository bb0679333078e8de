import CatalogAPI
public import HearthModel
import ProfilesAPI
import RPC
internal import RPCDiagnostics
import Synchronization
import TestSupport

/// A catalog made from its contract: titles with links, which it gives to every caller.
final class FakeCatalog: Sendable {
    /// A title's link.
    struct Link: Sendable {
        var url: String
        var headers: [String: String] = [:]
    }

    /// A link beside others, as ``Variant`` describes it.
    struct NamedLink: Sendable {
        var variant: Variant
        var url: String
    }

    private struct State {
        var cards: [ContentID: Card] = [:]
        var links: [ContentID: [Link]] = [:]
        var named: [ContentID: [NamedLink]] = [:]
        var requested: [String] = []
        var reports: [String] = []
    }

    private let state = Mutex(State())
    /// What it tells those who follow it.
    let log = FakeEventLog<CatalogEvent>()

    /// Gives it a title with links that it gives one after the other, the last one from then on.
    func add(_ card: Card, _ links: [Link]) {
        state.withLock { ($0.cards[card.id], $0.links[card.id]) = (card, links) }
    }

    /// Gives it a film with one link.
    func add(_ id: String, _ url: String) {
        var card = Card(id: ContentID(rawValue: id), kind: .movie, title: "Film \(id)", rating: .pg)
        card.runtimeMinutes = 1
        add(card, [Link(url: url)])
    }

    /// Gives it a film with several links, the best first.
    func add(_ card: Card, named links: [NamedLink]) {
        state.withLock { ($0.cards[card.id], $0.named[card.id]) = (card, links) }
    }

    /// Has it lose a title.
    func lose(_ id: String) { state.withLock { $0.cards[ContentID(rawValue: id)] = nil } }

    /// Who asked for links: profiles and services, in order.
    var requested: [String] { state.withLock { $0.requested } }

    /// How links went, as it was told: "m1 failed".
    var reports: [String] { state.withLock { $0.reports } }

    /// Plays this catalog in a harness, and returns when the service is connected to it.
    func play(in harness: ServiceHarness) async throws {
        try harness.clients.play("catalog", handlers)
        try await harness.clients.connect(to: "catalog")
    }

    private var handlers: RPCHandlers<Catalog> {
        var handlers = RPCHandlers<Catalog>()
        handlers.on(Catalog.FollowEvents.self) { [log] _, writer, call in
            try await log.send(to: writer, after: call.resumeAfter)
        }
        handlers.on(Catalog.GetCards.self) { [self] request, _ in
            try state.withLock { CardList(cards: try catalogCards(request.ids, among: $0.cards)) }
        }
        handlers.on(Catalog.ListEpisodes.self) { [self] request, _ in
            let all = state.withLock { state in
                state.cards.values.filter { card in
                    card.series == request.series && request.season.map { $0 == card.season } ?? true
                }
            }
            let sorted = all.sorted { ($0.season ?? 0, $0.episode ?? 0) < ($1.season ?? 0, $1.episode ?? 0) }
            return EpisodeList(episodes: sorted, total: Int64(all.count))
        }
        handlers.on(Catalog.ReportStream.self) { [self] request, _ in
            state.withLock { $0.reports.append("\(request.id) \(request.outcome.rawValue)") }
            return StreamStanding(variants: [])
        }
        handlers.on(Catalog.GetTitle.self) { [self] request, _ in
            let (card, named) = state.withLock { ($0.cards[request.id], $0.named[request.id] ?? []) }
            guard let card else { throw RPCError(.notFound, "No such title.") }
            var title = Title(card: card)
            title.variants = named.map(\.variant)
            return title
        }
        handlers.on(Catalog.ResolveStream.self) { [self] request, _ in
            if let links = state.withLock({ $0.named[request.id] }) {
                let link = links.first { request.variant == nil || $0.variant.id == request.variant }
                guard let link else { throw RPCError(.notFound, "No such link.") }
                return ResolvedStream(variant: link.variant.id, url: link.url, headers: [:], fallbacks: [])
            }
            let link = state.withLock { state -> Link? in
                guard state.cards[request.id] != nil, let links = state.links[request.id] else { return nil }
                state.requested.append(request.id.rawValue)
                if links.count > 1 { state.links[request.id]?.removeFirst() }
                return links.first
            }
            guard let link else { throw RPCError(.notFound, "No such link.") }
            return ResolvedStream(
                variant: request.variant ?? "v1", url: link.url, headers: link.headers, fallbacks: [])
        }
        return handlers
    }
}

/// Profiles made from its contract, as far as other services follow it.
struct FakeProfiles {
    let log = FakeEventLog<ProfilesEvent>()

    func play(in harness: ServiceHarness) throws {
        var handlers = RPCHandlers<Profiles>()
        handlers.on(Profiles.FollowEvents.self) { [log] _, writer, call in
            try await log.send(to: writer, after: call.resumeAfter)
        }
        try harness.clients.play("profiles", handlers)
    }
}

extension ContentID: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}
