internal import Access
internal import HearthModel
internal import RPC
internal import RPCDiagnostics

/// Rejects the calls of quarantined profiles: their data is hidden, and nothing is added to it.
///
/// Methods about the process, about the quarantine itself, and the operator's copies of shards are exempt.
struct QuarantineInterceptor: HouseholdInterceptor {
    let service: String
    let shards: ShardDirectory

    var cache: HouseholdCache<QuarantineSummary> { shards.quarantine }

    func needsValue(_ call: ServerCall, of viewer: Viewer) -> Bool { viewer.profile != nil && !Self.isExempt(call) }

    func rejection(of call: ServerCall, of viewer: Viewer, because quarantine: QuarantineSummary) -> RPCError? {
        guard let profile = viewer.profile, quarantine.profiles.contains(profile), !Self.isExempt(call) else {
            return nil
        }
        return .quarantined(profile, service)
    }

    private static func isExempt(_ call: ServerCall) -> Bool {
        [Sys.name, Quarantine.name, Backup.name].contains { call.method.name.hasPrefix($0) }
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
