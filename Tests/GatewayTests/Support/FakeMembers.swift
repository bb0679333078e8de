import Foundation
import HearthModel
import ProfilesAPI
import RPC
import Synchronization

/// The members and invitations of the profiles service as its contract has them, in memory: the owner Olga, and Adam.
final class FakeMembers: Sendable {
    private struct State {
        var members = [
            HouseholdMember(id: "m-1", name: "Olga", role: .owner, profile: "p-owner", created: FakeProfiles.date),
            HouseholdMember(id: "m-2", name: "Adam", role: .adult, profile: nil, created: FakeProfiles.date),
        ]
        var invitations: [Invitation] = []
        var isAccepted = false
        var pin: String?
    }

    private let state = Mutex(State())

    /// The token that is accepted.
    static let token = "home.right"

    /// Has changes of roles and of the owner require a PIN.
    func require(pin: String) { state.withLock { $0.pin = pin } }

    /// Adds the methods to those of the service.
    func register(on handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.ListMembers.self) { [self] _, _ in MemberList(members: state.withLock { $0.members }) }
        handlers.on(Profiles.ListRoles.self) { _, _ in
            RoleTable(roles: [.owner, .adult, .child], permissions: RolePermission.all)
        }
        handlers.on(Profiles.ChangeMember.self) { [self] request, _ in
            try change(request.member, pin: request.role == nil ? nil : .some(request.pin)) { member in
                member.name = request.name ?? member.name
                member.role = request.role ?? member.role
            }
        }
        handlers.on(Profiles.DisableMember.self) { [self] request, _ in
            try change(request.member) { $0.disabled = FakeProfiles.date }
        }
        handlers.on(Profiles.EnableMember.self) { [self] request, _ in
            try change(request.member) { $0.disabled = nil }
        }
        handlers.on(Profiles.RemoveMember.self) { [self] request, _ in
            _ = try change(request.member) { _ in }
            state.withLock { $0.members.removeAll { $0.id == request.member } }
            return Empty()
        }
        handlers.on(Profiles.LeaveHousehold.self) { _, _ in
            throw Self.refusal(.failedPrecondition, .ownerNeeded)
        }
        handlers.on(Profiles.HandOnOwnership.self) { [self] request, _ in
            try handOn(to: request.member, pin: request.pin)
        }
        registerInvitations(on: &handlers)
    }

    private func registerInvitations(on handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.InviteMember.self) { [self] request, _ in
            state.withLock { state in
                let invitation = Invitation(
                    id: "i-\(state.invitations.count + 1)", role: request.role, name: request.name, invitedBy: "m-1",
                    created: FakeProfiles.date,
                    expires: FakeProfiles.date.addingTimeInterval(Double(request.lifetimeMinutes ?? 1_440) * 60),
                    state: .open)
                state.invitations.append(invitation)
                return IssuedInvitation(invitation: invitation, token: Self.token)
            }
        }
        handlers.on(Profiles.ListInvitations.self) { [self] _, _ in
            InvitationList(invitations: state.withLock { $0.invitations.reversed() })
        }
        handlers.on(Profiles.RevokeInvitation.self) { [self] request, _ in
            try state.withLock { state in
                guard let index = state.invitations.firstIndex(where: { $0.id == request.invitation }) else {
                    throw Self.refusal(.notFound, .unknownInvitation)
                }
                state.invitations[index].state = .revoked
                return state.invitations[index]
            }
        }
        handlers.on(Profiles.AcceptInvitation.self) { [self] request, _ in
            let isFirst = state.withLock { state in
                defer { state.isAccepted = state.isAccepted || request.token == Self.token }
                return !state.isAccepted
            }
            guard request.token == Self.token, isFirst else { throw Self.refusal(.notFound, .unknownInvitation) }
            let member = HouseholdMember(
                id: "m-3", name: request.name ?? "Kim", role: .adult, profile: "p-3", created: FakeProfiles.date)
            let profile = Profile(
                id: "p-3", name: member.name, kind: .adult, member: member.id, created: FakeProfiles.date)
            return AcceptedInvitation(
                household: "home", member: member, profile: profile,
                session: request.device.map { Self.session(of: profile, on: $0) })
        }
    }

    /// A shared device is called otherwise, so that a test sees that it was said.
    private static func session(of profile: Profile, on device: DeviceDescription) -> Session {
        let now = Date(timeIntervalSince1970: SystemRuntime.shared.wallTime.secondsSince1970)
        return Session(
            token: "token-of-\(profile.id)", expires: now.addingTimeInterval(900),
            renewAfter: now.addingTimeInterval(600), household: "home", profile: profile, role: .adult,
            policy: .everything, refreshToken: "home.d-3.0", refreshExpires: now.addingTimeInterval(86_400),
            device: device.isShared == true ? "d-shared" : "d-3")
    }

    /// The former owner becomes an adult; a child and a disabled member cannot be the owner.
    private func handOn(to id: String, pin: String?) throws -> HouseholdMember {
        let next = state.withLock { $0.members.first { $0.id == id } }
        guard next.map({ $0.role == .adult && $0.disabled == nil }) ?? true else {
            throw Self.refusal(.failedPrecondition, .memberNotAdult)
        }
        let owner = try change(id, pin: .some(pin)) { $0.role = .owner }
        state.withLock { state in
            for index in state.members.indices
            where state.members[index].role == .owner && state.members[index].id != id {
                state.members[index].role = .adult
            }
        }
        return owner
    }

    /// - Parameter pin: the given PIN, for what requires one; nil for what does not.
    private func change(
        _ id: String, pin: String?? = nil, _ body: (inout HouseholdMember) -> Void
    ) throws -> HouseholdMember {
        try state.withLock { state in
            guard let index = state.members.firstIndex(where: { $0.id == id }) else {
                throw Self.refusal(.notFound, .unknownMember)
            }
            if let pin, let own = state.pin, pin != own {
                throw Self.refusal(.permissionDenied, pin == nil ? .pinRequired : .pinWrong)
            }
            let before = state.members[index]
            body(&state.members[index])
            let isRename = before.name != state.members[index].name
            guard before.role != .owner || isRename else { throw Self.refusal(.failedPrecondition, .ownerNeeded) }
            return state.members[index]
        }
    }

    private static func refusal(_ code: RPCCode, _ rule: ProfilesProblem.Code) -> RPCError {
        RPCError(code, "Refused by the rule \(rule).", details: [RPCErrorDetail(ProfilesProblem(rule))])
    }
}
