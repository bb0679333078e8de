internal import Access
internal import CatalogAPI
internal import HearthModel
internal import RPC
internal import ServiceKit

/// Sends the catalogs' events to other services.
struct EventStream: Sendable {
    private let context: HandlerContext

    init(context: HandlerContext) { self.context = context }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Catalog>) {
        handlers.on(Catalog.FollowEvents.self) { _, writer, call in try await follow(writer, call) }
    }

    /// Sends a follower its household's log, for as long as its call lasts.
    private func follow(_ writer: RPCWriter<CatalogEvent>, _ call: ServerCall) async throws {
        let shard = try await context.shards.shard(for: call.viewer.household)
        try await shard.sendOutbox(to: writer, after: call.resumeAfter, source: CatalogOutbox())
    }
}
