internal import Access
internal import HearthModel
internal import RPC

/// An interceptor that rejects calls because of a value of the caller's household.
///
/// It runs after the ``Access/AuthenticationInterceptor``. A call that comes before the household's shard has been
/// opened opens it, which loads the value.
protocol HouseholdInterceptor: ServerInterceptor {
    associatedtype Value: Sendable & Equatable

    var shards: ShardDirectory { get }
    var cache: HouseholdCache<Value> { get }

    /// Whether a call waits while the value is unknown.
    func needsValue(_ call: ServerCall, of viewer: Viewer) -> Bool

    /// Why a call is rejected; nil when it is not.
    func rejection(of call: ServerCall, of viewer: Viewer, because value: Value) -> RPCError?
}

extension HouseholdInterceptor {
    func admit(_ call: inout ServerCall) -> Admission {
        // The common case, for the cost of one atomic load.
        if cache.isQuiet { return .pass }
        guard let viewer = call.identity as? Viewer else { return call.method.access.needsToken ? .wait : .pass }
        guard let value = cache.value(of: viewer.household) else { return needsValue(call, of: viewer) ? .wait : .pass }
        return rejection(of: call, of: viewer, because: value).map { .refuse($0) } ?? .pass
    }

    func check(_ call: inout ServerCall) async throws(RPCError) {
        guard let viewer = call.identity as? Viewer else { return }
        if cache.value(of: viewer.household) == nil, needsValue(call, of: viewer),
            shards.households().contains(viewer.household)
        {
            // The handler reports why it cannot be opened.
            _ = try? await shards.shard(for: viewer.household)
        }
        guard let value = cache.value(of: viewer.household) else { return }
        if let rejection = rejection(of: call, of: viewer, because: value) { throw rejection }
    }
}
