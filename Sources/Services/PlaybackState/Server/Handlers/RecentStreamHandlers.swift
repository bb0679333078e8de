internal import Access
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// Lists and forgets the recently used streams of profiles.
struct RecentStreamHandlers: Sendable {
    private let store: PlaybackStore

    init(store: PlaybackStore) { self.store = store }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.ListRecentStreams.self) { _, call in
            let viewer = try call.viewer
            let (profile, visibility) = (try viewer.actingProfile, Visibility(viewer))
            let shard = try await store.shard(for: viewer)
            let now = store.clocks.milliseconds(in: viewer.household)
            return try await shard.read {
                try RecentStreamTable.list(of: profile, at: now, seenBy: visibility, $0)
            }
        }
        handlers.on(PlaybackState.ClearRecentStreams.self) { request, call in
            let viewer = try call.viewer
            let profile = try viewer.actingProfile
            let keyed = try store.keyed(call, profile, viewer)
            let shard = try await store.shard(for: viewer)
            let now = store.clocks.milliseconds(in: viewer.household)
            return try await shard.write(once: keyed, deadline: call.deadline) { db in
                let onlyExpired = request.onlyExpired ?? false
                let removed = try RecentStreamTable.clear(profile, onlyExpired: onlyExpired, at: now, db)
                return RecentStreamsCleared(removed: Int32(clamping: removed))
            }
        }
    }
}
