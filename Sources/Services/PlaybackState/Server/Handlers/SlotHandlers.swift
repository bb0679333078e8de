internal import Access
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// Tells who holds the connection slots of the sources' accounts.
struct SlotHandlers: Sendable {
    private let store: PlaybackStore

    init(store: PlaybackStore) { self.store = store }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.ListSlots.self) { _, call in
            let viewer = try call.viewer
            let shard = try await store.shard(for: viewer)
            let reader = SlotReader(
                visibility: Visibility(viewer), now: store.clocks.milliseconds(in: viewer.household))
            return try await shard.read { try reader.list($0) }
        }
    }
}
