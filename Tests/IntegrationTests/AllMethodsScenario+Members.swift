import HearthModel
import ProfilesAPI
import RPC

extension AllMethodsScenario {
    /// Members join, change and go. What changes rights ends the token.
    func members() async throws {
        do {
            _ = try await send(Profiles.ListRoles())
        } catch let error as RPCError where error.code == .unimplemented {
            // An older build has no members but the owner.
            let methods: [any RPCMethod.Type] = [
                Profiles.ListRoles.self, Profiles.ListMembers.self, Profiles.ChangeMember.self,
                Profiles.DisableMember.self, Profiles.EnableMember.self, Profiles.RemoveMember.self,
                Profiles.LeaveHousehold.self, Profiles.HandOnOwnership.self, Profiles.InviteMember.self,
                Profiles.ListInvitations.self, Profiles.RevokeInvitation.self, Profiles.AcceptInvitation.self,
                Profiles.DeleteHousehold.self, Profiles.KeepHousehold.self,
            ]
            return note(methods, isAbsent: true)
        }
        let unused = try await send(Profiles.InviteMember(role: .child))
        try await send(Profiles.RevokeInvitation(unused.invitation.id))
        let issued = try await send(Profiles.InviteMember(role: .adult, name: "Adam"))
        let adam = try await send(Profiles.AcceptInvitation(token: issued.token)).member.id
        try await refused(Profiles.AcceptInvitation(token: issued.token), .notFound)
        let owner = try await send(Profiles.ListMembers()).members[0].id
        try await send(Profiles.ChangeMember(adam, name: "Adrian"))
        // The one member with a token here is the owner, who stays.
        try await refused(Profiles.LeaveHousehold(keepProfile: true), .failedPrecondition)
        note([Profiles.LeaveHousehold.self], isAbsent: false)
        try await send(Profiles.DisableMember(adam))
        try await signIn()
        try await send(Profiles.EnableMember(adam))
        for next in [adam, owner] {
            try await send(Profiles.HandOnOwnership(next))
            try await signIn()
        }
        try await send(Profiles.RemoveMember(adam, keepProfile: false))
        try await signIn()
        try await refused(Profiles.EnableMember(adam), .notFound)
        try await send(Profiles.DeleteHousehold())
        try await send(Profiles.KeepHousehold())
    }
}
