internal import HearthModel
internal import RPC
internal import ServiceKit

/// The households' shards with their clocks.
struct PlaybackStore: Sendable {
    let shards: ShardDirectory
    let clocks: HouseholdClocks
    let runtime: any Runtime

    /// The shard of a caller's household, its clock started.
    func shard(for viewer: Viewer) async throws -> Shard {
        let shard = try await shards.shard(for: viewer.household)
        if !clocks.knows(viewer.household) {
            let last = try await shard.read { try SessionTable.lastTimestamp($0) }
            clocks.start(viewer.household, after: last)
        }
        return shard
    }

    /// A keyed change of a profile: the same key of the same member as another profile is another change.
    func keyed(_ call: ServerCall, _ profile: String, _ viewer: Viewer) throws(RPCError) -> KeyedCall {
        try KeyedCall(call, subject: "\(viewer.subject)/\(profile)")
    }
}

extension Viewer {
    /// The profile that acts.
    ///
    /// - Throws: ``PlaybackError/noProfile``.
    var actingProfile: String {
        get throws(PlaybackError) {
            guard let profile else { throw .noProfile }
            return profile
        }
    }
}
