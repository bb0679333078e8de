internal import PlaybackStateAPI
internal import ProfilesAPI
internal import ServiceKit

/// What both services that sync have: either is complete while the other is down.
struct SyncParts<Playback: Sendable, Profile: Sendable>: Sendable {
    /// Of playback-state; nil when it is missing.
    var playback: Playback?
    /// Of profiles; nil when it is missing.
    var profiles: Profile?
    /// The service that is missing.
    var missing: [MissingPart] = []
}

extension SyncParts {
    /// Fetches both parts.
    ///
    /// - Throws: ``GatewayFailure`` when both are missing, or a service refuses.
    static func fetch(
        playback: () async throws -> Playback, profiles: () async throws -> Profile
    ) async throws -> SyncParts {
        var parts = SyncParts()
        var first: GatewayFailure?
        do {
            parts.playback = try await playback()
        } catch let failure as GatewayFailure where failure.status == .unavailable {
            first = failure
            parts.missing.append(
                MissingPart(failure, part: "history and queue", service: PlaybackState.serviceName))
        }
        do {
            parts.profiles = try await profiles()
        } catch let failure as GatewayFailure where failure.status == .unavailable {
            if let first { throw first }
            parts.missing.append(MissingPart(failure, part: "favourites and settings", service: Profiles.serviceName))
        }
        return parts
    }
}
