import HearthModel
import ProfilesAPI
import ProfilesService
import RPC
import TestSupport
import Testing

/// The table of roles against the methods that it describes.
struct RolePermissionTests {
    /// The methods that each permission is about, said a second time.
    private static let methods: [(PermissionName, [any RPCMethod.Type])] = [
        (
            .changeProfiles,
            [
                Profiles.CreateProfile.self, Profiles.RenameProfile.self, Profiles.DeleteProfile.self,
                Profiles.AnswerAdultPrompt.self,
            ]
        ),
        (.changePIN, [Profiles.SetPIN.self]),
        (.seeMembers, [Profiles.ListMembers.self, Profiles.ListInvitations.self]),
        (.changeOwnName, [Profiles.ChangeMember.self]),
        (.leave, [Profiles.LeaveHousehold.self]),
        (.changeAnyProfile, [Profiles.RestoreProfile.self]),
        (.invite, [Profiles.InviteMember.self, Profiles.RevokeInvitation.self]),
        (.manageMembers, [Profiles.DisableMember.self, Profiles.EnableMember.self, Profiles.RemoveMember.self]),
        (.handOn, [Profiles.HandOnOwnership.self]),
        (.deleteHousehold, [Profiles.DeleteHousehold.self, Profiles.KeepHousehold.self]),
        (.changeHousehold, [Profiles.SetHouseholdOptions.self]),
    ]

    @Test func `the methods admit the roles that the table names`() throws {
        for (name, methods) in Self.methods {
            let permission = try #require(RolePermission.all.first { $0.name == name })
            for method in methods {
                #expect(method.access.roles == Set(permission.roles.map(\.rawValue)), "\(method.method)")
                #expect(method.access.needsToken && method.access.services.isEmpty, "\(method.method)")
            }
        }
        // What children may do needs no role at all.
        #expect(RolePermission.all.filter { $0.roles.contains(.child) }.allSatisfy { $0.roles.count == 3 })
        #expect(Set(RolePermission.all.map(\.name)).count == RolePermission.all.count)
    }

    @Test func `every profile can read the table`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let table = try await harness.profiles(as: "Kids").send(Profiles.ListRoles())
            #expect(table.roles == [.owner, .adult, .child])
            #expect(table.permissions == RolePermission.all)
        }
    }
}
