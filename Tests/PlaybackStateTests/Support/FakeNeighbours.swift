import CatalogAPI
import DownloadsAPI
import Foundation
public import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
internal import RPCDiagnostics
import Synchronization
import TestSupport

/// A catalog made from its contract: it has the cards and streams that it was given, and knows no tokens.
final class FakeCatalog: Sendable {
    private struct State {
        var cards: [ContentID: Card] = [:]
        var forbidden: Set<ContentID> = []
    }

    private let state = Mutex(State())
    /// What it tells those who follow it.
    let log = FakeEventLog<CatalogEvent>()

    /// What every address has in it, to be looked for where it must not be.
    static let secret = "s3cretAccount"

    init(_ cards: [Card] = []) { for card in cards { add(card) } }

    /// Gives it a card, to be found under its own id or under one that it has replaced.
    func add(_ card: Card, under id: ContentID? = nil) { state.withLock { $0.cards[id ?? card.id] = card } }

    /// Has a title not be there any more, as for a caller who may not see it.
    func forbid(_ id: ContentID) { state.withLock { _ = $0.forbidden.insert(id) } }

    /// Has a harness's neighbour be this catalog, and returns when the service is connected to it.
    func play(in harness: ServiceHarness) async throws {
        try harness.neighbours.play("catalog", handlers)
        let options = CallOptions(timeout: TestTimeout.longest, waitForReady: true)
        _ = try await RPCClient<Sys>(harness.neighbours.channel(to: "catalog")).send(Sys.Ping(), options: options)
    }

    /// The links that every title has.
    static let variants = ["v1", "v2", "v3"]

    var handlers: RPCHandlers<Catalog> {
        var handlers = RPCHandlers<Catalog>()
        handlers.on(Catalog.FollowEvents.self) { [log] _, writer, call in
            try await log.send(to: writer, after: call.resumeAfter)
        }
        handlers.on(Catalog.GetCards.self) { [self] request, _ in
            try state.withLock { state in
                let cards = try catalogCards(request.ids, among: state.cards)
                return CardList(cards: cards.filter { !state.forbidden.contains($0.id) })
            }
        }
        handlers.on(Catalog.ListEpisodes.self) { [self] request, _ in
            let all = state.withLock { state in
                state.cards.values.filter { $0.series == request.series && !state.forbidden.contains($0.id) }
            }
            let sorted = all.sorted { ($0.season ?? 0, $0.episode ?? 0) < ($1.season ?? 0, $1.episode ?? 0) }
            // Pages of two, so that there are several.
            let start = request.page?.cursor.flatMap { Int($0) } ?? 0
            let page = Array(sorted.dropFirst(start).prefix(2))
            let isLast = start + page.count >= sorted.count
            return EpisodeList(
                episodes: page, total: Int64(all.count), cursor: isLast ? nil : "\(start + page.count)")
        }
        handlers.on(Catalog.ResolveStream.self) { [self] request, _ in
            let isThere = state.withLock { $0.cards[request.id] != nil && !$0.forbidden.contains(request.id) }
            let variant = request.variant ?? "v1"
            guard isThere, Self.variants.contains(variant) else { throw RPCError(.notFound, "No such link.") }
            return ResolvedStream(
                variant: variant, url: "http://tv.example/\(Self.secret)/\(request.id).ts",
                headers: ["User-Agent": "TV"],
                fallbacks: Self.variants.filter { $0 != variant })
        }
        return handlers
    }
}

/// Downloads made from its contract: it has finished those that it was given, and hangs when told to.
struct FakeDownloads {
    let finished: [Card]
    var hangs = false

    /// The link that all were fetched from, and the folder that all are in.
    static let (variant, folder) = ("v2", "/media/a film/")

    func play(in harness: ServiceHarness) async throws {
        var handlers = RPCHandlers<Downloads>()
        handlers.on(Downloads.Locate.self) { [self] request, call in
            if hangs { try await harness.runtime.sleep(for: .seconds(600)) }
            guard let card = finished.first(where: { $0.id == request.content }) else {
                throw RPCError(.notFound, "It is not there.")
            }
            var download = Download(
                id: "d-\(card.id)", content: card.id, card: card, variant: Self.variant, quality: .best,
                status: .completed, bytes: 1, started: Date(timeIntervalSince1970: 0))
            download.path = "\(Self.folder)\(card.id).mp4"
            return download
        }
        try harness.neighbours.play("downloads", handlers)
        let options = CallOptions(timeout: TestTimeout.longest, waitForReady: true)
        _ = try await RPCClient<Sys>(harness.neighbours.channel(to: "downloads")).send(Sys.Ping(), options: options)
    }
}

/// Profiles made from its contract: it lists those that it was given.
struct FakeProfiles {
    let ids: [String]

    func play(in harness: ServiceHarness) async throws {
        var handlers = RPCHandlers<Profiles>()
        handlers.on(Profiles.ListProfiles.self) { [ids] _, _ in
            ProfileList(
                profiles: ids.map {
                    Profile(id: $0, name: $0, kind: .adult, member: nil, created: Date(timeIntervalSince1970: 0))
                }, limit: 10)
        }
        try harness.neighbours.play("profiles", handlers)
        let options = CallOptions(timeout: TestTimeout.longest, waitForReady: true)
        _ = try await RPCClient<Sys>(harness.neighbours.channel(to: "profiles")).send(Sys.Ping(), options: options)
    }
}

extension Card {
    /// A film.
    static func movie(_ id: String, _ rating: ContentRating = .pg) -> Card {
        Card(id: ContentID(rawValue: id), kind: .movie, title: "Film \(id)", rating: rating)
    }

    /// An episode of a series.
    static func episode(_ id: String, of series: String, season: Int32 = 1, _ number: Int32) -> Card {
        var card = Card(id: ContentID(rawValue: id), kind: .episode, title: "Episode \(id)", rating: .g)
        card.series = ContentID(rawValue: series)
        (card.season, card.episode) = (season, number)
        return card
    }

    /// Anything.
    static func of(_ kind: ContentKind, _ id: String) -> Card {
        Card(id: ContentID(rawValue: id), kind: kind, title: "Title \(id)", rating: .g)
    }
}

extension ContentID: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}
