internal import Access
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Grants kids profiles more minutes, with the household's PIN.
struct ScreenTimeGranter: Sendable {
    private let store: PlaybackStore
    private let profiles: RPCClient<Profiles>

    init(store: PlaybackStore, profiles: RPCClient<Profiles>) { (self.store, self.profiles) = (store, profiles) }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.GrantScreenTime.self) { request, call in
            try await grant(request, call, for: call.viewer)
        }
    }

    private func grant(
        _ request: PlaybackState.GrantScreenTime, _ call: ServerCall, for viewer: Viewer
    ) async throws -> ScreenTime {
        let adult = try viewer.actingProfile
        let range = PlaybackLimits.grantedMinutes
        guard range.contains(request.minutes) else {
            throw RPCError.invalidArgument(
                "minutes", "must be from \(range.lowerBound) to \(range.upperBound) minutes.")
        }
        let keyed = try store.keyed(call, adult, viewer)
        // Profiles refuses profiles that there are not, and adults', by name.
        let limits = try await profiles.send(Profiles.GetLimits(profile: request.profile))
        guard limits.limits != nil else { throw PlaybackError.noLimits }
        _ = try await profiles.send(Profiles.ConfirmPIN(pin: request.pin))
        let shard = try await store.shard(for: viewer)
        let now = store.clocks.milliseconds(in: viewer.household)
        let profile = limits.profile
        return try await shard.write(once: keyed, deadline: call.deadline) { db in
            try ScreenTimeTable.put(limits, db)
            let day = try ScreenTimeTable.calendar(db).day(at: now)
            let grant = ScreenTimeGrant(day: day, at: now, minutes: request.minutes)
            try ScreenTimeGrantTable.put(grant, of: profile, on: day, by: adult, db)
            return try ScreenTimeReader.today(of: profile, at: now, db)
        }
    }
}
