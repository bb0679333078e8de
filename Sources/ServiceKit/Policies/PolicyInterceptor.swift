internal import Access
internal import HearthModel
internal import RPC
internal import RPCDiagnostics

/// Rejects tokens created before the household changed the viewing rules of such profiles.
///
/// It runs after the ``Access/AuthenticationInterceptor``. A rejected caller fetches a new token from profiles and
/// retries.
struct PolicyInterceptor: ServerInterceptor {
    let shards: ShardDirectory

    func admit(_ call: inout ServerCall) -> Admission {
        // The common case, for the cost of one atomic load.
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
            // Opening the shard loads the generations. The handler reports why it cannot be opened.
            _ = try? await shards.shard(for: viewer.household)
        }
        if shards.policies.isOutdated(viewer) == true { throw .outdatedPolicy }
    }

    /// Methods about the process are answered while shards are being opened.
    private static func isExempt(_ call: ServerCall) -> Bool { call.method.name.hasPrefix(Sys.name) }
}

extension RPCError {
    fileprivate static let outdatedPolicy = RPCError(
        .unauthenticated,
        "What this profile may see has changed since the token was made. Sign in again.", executed: .no)
}
