internal import Access
internal import HearthModel
internal import RPC
internal import RPCDiagnostics

/// Rejects the calls of quarantined profiles: their data is hidden, and nothing is added to it.
///
/// It runs after the ``Access/AuthenticationInterceptor``. Methods about the process, and about the quarantine itself,
/// are exempt.
struct QuarantineInterceptor: ServerInterceptor {
    let service: String
    let shards: ShardDirectory

    func admit(_ call: inout ServerCall) -> Admission {
        // The common case, for the cost of one atomic load.
        if shards.quarantine.isQuiet { return .pass }
        guard let viewer = call.identity as? Viewer else { return call.method.access.needsToken ? .wait : .pass }
        guard let profile = viewer.profile else { return .pass }
        switch shards.quarantine.standing(of: profile, in: viewer.household) {
        case .free: return .pass
        case .unknown: return Self.isExempt(call) ? .pass : .wait
        case .quarantined: return Self.isExempt(call) ? .pass : .refuse(.quarantined(profile, service))
        }
    }

    func check(_ call: inout ServerCall) async throws(RPCError) {
        guard let viewer = call.identity as? Viewer, let profile = viewer.profile, !Self.isExempt(call) else { return }
        if case .unknown = shards.quarantine.standing(of: profile, in: viewer.household),
            shards.households().contains(viewer.household)
        {
            // Opening the shard loads its quarantine. The handler reports why it cannot be opened.
            _ = try? await shards.shard(for: viewer.household)
        }
        if case .quarantined = shards.quarantine.standing(of: profile, in: viewer.household) {
            throw .quarantined(profile, service)
        }
    }

    private static func isExempt(_ call: ServerCall) -> Bool {
        call.method.name.hasPrefix(Sys.name) || call.method.name.hasPrefix(Quarantine.name)
    }
}

extension RPCError {
    fileprivate static func quarantined(_ profile: String, _ service: String) -> RPCError {
        RPCError(
            .failedPrecondition,
            """
            Profile \(profile) is in quarantine: profiles no longer lists it, and nothing deleted it. \(service) keeps its \
            data, hidden, for \(Quarantine.keptDays) days. The owner takes it back with `hearth quarantine restore \
            \(profile)`, or by putting back the right copy of profiles.sqlite.
            """,
            executed: .no, details: [RPCErrorDetail(ProfileQuarantined(profile: profile))])
    }
}
