internal import Access
internal import CatalogAPI
internal import HearthModel
internal import RPC
internal import ServiceKit

/// The methods of the catalog.
enum CatalogHandlers {
    static func make(_ context: HandlerContext) -> RPCHandlers<Catalog> {
        var handlers = RPCHandlers<Catalog>()
        addImports(to: &handlers, context)
        addSources(to: &handlers, context)
        addSearch(to: &handlers, context)
        addTitles(to: &handlers, context)
        addLinks(to: &handlers, context)
        addDetails(to: &handlers, context)
        addChannels(to: &handlers, context)
        addGuide(to: &handlers, context)
        addDiscovery(to: &handlers, context)
        addCorrections(to: &handlers, context)
        addSearchHistory(to: &handlers, context)
        addSubscriptions(to: &handlers, context)
        handlers.on(Catalog.FollowEvents.self) { _, writer, call in
            // For as long as the call lasts.
            let shard = try await context.shards.shard(for: call.viewer.household)
            try await shard.sendOutbox(to: writer, after: call.resumeAfter, source: CatalogOutbox())
        }
        return handlers
    }
}
