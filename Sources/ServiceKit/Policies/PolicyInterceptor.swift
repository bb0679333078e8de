internal import Access
internal import Household
internal import RPC

/// Refuses tokens that were made before the household changed what such profiles may see.
///
/// It comes after the ``Access/AuthenticationInterceptor``. A caller asks profiles for another token and calls again.
struct PolicyInterceptor: ServerInterceptor {
    let shards: ShardDirectory

    func admit(_ call: inout ServerCall) -> Admission {
        // Nearly always, and at the price of one atomic load.
        if shards.policies.isQuiet { return .pass }
        guard let viewer = call.identity as? Viewer else { return call.method.access.needsToken ? .wait : .pass }
        switch shards.policies.isOutdated(viewer) {
        case true?: return .refuse(.outdatedPolicy)
        case false?: return .pass
        case nil: return Self.isExempt(call) ? .pass : .wait
        }
    }

    func check(_ call: inout ServerCall) async throws(RPCError) {
        guard let viewer = call.identity as? Viewer else { return }
        if shards.policies.isOutdated(viewer) == nil, !Self.isExempt(call),
            shards.households().contains(viewer.household)
        {
            // Opening it tells what has changed. Why it cannot be opened the handler says.
            _ = try? await shards.shard(for: viewer.household)
        }
        if shards.policies.isOutdated(viewer) == true { throw .outdatedPolicy }
    }

    /// What is asked about the process is answered while shards are being opened.
    private static func isExempt(_ call: ServerCall) -> Bool { call.method.name.hasPrefix(Sys.name) }
}

extension RPCError {
    fileprivate static let outdatedPolicy = RPCError(
        .unauthenticated,
        "What this profile may see has changed since the token was made. Sign in again.", executed: .no)
}
