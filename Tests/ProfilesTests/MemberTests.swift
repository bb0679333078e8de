import GRDB
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import ProfilesService

/// Members: who may change whose role and name, and what disabled ones can do.
struct MemberTests {
    @Test func `a household begins with its owner, and each member who joins has one profile by the role`() async throws
    {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let first = try await owner.send(Profiles.ListMembers()).members
            #expect(first.map(\.name) == ["Owner"] && first.map(\.role) == [.owner])
            #expect(first[0].profile == (try await harness.signIn().profile.id))
            let adam = try await harness.join("Adam")
            let kim = try await harness.join("Kim", as: .child)
            #expect(adam.household == "home")
            #expect(adam.profile.kind == .adult && kim.profile.kind == .kids)
            for joined in [adam, kim] {
                #expect(joined.profile.member == joined.member.id && joined.member.profile == joined.profile.id)
            }
            let all = try await owner.send(Profiles.ListMembers()).members
            #expect(all == first + [adam.member, kim.member])
            let profiles = try await owner.send(Profiles.ListProfiles()).profiles
            #expect(profiles.filter { $0.member != nil }.map(\.name) == ["Adult", "Adam", "Kim"])
            // A member's own profile goes with the member alone.
            let deletion = Profiles.DeleteProfile(profile: adam.profile.id)
            #expect(await owner.failure(of: deletion)?.problem == .profileNeeded)
            let session = try await harness.client(of: adam.member).send(
                Profiles.SwitchProfile(profile: adam.profile.id))
            #expect(session.role == .adult && session.policy == .everything)
            let child = try await harness.client(of: kim.member)
            #expect(try await child.send(Profiles.SwitchProfile(profile: "Kim")).role == .child)
            #expect(await child.failure(of: Profiles.SwitchProfile(profile: "Adam"))?.problem == .notYours)
        }
    }

    @Test func `adults change their own name, the owner every name, and no one the owner's role`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let (adam, eve) = (try await harness.join("Adam").member, try await harness.join("Eve").member)
            let byAdam = try await harness.client(of: adam)
            #expect(try await byAdam.send(Profiles.ChangeMember(adam.id, name: " Adrian ")).name == "Adrian")
            let other = await byAdam.failure(of: Profiles.ChangeMember(eve.id, name: "Eva"))
            #expect(other?.problem == .memberNotYours && other?.code == .permissionDenied)
            let demotion = await byAdam.failure(of: Profiles.ChangeMember(adam.id, role: .child))
            #expect(demotion?.problem == .memberNotYours)
            #expect(try await owner.send(Profiles.ChangeMember(eve.id, name: "Eva")).name == "Eva")
            let own = try #require(try await harness.members()["Owner"])
            #expect(try await owner.send(Profiles.ChangeMember(own.id, name: "Olga")).name == "Olga")
            #expect(await owner.failure(of: Profiles.ChangeMember(own.id, role: .adult))?.problem == .ownerNeeded)
            #expect(await owner.failure(of: Profiles.ChangeMember(eve.id))?.field == "name")
            #expect(await owner.failure(of: Profiles.ChangeMember(eve.id, name: ""))?.field == "name")
            for role in [Role.owner, .service, .operator, Role(rawValue: "king")] {
                #expect(await owner.failure(of: Profiles.ChangeMember(eve.id, role: role))?.field == "role")
            }
            let unknown = await owner.failure(of: Profiles.ChangeMember("m", name: "X"))
            #expect(unknown?.problem == .unknownMember && unknown?.code == .notFound)
            // Who acts as a guest has no owner's rights.
            let guest = try await owner.send(Profiles.CreateProfile(name: "Guest", kind: .adult))
            let asGuest = try await harness.profiles(as: guest.name)
            #expect(await asGuest.failure(of: Profiles.ChangeMember(eve.id, name: "X"))?.problem == .memberNotYours)
        }
    }

    @Test func `a role changes with the kind of the profile, for the PIN, and ends the tokens`() async throws {
        try await ServiceHarness.with(FastPINProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let adam = try await harness.join("Adam")
            let byAdam = try await harness.client(of: adam.member)
            _ = try await owner.send(Profiles.SetPIN(pin: "2468"))
            let change = Profiles.ChangeMember(adam.member.id, role: .child)
            #expect(await owner.failure(of: change)?.problem == .pinRequired)
            let wrong = Profiles.ChangeMember(adam.member.id, role: .child, pin: "1111")
            #expect(await owner.failure(of: wrong)?.problem == .pinWrong)
            _ = try await byAdam.send(Profiles.ListMembers())
            let child = try await owner.send(Profiles.ChangeMember(adam.member.id, role: .child, pin: "2468"))
            #expect(child.role == .child && child.profile == adam.profile.id)
            #expect(await byAdam.failure(of: Profiles.ListMembers())?.code == .unauthenticated)
            let profile = try #require(try await harness.profilesByName()["Adam"])
            #expect(profile.kind == .kids && profile.member == adam.member.id)
            // A token of now with the former rights does not get them back.
            let former = try await harness.client(of: adam.member)
            #expect(try await former.send(Profiles.SwitchProfile(profile: "Adam")).role == .child)
            let again = try await harness.profiles()
            _ = try await again.send(Profiles.ChangeMember(adam.member.id, role: .adult, pin: "2468"))
            #expect(try await harness.profilesByName()["Adam"]?.kind == .adult)
        }
    }

    @Test func `a disabled member's tokens end at once, there are no others, and the data stays`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let adam = try await harness.join("Adam")
            let byAdam = try await harness.client(of: adam.member)
            _ = try await byAdam.send(Profiles.ChangeSettings([SettingChange(.theme, .text("light"))]))
            let streams = try await harness.profiles(of: .service("catalog")).stream(Profiles.FollowEvents())
            let before = try #require(try await streams.next()?.item.policyGenerations)
            let disabled = try await harness.profiles().send(Profiles.DisableMember(adam.member.id))
            #expect(disabled.disabled != nil)
            let refused = await byAdam.failure(of: Profiles.GetSettings())
            #expect(refused?.code == .unauthenticated && refused?.executed == .no)
            // The other services learn of it by the generations of both kinds of profiles.
            let told = try #require(try await streams.next()?.item)
            #expect(
                told.policyGenerations == PolicyGenerations(kids: before.kids + 1, adults: before.adults + 1)
                    && told.isKnown)
            // Nor does a token of now, if there were one, give a session.
            let later = try await harness.client(of: adam.member)
            for profile in ["Adam", "Kids"] {
                let denied = await later.failure(of: Profiles.SwitchProfile(profile: profile))
                #expect(denied?.problem == .memberDisabled && denied?.code == .permissionDenied)
            }
            #expect(await later.failure(of: Profiles.LeaveHousehold(keepProfile: true))?.problem == .memberDisabled)
            let asAdam = Profiles.LocalOwner(proof: try harness.ownerKey(), profile: "Adam")
            #expect(await (try await harness.anonymous()).failure(of: asAdam)?.problem == .memberDisabled)
            try await harness.restart()
            #expect(await byAdam.failure(of: Profiles.GetSettings())?.code == .unauthenticated)
            #expect(try await harness.members()["Adam"] == disabled)
            let owner = try await harness.profiles()
            let generations = try await harness.policyGenerations()
            #expect(try await owner.send(Profiles.DisableMember(adam.member.id)) == disabled)
            let enabled = try await owner.send(Profiles.EnableMember(adam.member.id))
            #expect(enabled == adam.member)
            // Neither a repetition nor the way back ends tokens.
            #expect(try await harness.policyGenerations() == generations)
            let settings = try await harness.client(of: adam.member).send(Profiles.GetSettings())
            #expect(settings.settings.first { $0.name == .theme }?.value == .text("light"))
        }
    }

    @Test func `a repeated call does not disable again who was enabled in the meantime`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let adam = try await harness.join("Adam").member
            let key = IdempotencyKey(runtime: harness.runtime)
            func options() async throws -> CallOptions {
                CallOptions(token: try await harness.profiles().defaults.token, idempotencyKey: key)
            }
            let client = try await harness.profiles()
            let first = try await client.send(Profiles.DisableMember(adam.id), options: options())
            _ = try await harness.profiles().send(Profiles.EnableMember(adam.id))
            #expect(try await client.send(Profiles.DisableMember(adam.id), options: options()) == first)
            #expect(try await harness.members()["Adam"]?.disabled == nil)
        }
    }

    @Test func `a shard from before has its members enabled, and no invitations`() async throws {
        let earlier = Array(
            ProfilesMigrations.all.prefix { $0.name != "create invitations, and note disabled members" })
        #expect(earlier.count < ProfilesMigrations.all.count)
        let old = try InlineShard(migrations: earlier)
        try await old.shard.write { db in
            try db.execute(sql: "INSERT INTO member (id, name, role, created) VALUES ('m', 'Olga', 'owner', 7)")
        }
        let new = try await old.reopened()
        let members = try await new.shard.read { try MemberTable.all($0) }
        #expect(members == [MemberRow(id: "m", name: "Olga", role: .owner, created: 7)])
        #expect(try await new.shard.read { try InvitationTable.all($0) } == [])
    }
}
