internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC

/// What the calling device has told profiles that it cannot do.
struct DeviceFeatures: Sendable {
    let profiles: RPCClient<Profiles>

    /// The features that the calling device does not have, by name. None for a caller without a device, and where profiles
    /// does not respond, or tells it to adults only.
    func missing(for viewer: Viewer) async -> [DeviceFeature] {
        guard let device = viewer.device, viewer.role != .child else { return [] }
        let known = try? await profiles.send(
            Profiles.ListDevices(), options: CallOptions(timeout: PlaybackLimits.limitsTimeout))
        let description = known?.devices.first { $0.id == device }?.description
        return Self.missing(description?.capabilities)
    }

    /// The features that a device says it does not have; what it has not said counts as there.
    static func missing(_ capabilities: DeviceCapabilities?) -> [DeviceFeature] {
        guard let capabilities else { return [] }
        let all: [(DeviceFeature, Bool?)] = [
            (.pictureInPicture, capabilities.pip), (.liveActivities, capabilities.liveActivities),
            (.downloads, capabilities.downloads),
        ]
        return all.filter { $0.1 == false }.map(\.0)
    }
}
