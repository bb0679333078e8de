import CatalogAPI
public import HearthModel
import RPC
internal import RPCDiagnostics
import Synchronization
import TestSupport

/// A catalog made from its contract: it has the cards it was given, and knows no tokens.
final class FakeCatalog: Sendable {
    private struct State {
        var cards: [ContentID: Card] = [:]
        var asked = 0
    }

    private let state = Mutex(State())
    /// What it tells those who follow it.
    let log = FakeEventLog<CatalogEvent>()

    init(_ cards: [Card] = []) { for card in cards { add(card) } }

    /// Gives it a card, to be found under its own id or under one that it has replaced.
    func add(_ card: Card, under id: ContentID? = nil) { state.withLock { $0.cards[id ?? card.id] = card } }

    /// How often it was asked for cards.
    var asked: Int { state.withLock { $0.asked } }

    /// Has a harness's neighbour be this catalog, and returns when the service is connected to it.
    func play(in harness: ServiceHarness) async throws {
        try harness.neighbours.play("catalog", handlers)
        let options = CallOptions(timeout: TestTimeout.longest, waitForReady: true)
        _ = try await RPCClient<Sys>(harness.neighbours.channel(to: "catalog")).send(Sys.Ping(), options: options)
    }

    private var handlers: RPCHandlers<Catalog> {
        var handlers = RPCHandlers<Catalog>()
        handlers.on(Catalog.FollowEvents.self) { [log] _, writer, call in
            try await log.send(to: writer, after: call.resumeAfter)
        }
        handlers.on(Catalog.GetCards.self) { [self] request, _ in
            try state.withLock { state in
                state.asked += 1
                return CardList(cards: try catalogCards(request.ids, among: state.cards))
            }
        }
        return handlers
    }
}

extension Card {
    /// A film.
    static func movie(
        _ id: String, _ title: String, _ rating: ContentRating = .pg, isAdult: Bool = false
    ) -> Card {
        Card(id: ContentID(rawValue: id), kind: .movie, title: title, rating: rating, isAdult: isAdult)
    }

    /// Anything.
    static func of(_ kind: ContentKind, _ id: String, _ title: String) -> Card {
        Card(id: ContentID(rawValue: id), kind: kind, title: title, rating: .g)
    }
}

extension ContentID: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}
