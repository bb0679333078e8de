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
    private let onUnlink: @Sendable (_ household: String) -> Void

    /// - Parameter onUnlink: called when a link was removed in a household.
    init(
        households: Households, sessions: DeviceSessions, verifier: AppleVerifier, runtime: any Runtime,
        onUnlink: @escaping @Sendable (_ household: String) -> Void
    ) {
        (self.households, self.sessions, self.verifier, self.runtime) = (households, sessions, verifier, runtime)
        self.onUnlink = onUnlink
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.SignInWithApple.self) { request, _ in try await signIn(request) }
        handlers.on(Profiles.LinkApple.self) { request, call in try await link(request.proof, for: call.viewer) }
        handlers.on(Profiles.UnlinkApple.self) { _, call in
            let viewer = try call.viewer
            try await households.shard(for: viewer).write { try AppleTable.remove(member: viewer.subject, $0) }
            onUnlink(viewer.household)
            return Empty()
        }
    }

    private func signIn(_ request: Profiles.SignInWithApple) async throws -> Session {
        let household = request.household ?? HouseholdName.standard
        let shard = try await households.shard(named: household)
        let description = try DeviceRules.checked(request.device)
        let known = try await AppleAccount(request.proof, verifier)
        // Before the code is used up: a stranger's is not, and nothing would revoke what it brings.
        guard try await shard.read({ try AppleTable.find(subject: known.subject, $0) }) != nil else {
            throw ProfilesError.appleNotLinked
        }
        let account = try await known.exchanged(by: verifier)
        let device = NewDevice(of: household, runtime)
        let now = runtime.wallTime.millisecondsSince1970
        let grant = try await shard.write { [sessions] db in
            guard var link = try AppleTable.find(subject: account.subject, db),
                let state = try HouseholdTable.state(db), let member = state.member(link.member)
            else { throw ProfilesError.appleNotLinked }
            guard let profile = state.profile(of: member) else { throw ProfilesError.profileGone }
            let grant = try device.signIn(
                description, as: member.id, profile: profile.id, in: state, at: now, by: sessions.clock, db)
            try account.keep(in: &link, db)
            return grant
        }
        return try await sessions.session(for: grant)
    }

    private func link(_ proof: AppleProof, for viewer: Viewer) async throws -> AppleLink {
        let shard = try await households.shard(for: viewer)
        let account = try await AppleAccount(proof, verifier).exchanged(by: verifier)
        let now = runtime.wallTime.millisecondsSince1970
        return try await shard.write { db in
            guard let state = try HouseholdTable.state(db), state.member(viewer.subject) != nil else {
                throw ProfilesError.profileGone
            }
            let link = try account.link(to: viewer.subject, at: now, db)
            return AppleLink(linked: Date(milliseconds: link.linked), name: link.name, mail: link.mail)
        }
    }
}
