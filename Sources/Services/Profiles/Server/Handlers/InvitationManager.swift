internal import Access
internal import Foundation
internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Makes, lists and revokes invitations, and creates the members who accept them.
struct InvitationManager: Sendable {
    private let households: Households
    private let runtime: any Runtime
    private let sessions: DeviceSessions
    private let verifier: AppleVerifier
    private let guesses: InvitationGuesses

    init(households: Households, sessions: DeviceSessions, verifier: AppleVerifier, runtime: any Runtime) {
        (self.households, self.sessions, self.verifier, self.runtime) = (households, sessions, verifier, runtime)
        guesses = InvitationGuesses(runtime: runtime)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.InviteMember.self) { request, call in try await invite(request, call, for: call.viewer) }
        handlers.on(Profiles.ListInvitations.self) { _, call in
            let now = runtime.wallTime.millisecondsSince1970
            return try await households.shard(for: call.viewer).read { db in
                InvitationList(invitations: try InvitationTable.all(db).map { Invitation($0, at: now) })
            }
        }
        handlers.on(Profiles.RevokeInvitation.self) { request, call in
            try await revoke(request, call, for: call.viewer)
        }
        handlers.on(Profiles.AcceptInvitation.self) { request, call in try await accept(request, call) }
    }

    private func invite(
        _ request: Profiles.InviteMember, _ call: ServerCall, for viewer: Viewer
    ) async throws -> IssuedInvitation {
        guard [.adult, .child].contains(request.role) else {
            throw RPCError.invalidArgument("role", "must be adult or child.")
        }
        let name = try request.name.map { text throws(RPCError) in try NameRules.checked(text, field: "name") }
        let minutes = request.lifetimeMinutes ?? ProfilesLimits.usualInvitationMinutes
        let lifetimes = ProfilesLimits.invitationMinutes
        guard lifetimes.contains(minutes) else {
            throw RPCError.invalidArgument(
                "lifetimeMinutes", "must be from \(lifetimes.lowerBound) to \(lifetimes.upperBound).")
        }
        let now = runtime.wallTime.millisecondsSince1970
        let token = InvitationToken(household: viewer.household, runtime: runtime)
        let hash = try token.hash()
        let invitation = InvitationRow(
            id: RandomID.make(runtime), role: request.role, name: name, invitedBy: viewer.subject, created: now,
            expires: now + Int64(minutes) * 60_000)
        let shard = try await households.shard(for: viewer)
        try await shard.write(deadline: call.deadline) { db in
            _ = try MemberRules.owner(viewer, in: try MemberRules.state(db))
            guard try InvitationTable.openCount(at: now, db) < ProfilesLimits.openInvitations else {
                throw ProfilesError.invitationLimitReached(ProfilesLimits.openInvitations)
            }
            let age = ProfilesLimits.endedInvitationLifetime.components.seconds * 1_000
            try InvitationTable.sweep(
                expiredBefore: now - age, at: now, limit: ProfilesLimits.keptInvitations - 1, db)
            try InvitationTable.insert(invitation, hash: hash, db)
        }
        return IssuedInvitation(invitation: Invitation(invitation, at: now), token: token.text)
    }

    private func revoke(
        _ request: Profiles.RevokeInvitation, _ call: ServerCall, for viewer: Viewer
    ) async throws -> Invitation {
        let now = runtime.wallTime.millisecondsSince1970
        let shard = try await households.shard(for: viewer)
        return try await shard.write(deadline: call.deadline, releasingBallast: true) { db in
            _ = try MemberRules.owner(viewer, in: try MemberRules.state(db))
            guard let known = try InvitationTable.find(request.invitation, db) else {
                throw ProfilesError.unknownInvitation
            }
            guard known.ending != .accepted else { throw ProfilesError.invitationAccepted }
            // An expired one is revoked, too: setting the wall clock back must not open it again.
            try InvitationTable.end(known.id, acceptedBy: nil, db)
            guard let ended = try InvitationTable.find(known.id, db) else { throw ProfilesError.unknownInvitation }
            return Invitation(ended, at: now)
        }
    }

    private func accept(_ request: Profiles.AcceptInvitation, _ call: ServerCall) async throws -> AcceptedInvitation {
        let name = try request.name.map { text throws(RPCError) in try NameRules.checked(text, field: "name") }
        guard let token = InvitationToken(request.token) else { throw ProfilesError.unknownInvitation }
        try guesses.count()
        let now = runtime.wallTime.millisecondsSince1970
        let hash = try token.hash()
        let shard = try await shard(of: token)
        // A wrong token costs a read, and no write.
        guard try await shard.read({ try InvitationTable.open(hash: hash, at: now, $0) }) != nil else {
            throw ProfilesError.unknownInvitation
        }
        guesses.takeBack()
        let newcomer = try await newcomer(request, token.household)
        let accepted = try await shard.write(deadline: call.deadline) { db in
            // Again: another caller may have accepted it.
            guard let invitation = try InvitationTable.open(hash: hash, at: now, db),
                let state = try HouseholdTable.state(db)
            else { throw ProfilesError.unknownInvitation }
            guard let name = name ?? invitation.name ?? newcomer.account?.name else {
                throw RPCError.invalidArgument("name", "must be given, as the invitation has none.")
            }
            let member = MemberRow(id: newcomer.member, name: name, role: invitation.role, created: now)
            let profile = ProfileRow(
                id: newcomer.profile, name: name, kind: MemberRules.profileKind(of: invitation.role), hidesAdult: false,
                member: member.id, created: now)
            try HouseholdTable.insert(member, db)
            try ProfileManager.list(profile, in: state, under: households.plans.current(state).plan, shard, db)
            try InvitationTable.end(invitation.id, acceptedBy: member.id, db)
            try newcomer.account?.link(to: member.id, at: now, db)
            let joined = try MemberRules.state(db)
            return Accepted(
                response: AcceptedInvitation(
                    household: token.household, member: HouseholdMember(member, in: joined), profile: Profile(profile)),
                grant: try newcomer.device.map { device in
                    try device.new.signIn(
                        device.description, as: member.id, profile: profile.id, in: joined, at: now, by: sessions.clock,
                        db)
                })
        }
        var response = accepted.response
        // The member exists: without a session here the device is paired instead.
        if let grant = accepted.grant { response.session = try? await sessions.session(for: grant) }
        return response
    }

    /// The person who accepts: ids, and what is verified before the transaction.
    private struct Newcomer: Sendable {
        var member: String
        var profile: String
        var device: (new: NewDevice, description: DeviceDescription)?
        var account: AppleAccount?
    }

    private struct Accepted: Sendable {
        var response: AcceptedInvitation
        var grant: DeviceGrant?
    }

    private func newcomer(_ request: Profiles.AcceptInvitation, _ household: String) async throws -> Newcomer {
        var newcomer = Newcomer(member: RandomID.make(runtime), profile: RandomID.make(runtime))
        if let device = request.device {
            newcomer.device = (NewDevice(of: household, runtime), try DeviceRules.checked(device))
        }
        if let proof = request.apple {
            newcomer.account = try await AppleAccount(proof, verifier).exchanged(by: verifier)
        }
        return newcomer
    }

    /// The shard of a token's household.
    ///
    /// - Throws: ``ProfilesError/unknownInvitation`` when there is no such household: a token tells of none.
    private func shard(of token: InvitationToken) async throws -> Shard {
        do {
            return try await households.existing(token.household)
        } catch ShardError.unknownHousehold {
            throw ProfilesError.unknownInvitation
        }
    }
}

extension Invitation {
    /// The invitation as members see it.
    init(_ row: InvitationRow, at now: Int64) {
        self.init(
            id: row.id, role: row.role, name: row.name, invitedBy: row.invitedBy,
            created: Date(milliseconds: row.created), expires: Date(milliseconds: row.expires),
            state: row.state(at: now), member: row.member)
    }
}
