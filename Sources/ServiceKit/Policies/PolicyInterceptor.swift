internal import Access
internal import HearthModel
internal import RPC
internal import RPCDiagnostics

/// Rejects tokens created before the household changed the viewing rules of such profiles.
///
/// A rejected caller fetches a new token from profiles and retries.
struct PolicyInterceptor: HouseholdInterceptor {
    let shards: ShardDirectory

    var cache: HouseholdCache<PolicyGenerations> { shards.policies }

    /// Methods about the process are answered while shards are being opened.
    func needsValue(_ call: ServerCall, of viewer: Viewer) -> Bool { !call.method.name.hasPrefix(Sys.name) }

    func rejection(of call: ServerCall, of viewer: Viewer, because generations: PolicyGenerations) -> RPCError? {
        generations.isOutdated(viewer) ? .outdatedPolicy : nil
    }
}

extension RPCError {
    fileprivate static let outdatedPolicy = RPCError(
        .unauthenticated,
        "What this profile may see has changed since the token was made. Sign in again.", executed: .no)
}
