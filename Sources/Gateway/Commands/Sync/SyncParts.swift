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
    /// - Throws: ``GatewayFailure/offline`` when both are missing; ``GatewayFailure`` when a service refuses.
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
            if first != nil { throw GatewayFailure.offline }
            parts.missing.append(MissingPart(failure, part: "favourites and settings", service: Profiles.serviceName))
        }
        return parts
    }
}

extension GatewayFailure {
    /// Neither service that syncs responds: the name that a device shows then.
    fileprivate static let offline = GatewayFailure(
        "offline", "Neither \(PlaybackState.serviceName) nor \(Profiles.serviceName) responds.",
        advice: "What was done meanwhile stays queued on the device: push it later.", canRetry: true,
        status: .unavailable)
}
