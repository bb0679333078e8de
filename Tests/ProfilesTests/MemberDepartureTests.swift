import HearthModel
import ProfilesAPI
import ProfilesService
import RPC
import TestSupport
import Testing

/// How members go, what becomes of their profiles, and that the household always has its owner.
struct MemberDepartureTests {
    @Test func `the profile of a removed member becomes a guest's with its data, or is deleted and told`() async throws
    {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let (adam, eve) = (try await harness.join("Adam"), try await harness.join("Eve"))
            let byAdam = try await harness.client(of: adam.member)
            _ = try await byAdam.send(Profiles.AddFavourite(content: "tmdb:movie:348"))
            _ = try await harness.profiles().send(Profiles.RemoveMember(adam.member.id, keepProfile: true))
            #expect(await byAdam.failure(of: Profiles.ListFavourites())?.code == .unauthenticated)
            #expect(try await harness.members().keys.sorted() == ["Eve", "Owner"])
            let kept = try #require(try await harness.profilesByName()["Adam"])
            #expect(kept.id == adam.profile.id && kept.member == nil && kept.kind == .adult)
            #expect(try await harness.profiles(as: "Adam").send(Profiles.ListFavourites()).total == 1)
            // A token of now is of a member who is gone.
            let later = try await harness.client(of: adam.member)
            #expect(await later.failure(of: Profiles.SwitchProfile(profile: "Eve"))?.problem == .profileGone)

            let follower = try await harness.profiles(of: .service("catalog"))
            let events = try await follower.stream(Profiles.FollowEvents())
            _ = try await events.next()
            _ = try await harness.profiles().send(Profiles.RemoveMember(eve.member.id, keepProfile: false))
            let deleted = try #require(try await events.next()?.item)
            #expect(deleted.profileDeleted?.profile == eve.profile.id && deleted.mustBeUnderstood == true)
            #expect(try await events.next()?.item.policyGenerations != nil)
            #expect(try await harness.profilesByName().keys.sorted() == ["Adam", "Adult", "Kids"])
            // As a guest's it is deleted like any other.
            _ = try await harness.profiles().send(Profiles.DeleteProfile(profile: kept.id))
        }
    }

    @Test func `a child's profile is deleted for the PIN alone`() async throws {
        try await ServiceHarness.with(FastPINProfilesService.self) { harness in
            let kim = try await harness.join("Kim", as: .child).member
            let owner = try await harness.profiles()
            _ = try await owner.send(Profiles.SetPIN(pin: "2468"))
            let removal = Profiles.RemoveMember(kim.id, keepProfile: false)
            #expect(await owner.failure(of: removal)?.problem == .pinRequired)
            _ = try await owner.send(Profiles.RemoveMember(kim.id, keepProfile: false, pin: "2468"))
            #expect(try await harness.profilesByName()["Kim"] == nil)
            let again = await (try await harness.profiles()).failure(of: removal)
            #expect(again?.problem == .unknownMember)
        }
    }

    @Test func `adults leave by themselves; neither children nor the owner do`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let (adam, kim) = (try await harness.join("Adam"), try await harness.join("Kim", as: .child))
            let leaving = Profiles.LeaveHousehold(keepProfile: false)
            let child = await (try await harness.client(of: kim.member)).failure(of: leaving)
            #expect(child?.code == .permissionDenied)
            let owner = try await harness.profiles()
            let refused = await owner.failure(of: leaving)
            #expect(refused?.problem == .ownerNeeded && refused?.code == .failedPrecondition)
            _ = try await harness.client(of: adam.member).send(leaving)
            #expect(await owner.failure(of: Profiles.ListMembers())?.code == .unauthenticated)
            #expect(try await harness.members().keys.sorted() == ["Kim", "Owner"])
            #expect(try await harness.profilesByName()["Adam"] == nil)
        }
    }

    @Test func `only the owner removes and disables, and no call leaves the household without one`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let (adam, eve) = (try await harness.join("Adam").member, try await harness.join("Eve").member)
            let own = try #require(try await harness.members()["Owner"])
            let byAdam = try await harness.client(of: adam)
            // With the role of an adult, and with one that the household does not give.
            let claiming = try await harness.client(of: adam, actingAs: adam.profile, in: .owner)
            #expect(await byAdam.failure(of: Profiles.DisableMember(eve.id))?.code == .permissionDenied)
            #expect(await byAdam.failure(of: Profiles.InviteMember(role: .adult))?.code == .permissionDenied)
            #expect(await claiming.failure(of: Profiles.DisableMember(eve.id))?.problem == .rightsChanged)
            #expect(
                await claiming.failure(of: Profiles.RemoveMember(eve.id, keepProfile: true))?.problem == .rightsChanged)
            #expect(await claiming.failure(of: Profiles.HandOnOwnership(adam.id))?.problem == .rightsChanged)
            #expect(await claiming.failure(of: Profiles.InviteMember(role: .adult))?.problem == .rightsChanged)
            let owner = try await harness.profiles()
            #expect(await owner.failure(of: Profiles.DisableMember(own.id))?.problem == .ownerNeeded)
            for keeps in [true, false] {
                let removal = Profiles.RemoveMember(own.id, keepProfile: keeps)
                #expect(await owner.failure(of: removal)?.problem == .ownerNeeded)
            }
            #expect(try await harness.members().count == 3)
        }
    }

    @Test func `the owner hands on for the PIN, to an adult who is not disabled, and is an adult from then on`()
        async throws
    {
        try await ServiceHarness.with(FastPINProfilesService.self) { harness in
            let (adam, eve) = (try await harness.join("Adam"), try await harness.join("Eve"))
            let kim = try await harness.join("Kim", as: .child)
            _ = try await harness.profiles().send(Profiles.DisableMember(eve.member.id))
            let former = try #require(try await harness.members()["Owner"])
            let owner = try await harness.profiles()
            for unfit in [eve.member.id, kim.member.id, former.id] {
                #expect(await owner.failure(of: Profiles.HandOnOwnership(unfit))?.problem == .memberNotAdult)
            }
            #expect(await owner.failure(of: Profiles.HandOnOwnership("m"))?.problem == .unknownMember)
            let open = try await owner.send(Profiles.InviteMember(role: .adult, name: "Zoe"))
            _ = try await owner.send(Profiles.SetPIN(pin: "2468"))
            let handOn = Profiles.HandOnOwnership(adam.member.id)
            #expect(await owner.failure(of: handOn)?.problem == .pinRequired)
            let next = try await owner.send(Profiles.HandOnOwnership(adam.member.id, pin: "2468"))
            #expect(next.id == adam.member.id && next.role == .owner)
            // The former owner's token ends at once; a new one has an adult's rights.
            #expect(await owner.failure(of: Profiles.ListMembers())?.code == .unauthenticated)
            let claiming = try await harness.client(of: former)
            #expect(await claiming.failure(of: Profiles.HandOnOwnership(former.id))?.problem == .rightsChanged)
            let members = try await harness.members()
            #expect(members["Owner"]?.role == .adult && members["Adam"]?.role == .owner)
            // The machine's key opens the household of its owner, who is another one now.
            let session = try await harness.signIn()
            #expect(session.profile.id == adam.profile.id && session.role == .owner)
            #expect(try await harness.signIn(as: "Adult").role == .adult)
            // Invitations of a member who no longer may invite are revoked.
            let late = await (try await harness.anonymous()).failure(
                of: Profiles.AcceptInvitation(token: open.token))
            #expect(late?.problem == .unknownInvitation)
            // The former owner can go now.
            _ = try await harness.client(of: try #require(members["Owner"])).send(
                Profiles.LeaveHousehold(keepProfile: true))
            #expect(try await harness.members().keys.sorted() == ["Adam", "Eve", "Kim"])
        }
    }

    /// - Parameter seed: for the order of calls.
    @Test(arguments: Seeds.make(3))
    func `whatever the owner does, there is one owner, each member has a profile, and the owner's is an adult's`(
        seed: UInt64
    ) async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            var random = SplitMix64(seed: seed)
            _ = try await harness.join("Adam")
            for step in 0..<20 {
                let owner = try await harness.profiles()
                let members = try await owner.send(Profiles.ListMembers()).members
                let member = try #require(members.randomElement(using: &random)).id
                switch Int.random(in: 0..<7, using: &random) {
                case 0: _ = await owner.failure(of: Profiles.ChangeMember(member, role: .child))
                case 1: _ = await owner.failure(of: Profiles.ChangeMember(member, role: .adult))
                case 2: _ = await owner.failure(of: Profiles.DisableMember(member))
                case 3: _ = await owner.failure(of: Profiles.EnableMember(member))
                case 4: _ = await owner.failure(of: Profiles.RemoveMember(member, keepProfile: step % 2 == 0))
                case 5: _ = await owner.failure(of: Profiles.HandOnOwnership(member))
                default: _ = try? await harness.join("Member \(step)")
                }
                let after = try await harness.profiles()
                let all = try await after.send(Profiles.ListMembers()).members
                let profiles = try await after.send(Profiles.ListProfiles()).profiles
                let owners = all.filter { $0.role == .owner }
                #expect(owners.count == 1 && owners[0].disabled == nil, "seed \(seed), step \(step)")
                for member in all {
                    let own = profiles.filter { $0.member == member.id }
                    #expect(own.map(\.id) == [member.profile], "seed \(seed), step \(step)")
                    #expect(own.first?.kind == (member.role == .child ? .kids : .adult), "seed \(seed), step \(step)")
                }
            }
        }
    }
}
