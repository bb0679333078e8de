internal import HearthModel
internal import RPC
internal import RPCDiagnostics

/// Refuses calls of methods whose feature the caller's plan lacks (``RPC/CallAccess/entitlement``), and changes by
/// profiles that the plan leaves read-only.
///
/// It decides by the claims of the token alone, after the `AuthenticationInterceptor`. A service that acts for a person
/// uses the person's token, so the plan binds it, too; on their own behalf services pass.
struct FeatureInterceptor: ServerInterceptor {
    let runtime: any Runtime

    func admit(_ call: inout ServerCall) -> Admission {
        guard call.method.access.needsToken else { return .pass }
        guard let viewer = call.identity as? Viewer else { return .wait }
        return rejection(of: call, by: viewer).map { .refuse($0) } ?? .pass
    }

    func screen(_ call: inout ServerCall) -> Admission { admit(&call) }

    func check(_ call: inout ServerCall) async throws(RPCError) {
        guard call.method.access.needsToken, let viewer = call.identity as? Viewer else { return }
        if let rejection = rejection(of: call, by: viewer) { throw rejection }
    }

    private func rejection(of call: ServerCall, by viewer: Viewer) -> RPCError? {
        let access = call.method.access
        if let entitlement = access.entitlement {
            let feature = Feature(rawValue: entitlement)
            guard viewer.hasFeature(feature, at: runtime.wallTime) else {
                return .featureRequired(feature, for: call.method.name)
            }
        }
        // Operating a process is no profile's matter.
        guard viewer.isBeyondFree, !call.method.name.hasPrefix(Sys.name), call.method.safety != .readOnly,
            !access.permitsReadOnly,
            viewer.isReadOnly(at: runtime.wallTime)
        else { return nil }
        return .profileReadOnly(call.method.name)
    }
}
