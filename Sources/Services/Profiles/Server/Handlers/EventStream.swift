internal import Access
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Sends the households' events to other services.
struct EventStream: Sendable {
    private let households: Households

    init(households: Households) { self.households = households }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.FollowEvents.self) { _, writer, call in try await follow(writer, call) }
    }

    /// Sends a follower its household's log, for as long as its call lasts.
    private func follow(_ writer: RPCWriter<ProfilesEvent>, _ call: ServerCall) async throws {
        let shard = try await households.shard(for: call.viewer)
        try await shard.sendOutbox(to: writer, after: call.resumeAfter, source: ProfilesOutbox())
    }
}
