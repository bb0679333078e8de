internal import CatalogAPI
internal import HearthModel
internal import RPC
internal import ServiceKit

extension Library {
    func subscriptions(for viewer: Viewer) async throws -> Subscriptions {
        let profile = try viewer.actingProfile
        return try await read(viewer) { try SubscriptionTable.told(profile, $0) }
    }

    func set(
        _ request: Catalog.SetSubscriptions, _ call: ServerCall, for viewer: Viewer
    ) async throws -> Subscriptions {
        let profile = try viewer.actingProfile
        guard request.providers.count <= Catalog.SetSubscriptions.maximumCount else {
            throw RPCError.invalidArgument("providers", "at most \(Catalog.SetSubscriptions.maximumCount)")
        }
        guard request.providers.allSatisfy({ $0 > 0 }) else {
            throw RPCError.invalidArgument("providers", "TMDB's numbers of providers, from 1 on")
        }
        return try await shards.shard(for: viewer.household).write(once: call) { db in
            try SubscriptionTable.set(request.providers, of: profile, db)
            return try SubscriptionTable.told(profile, db)
        }
    }
}
