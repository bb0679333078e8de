import Access
import HearthModel
import ProfilesAPI
import ProfilesService
import RPC
import TestSupport
import Testing

/// Who gets in at all: asked of every method of the contract.
struct AuthenticationTests {
    private static let guarded = Profiles.requests.filter { $0.access.needsToken }

    @Test
    func `what the owner proves with a key, how people are invited and devices get theirs, is all without a token`() {
        let open = Profiles.requests.filter { !$0.access.needsToken }.map { $0.method }
        #expect(
            open == [
                "LocalOwner", "CreateHousehold", "AcceptInvitation", "RefreshSession", "StartPairing", "PollPairing",
                "ApplyStoreNotification", "SignInWithApple",
            ])
        #expect(Self.guarded.count == Profiles.requests.count - open.count)
    }

    @Test(arguments: TestTransport.allCases)
    func `no method answers without a token that holds`(transport: TestTransport) async throws {
        try await ServiceHarness.with(ProfilesService.self, transport) { harness in
            _ = try await harness.signIn()
            let good = try await harness.signIn(as: "Kids").token
            var tampered = Array(good.utf8)
            tampered[tampered.count / 2] ^= 1
            let expired = TestCaller.owner.claims(lifetime: .seconds(-1), runtime: harness.runtime)
            let bad: [String: AccessToken?] = [
                "none": nil, "forged": try await harness.forgedToken(for: .owner),
                "another household's": try await harness.forgedToken(for: TestCaller.owner.of("mill")),
                "tampered": AccessToken(bytes: tampered), "expired": try await harness.signer.sign(expired),
                "rubbish": AccessToken("rubbish"),
            ]
            let channel = try await harness.channel()
            for request in Self.guarded {
                for (name, token) in bad.sorted(by: { $0.key < $1.key }) {
                    let error = await channel.failure(of: anyCall(of: request, token, harness.runtime))
                    #expect(error?.code == .unauthenticated, "\(request.method) with token: \(name)")
                    #expect(error?.executed == .no)
                    #expect(error?.message.contains(good) == false)
                }
            }
            #expect(!harness.logs.text.contains(good))
        }
    }

    @Test func `a household that does not exist has no profiles, favourites or PIN`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let stranger = try await harness.profiles(of: TestCaller.owner.of("mill"))
            #expect(await stranger.failure(of: Profiles.GetHousehold())?.code == .unauthenticated)
            #expect(await stranger.failure(of: Profiles.ListProfiles())?.code == .unauthenticated)
            #expect(await stranger.failure(of: Profiles.ListFavourites())?.problem == .profileGone)
            let add = Profiles.AddFavourite(content: "m1")
            #expect(await stranger.failure(of: add)?.problem == .profileGone)
            #expect(await stranger.failure(of: Profiles.SetPIN(pin: "1234"))?.problem == .profileGone)
        }
    }

    @Test func `children and services get in where they are named`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let kids = AccessToken(try await harness.signIn(as: "Kids").token)
            let catalog = try await harness.token(for: .service("catalog"))
            let channel = try await harness.channel()
            let forAdults = Set(Self.guarded.filter { !$0.access.roles.isEmpty }.map { $0.method })
            let changes = [
                "SetHouseholdOptions", "SetPIN", "CreateProfile", "RenameProfile", "DeleteProfile", "AnswerAdultPrompt",
                "RestoreProfile", "ListMembers", "ChangeMember", "DisableMember", "EnableMember", "RemoveMember",
                "LeaveHousehold", "HandOnOwnership", "InviteMember", "ListInvitations", "RevokeInvitation",
                "GetPairing", "ApprovePairing", "DenyPairing", "ListDevices", "RenameDevice", "DisableDevice",
                "EnableDevice", "SignOutEverywhere",
                "GetViewingRules", "SetViewingRules",
                "RedeemTransaction",
                "SetLimits", "SetRelock",
                "LinkApple", "UnlinkApple",
                "DeleteHousehold", "KeepHousehold", "ConfirmPIN",
            ]
            #expect(forAdults == Set(changes + ["FollowEvents"]))
            for request in Self.guarded {
                let child = await channel.failure(of: anyCall(of: request, kids, harness.runtime))
                #expect((child?.code == .permissionDenied) == forAdults.contains(request.method), "\(request.method)")
                let service = await channel.failure(of: anyCall(of: request, catalog, harness.runtime))
                #expect(
                    (service?.code == .permissionDenied) == !["GetKeys", "FollowEvents"].contains(request.method),
                    "\(request.method)")
            }
        }
    }

    @Test func `two households in one cluster know nothing of each other`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let home = try await harness.profiles()
            let founding = Profiles.CreateHousehold(proof: try harness.ownerKey(), household: "mill")
            _ = try await harness.anonymous().send(founding)
            let mill = try await harness.profiles(household: "mill")
            _ = try await home.send(Profiles.CreateProfile(name: "Grandma", kind: .adult))
            _ = try await home.send(Profiles.AddFavourite(content: "tmdb:movie:348"))
            #expect(try await mill.send(Profiles.ListProfiles()).profiles.map(\.name) == ["Adult", "Kids"])
            #expect(try await mill.send(Profiles.ListFavourites()).total == 0)
            let names = try await home.send(Profiles.ListProfiles()).profiles
            let error = await mill.failure(of: Profiles.DeleteProfile(profile: try #require(names.last).id))
            #expect(error?.problem == .unknownProfile)
            #expect(try await mill.send(Profiles.GetHousehold()).id == "mill")
        }
    }
}

/// A call of a method with an empty request: what decides before the request is read can be asked of all alike.
private func anyCall<Request: RPCMethod>(
    of request: Request.Type, _ token: AccessToken?, _ runtime: any Runtime
) -> EncodedCall {
    EncodedCall(
        method: MethodDescriptor.of(request), body: [0xa0], deadline: runtime.now.advanced(by: TestTimeout.longest),
        token: token,
        idempotencyKey: IdempotencyKey(runtime: runtime), trace: .root(runtime: runtime), waitForReady: true)
}
