internal import HearthModel
internal import ProfilesAPI
internal import RPC

/// Asks profiles for a child's parental limits.
struct LimitsClient: Sendable {
    let profiles: RPCClient<Profiles>

    /// The caller's limits as profiles has them now; nil where it does not respond. Its events may be behind, when the
    /// household was idle here, and a child is not to begin before they arrive.
    func current() async -> ProfileLimits? {
        // Half of it: downloads asks while `Play` waits for it, and is to hear of the known limits in time.
        try? await profiles.send(
            Profiles.GetLimits(), options: CallOptions(timeout: PlaybackLimits.limitsTimeout / 2))
    }
}
