internal import Access
internal import Foundation
internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Signs devices in by accounts at Apple that members have linked.
struct AppleSignIn: Sendable {
    private let households: Households
    private let sessions: DeviceSessions
    private let verifier: AppleVerifier
    private let runtime: any Runtime

    init(households: Households, sessions: DeviceSessions, verifier: AppleVerifier, runtime: any Runtime) {
        (self.households, self.sessions, self.verifier, self.runtime) = (households, sessions, verifier, runtime)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.SignInWithApple.self) { request, _ in try await signIn(request) }
        handlers.on(Profiles.LinkApple.self) { request, call in try await link(request.proof, for: call.viewer) }
        handlers.on(Profiles.UnlinkApple.self) { _, call in
            let viewer = try call.viewer
            try await households.shard(for: viewer).write { try AppleTable.remove(member: viewer.subject, $0) }
            return Empty()
        }
    }

    private func signIn(_ request: Profiles.SignInWithApple) async throws -> Session {
        let household = request.household ?? HouseholdName.standard
        let shard = try await households.shard(named: household)
        let description = try DeviceRules.checked(request.device)
        let identity = try await verifier.identity(of: request.proof)
        let name = try Self.name(request.proof)
        // As with a pairing, of which this is the device code: the tokens are derived from it.
        let code = DeviceCode(household: household, secret: runtime.randomBytes(DeviceCode.secretBytes))
        let (id, nonce) = (RandomID.make(runtime), runtime.randomBytes(RefreshFamily.nonceBytes))
        let now = runtime.wallTime.millisecondsSince1970
        let grant = try await shard.write { [sessions] db in
            guard var link = try AppleTable.find(subject: identity.subject, db),
                let state = try HouseholdTable.state(db), let member = state.member(link.member)
            else { throw ProfilesError.appleNotLinked }
            guard let profile = state.profile(of: member) else { throw ProfilesError.profileGone }
            let (family, token) = try RefreshFamily.begin(with: code, device: id, nonce: nonce, at: sessions.clock.now)
            let device = DeviceRow(
                id: id, member: member.id, profile: profile.id, description: description, signedIn: now,
                refreshed: now, family: family)
            let grant = try DeviceGrant(device, token, in: state)
            try DeviceRules.checkLimit(db)
            try DeviceTable.removeSignedOut(db)
            try DeviceTable.put(device, db)
            (link.name, link.mail) = (link.name ?? name, identity.mail ?? link.mail)
            try AppleTable.put(link, db)
            return grant
        }
        return try await sessions.session(for: grant)
    }

    private func link(_ proof: AppleProof, for viewer: Viewer) async throws -> AppleLink {
        let shard = try await households.shard(for: viewer)
        let identity = try await verifier.identity(of: proof)
        let (name, mail) = (try Self.name(proof), try identity.mail ?? Self.mail(proof))
        let now = runtime.wallTime.millisecondsSince1970
        return try await shard.write { db in
            guard let state = try HouseholdTable.state(db), state.member(viewer.subject) != nil else {
                throw ProfilesError.profileGone
            }
            let own = try AppleTable.find(member: viewer.subject, db)
            let known = try AppleTable.find(subject: identity.subject, db)
            guard own == known else { throw ProfilesError.appleLinked }
            var link =
                own ?? AppleRow(subject: identity.subject, member: viewer.subject, name: nil, mail: nil, linked: now)
            (link.name, link.mail) = (link.name ?? name, mail ?? link.mail)
            try AppleTable.put(link, db)
            return AppleLink(linked: Date(milliseconds: link.linked), name: link.name, mail: link.mail)
        }
    }

    private static func name(_ proof: AppleProof) throws(RPCError) -> String? {
        guard let name = proof.name else { return nil }
        return try NameRules.checked(name, field: "proof.name")
    }

    private static func mail(_ proof: AppleProof) throws(RPCError) -> String? {
        guard let mail = proof.mail else { return nil }
        return try NameRules.checked(mail, field: "proof.mail")
    }
}
