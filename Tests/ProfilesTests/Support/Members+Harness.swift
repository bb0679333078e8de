import HearthModel
import ProfilesAPI
import ProfilesService
import RPC
import TestSupport
import Testing

extension ServiceHarness {
    /// Invites a person, who accepts at once.
    func join(_ name: String, as role: Role = .adult) async throws -> AcceptedInvitation {
        let issued = try await profiles().send(Profiles.InviteMember(role: role, name: name))
        return try await anonymous().send(Profiles.AcceptInvitation(token: issued.token))
    }

    /// A client of a member with a token of now.
    func client(of member: HouseholdMember) async throws -> RPCClient<Profiles> {
        try await client(of: member, actingAs: member.profile, in: member.role)
    }

    /// A client of a member who acts as a profile in a role, whether or not the household gives that.
    func client(
        of member: HouseholdMember, actingAs profile: String?, in role: Role
    ) async throws -> RPCClient<Profiles> {
        let caller = TestCaller(
            member: member.id, profile: profile, role: role,
            policy: role == .child ? .kids(seesUnrated: true) : .everything)
        return try await profiles(
            of: caller, policyGeneration: try await policyGenerations().generation(for: role))
    }

    /// The members by name.
    func members() async throws -> [String: HouseholdMember] {
        let list = try await profiles().send(Profiles.ListMembers()).members
        return Dictionary(list.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The profiles by name.
    func profilesByName() async throws -> [String: Profile] {
        let list = try await profiles().send(Profiles.ListProfiles()).profiles
        return Dictionary(list.map { ($0.name, $0) }) { first, _ in first }
    }
}
