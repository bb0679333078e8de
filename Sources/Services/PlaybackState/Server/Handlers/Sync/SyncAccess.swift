internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Decides what a caller may sync.
struct SyncAccess: Sendable {
    let store: PlaybackStore
    let profiles: RPCClient<Profiles>

    /// The kinds of this service, in the order of documents.
    static let kinds: [SyncKind] = [.history, .progress, .mark, .queue]

    /// What a request selects. Kinds of other services are theirs, and left out.
    ///
    /// - Throws: INVALID_ARGUMENT; `notYours` (``SyncProblem``); the profiles service's errors, where another profile is
    ///   named.
    func selection(
        kinds: [SyncKind]?, profiles requested: [String]?, _ viewer: Viewer
    ) async throws -> SyncSelection {
        let own = try viewer.actingProfile
        let profiles = requested ?? [own]
        guard (1...SyncLimits.profiles).contains(profiles.count) else {
            throw RPCError.invalidArgument("profiles", "1 to \(SyncLimits.profiles) profiles.")
        }
        let others = profiles.filter { $0 != own }
        if let other = others.first {
            guard viewer.role != .child else { throw RPCError.syncNotYours(other) }
            let kids = Set(
                try await self.profiles.send(Profiles.ListProfiles()).profiles.filter { $0.kind == .kids }.map(\.id))
            if let stranger = others.first(where: { !kids.contains($0) }) { throw RPCError.syncNotYours(stranger) }
        }
        let mask = viewer.policy.audienceMask
        return SyncSelection(
            profiles: profiles, kinds: Self.kinds.filter { kinds?.contains($0) ?? true },
            policy: "\(mask.titles)/\(mask.live)/\(viewer.seesUnclassified)")
    }

    /// Checks that profiles sync.
    ///
    /// - Throws: `disabled` (``SyncProblem``).
    static func checkIsOn(_ profiles: [String], _ db: Database) throws {
        for profile in profiles where try !SettingTable.isOn(.enableCloudSync, of: profile, db) {
            throw RPCError.syncDisabled(profile)
        }
    }
}
