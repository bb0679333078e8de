import Foundation
import HearthModel
import MetadataGatewayAPI
import RPC
import Synchronization
import TestSupport

/// metadata-gateway as its contract has it, in memory: says what it is told to say, and keeps what it was asked.
final class FakeMetadata: Sendable {
    private struct State {
        var found = DiscoveredTitles(
            cards: [], unrated: 0, nextPage: nil,
            source: AnswerSource(fetchedAt: FakeMetadata.date, isStale: false, attribution: "From the outside."))
        var requested: [MetadataGateway.Discover] = []
        var failure: RPCError?
        var hangs = false
    }

    private let state = Mutex(State())
    static let date = Date(timeIntervalSince1970: 1_767_225_600)

    /// What there is outside.
    func setFound(_ change: (inout DiscoveredTitles) -> Void) { state.withLock { change(&$0.found) } }

    /// Has every call fail from now on.
    func fail(with error: RPCError?) { state.withLock { $0.failure = error } }

    /// Answers nothing any more.
    func hang() { state.withLock { $0.hangs = true } }

    /// What it was asked.
    var requested: [MetadataGateway.Discover] { state.withLock { $0.requested } }

    var handlers: RPCHandlers<MetadataGateway> {
        var handlers = RPCHandlers<MetadataGateway>()
        handlers.on(MetadataGateway.Discover.self) { [self] request, call in
            let hangs = state.withLock { state in
                state.requested.append(request)
                return state.hangs
            }
            if hangs { await TestSupport.hang() }
            return try state.withLock { state in
                if let failure = state.failure { throw failure }
                return state.found
            }
        }
        return handlers
    }
}
