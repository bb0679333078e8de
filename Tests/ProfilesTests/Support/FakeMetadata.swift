import Foundation
import HearthModel
import MetadataGatewayAPI
import RPC
import RPCDiagnostics
import Synchronization
import TestSupport

/// A metadata-gateway made from its contract: it has the cards it was given, looks at no policy, and knows no tokens.
final class FakeMetadata: Sendable {
    private struct State {
        var cards: [ContentID: Card] = [:]
        var age = Duration.zero
        var isHasty = false
        var requested: [[ContentID]] = []
    }

    private let state = Mutex(State())

    init(_ cards: [Card] = []) { state.withLock { for card in cards { $0.cards[card.id] = card } } }

    /// Gives it a card.
    func add(_ card: Card) { state.withLock { $0.cards[card.id] = card } }

    /// Has what it answers be so old from now on.
    func age(by age: Duration) { state.withLock { $0.age = age } }

    /// Has it answer before it knows anything.
    var isHasty: Bool {
        get { state.withLock { $0.isHasty } }
        set { state.withLock { $0.isHasty = newValue } }
    }

    /// What it was asked.
    var requested: [[ContentID]] { state.withLock { $0.requested } }

    /// Plays this service in a harness, and returns when the service is connected to it.
    func play(in harness: ServiceHarness) async throws {
        let runtime = harness.runtime
        var handlers = RPCHandlers<MetadataGateway>()
        handlers.on(MetadataGateway.GetCards.self) { [self] request, _ in
            state.withLock { state in
                state.requested.append(request.ids)
                if state.isHasty { return OutsideCards(cards: [], unanswered: request.ids) }
                let time = runtime.wallTime.secondsSince1970 - Double(state.age.components.seconds)
                let source = AnswerSource(
                    fetchedAt: Date(timeIntervalSince1970: time), isStale: false, attribution: "From the outside.")
                return OutsideCards(cards: request.ids.compactMap { state.cards[$0] }, source: source)
            }
        }
        try harness.clients.play("metadata-gateway", handlers)
        try await harness.clients.connect(to: "metadata-gateway")
    }
}
