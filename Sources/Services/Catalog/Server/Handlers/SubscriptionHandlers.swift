internal import Access
internal import CatalogAPI
internal import HearthModel
internal import RPC
internal import ServiceKit

/// Reads and changes the profiles' subscriptions.
struct SubscriptionHandlers: Sendable {
    private let context: HandlerContext

    init(context: HandlerContext) { self.context = context }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Catalog>) {
        handlers.on(Catalog.GetSubscriptions.self) { _, call in
            let viewer = try call.viewer
            let profile = try viewer.actingProfile
            return try await context.read(viewer) { try SubscriptionTable.subscriptions(of: profile, $0) }
        }
        handlers.on(Catalog.SetSubscriptions.self) { request, call in
            let viewer = try call.viewer
            let profile = try viewer.actingProfile
            guard request.providers.count <= Catalog.SetSubscriptions.maximumCount else {
                throw RPCError.invalidArgument("providers", "must be at most \(Catalog.SetSubscriptions.maximumCount)")
            }
            guard request.providers.allSatisfy({ $0 > 0 }) else {
                throw RPCError.invalidArgument("providers", "must be TMDB's numbers of providers, from 1 on")
            }
            return try await context.shards.shard(for: viewer.household).write(once: call) { db in
                try SubscriptionTable.set(request.providers, of: profile, db)
                return try SubscriptionTable.subscriptions(of: profile, db)
            }
        }
    }
}
