public import HearthModel
public import RPC

/// Enforces each method's ``CallAccess``, and sets the viewer for handlers (``RPC/ServerCall/viewer``).
///
/// A cached token is accepted on the socket thread; any other one is verified on the task pool.
public struct AuthenticationInterceptor: ServerInterceptor {
    private let verifier: TokenVerifier
    private let service: String
    private let identity: @Sendable (_ household: String) -> HouseholdIdentity?

    /// An interceptor that trusts the tokens accepted by `verifier`.
    ///
    /// - Parameters:
    ///   - service: the called service, for messages.
    ///   - identity: the identity of the household whose data the service has under a name; nil while that is unknown.
    ///     Called on
    ///     the socket thread for each call whose token has a household identity.
    public init(
        verifier: TokenVerifier, service: String = "this service",
        identity: @escaping @Sendable (_ household: String) -> HouseholdIdentity? = { _ in nil }
    ) {
        (self.verifier, self.service, self.identity) = (verifier, service, identity)
    }

    public func admit(_ call: inout ServerCall) -> Admission {
        guard call.method.access.needsToken else { return admitAnonymous(&call) }
        guard let token = call.token else { return .refuse(TokenError.missing.rpcError) }
        guard let verified = verifier.remembered(token) else { return .wait }
        do {
            try decide(verified, &call)
            return .pass
        } catch {
            return .refuse(error)
        }
    }

    public func screen(_ call: inout ServerCall) -> Admission { admit(&call) }

    public func check(_ call: inout ServerCall) async throws(RPCError) {
        guard call.method.access.needsToken else {
            if let token = call.token { decideDetails(try? await verifier.verify(token), &call) }
            return
        }
        guard let token = call.token else { throw TokenError.missing.rpcError }
        let verified: VerifiedToken
        do {
            verified = try await verifier.verify(token)
        } catch {
            throw error.rpcError
        }
        try decide(verified, &call)
    }

    /// Admits a caller who needs no token. A token affects only the details here, so an invalid one is no error.
    private func admitAnonymous(_ call: inout ServerCall) -> Admission {
        guard !call.method.access.detailRoles.isEmpty else { return .pass }
        guard let token = call.token else {
            call.withholdDetails()
            return .pass
        }
        guard let verified = verifier.remembered(token) else { return .wait }
        decideDetails(verified, &call)
        return .pass
    }

    private func decideDetails(_ verified: VerifiedToken?, _ call: inout ServerCall) {
        guard let verified, verified.viewer.service == nil, !verifier.hasRelocked(verified),
            !call.method.access.detailRoles.isDisjoint(with: verified.viewer.role.implied)
        else { return call.withholdDetails() }
        call.identify(as: verified.viewer, key: verified.callerKey, tokenEnds: verified.ends)
    }

    /// Continues a stream with another token of the same caller. The stream keeps the rights of the first token, so the
    /// next one must have the same: when the viewing policy or the plan has changed, the caller has to call again.
    public func renew(_ call: ServerCall, with token: AccessToken) async throws(RPCError) -> ServerCall? {
        guard call.method.access.needsToken, let known = call.identity as? Viewer else { return nil }
        let verified: VerifiedToken
        do {
            verified = try await verifier.verify(token)
        } catch {
            throw error.rpcError
        }
        let viewer = verified.viewer
        guard viewer.isSameCaller(as: known) else { throw .otherCaller }
        guard viewer.hasSameRights(as: known) else { throw .changedRights }
        var renewed = call
        try decide(verified, &renewed)
        return renewed
    }

    private func decide(_ verified: VerifiedToken, _ call: inout ServerCall) throws(RPCError) {
        let (viewer, access) = (verified.viewer, call.method.access)
        if let service = viewer.service {
            guard access.services.contains(service) else { throw .notForService(service, call.method.name) }
        } else if !access.roles.isEmpty {
            guard !access.roles.isDisjoint(with: viewer.role.implied) else {
                throw .notForRole(viewer.role, call.method.name, needs: access.roles)
            }
        }
        if let claimed = viewer.identity, let own = identity(viewer.household), own != claimed {
            throw .otherHousehold(service, viewer.household)
        }
        if let time = viewer.relocksAt, verifier.hasRelocked(verified) { throw .relocked(at: time) }
        call.identify(as: viewer, key: verified.callerKey, tokenEnds: verified.ends)
    }
}

extension Role {
    /// The roles that this one includes: the owner is an adult of the household and operates it.
    var implied: Set<String> {
        switch self {
        case .owner: [Role.owner.rawValue, Role.adult.rawValue, Role.operator.rawValue]
        default: [rawValue]
        }
    }
}

extension Viewer {
    fileprivate func isSameCaller(as other: Viewer) -> Bool {
        (household, subject, profile, role, service)
            == (other.household, other.subject, other.profile, other.role, other.service)
    }

    /// Whether it has the same rights, regardless of when they were decided.
    fileprivate func hasSameRights(as other: Viewer) -> Bool {
        var same = self
        same.policyGeneration = other.policyGeneration
        same.planExpires = other.planExpires
        same.relocksAt = other.relocksAt
        return same == other
    }
}

extension RPCError {
    fileprivate static let otherCaller = RPCError(
        .permissionDenied, "The next token of the stream belongs to another caller.", executed: .no)
    fileprivate static let changedRights = RPCError(
        .unauthenticated, "What the caller may see has changed since the stream was opened. Call again.", executed: .no)

    fileprivate static func notForService(_ service: String, _ method: String) -> RPCError {
        RPCError(.permissionDenied, "\(service) may not call \(method) on its own behalf.", executed: .no)
    }

    fileprivate static func notForRole(_ role: Role, _ method: String, needs roles: Set<String>) -> RPCError {
        let names = roles.sorted().joined(separator: " or ")
        return RPCError(.permissionDenied, "\(method) is for the role \(names); this is \(role).", executed: .no)
    }
}
