import HearthModel
import ProfilesAPI
import ProfilesService
import RPC
import TestSupport
import Testing

/// Whether adults are shown adult content, as they say themselves.
struct AdultPromptTests {
    @Test func `what adults hide from themselves is in their next token, and not in kids'`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            #expect(try await harness.signIn().policy == .everything)
            let list = try await harness.profiles().send(Profiles.AnswerAdultPrompt(hide: true))
            #expect(list.profiles.map(\.hidesAdult) == [true, nil])
            let hiding = try await harness.signIn()
            let profiles = try await harness.profiles()
            #expect(try await profiles.send(Profiles.ListProfiles()) == list)
            #expect(hiding.policy == .hidingAdult)
            #expect(hiding.profile.hidesAdult == true)
            let other = try await profiles.send(Profiles.SwitchProfile(profile: hiding.profile.id))
            #expect(other.policy == .hidingAdult)
            #expect(try await harness.signIn(as: "Kids").policy == .kids(seesUnrated: true))
            // Who hides it can show it to himself again.
            let again = try await harness.profiles().send(Profiles.AnswerAdultPrompt(hide: false))
            #expect(again.profiles.map(\.hidesAdult) == [nil, nil])
            #expect(try await harness.signIn().policy == .everything)
        }
    }

    @Test func `it is said of all adults that are the caller's to change, or of those that are named`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let guest = try await owner.send(Profiles.CreateProfile(name: "Grandma", kind: .adult))
            func answerAdultPrompt(_ request: Profiles.AnswerAdultPrompt) async throws {
                _ = try await harness.profiles().send(request)
            }
            func hiding() async throws -> [String] {
                let profiles = try await harness.profiles().send(Profiles.ListProfiles()).profiles
                return profiles.filter { $0.hidesAdult == true }.map(\.name)
            }
            try await answerAdultPrompt(Profiles.AnswerAdultPrompt(hide: true, profiles: [guest.id]))
            #expect(try await hiding() == ["Grandma"])
            try await answerAdultPrompt(Profiles.AnswerAdultPrompt(hide: false, profiles: [guest.id]))
            // Acting as a guest, the owner is an adult whose own the owner's profile is; another adult's it is not.
            let other = TestCaller(member: "other", role: .adult, policy: .everything)
            let changes = try await harness.policyGenerations().adults
            _ = try await harness.profiles(of: other, policyGeneration: changes).send(
                Profiles.AnswerAdultPrompt(hide: true))
            #expect(try await hiding() == ["Grandma"])
            let own = try await harness.signIn().profile
            let stranger = try await harness.profiles(of: other, policyGeneration: changes + 1)
            let notMine = await stranger.failure(
                of: Profiles.AnswerAdultPrompt(hide: true, profiles: [guest.id, own.id]))
            #expect(notMine?.code == .permissionDenied)
            #expect(notMine?.problem == .notYours)
        }
    }

    @Test func `nothing changes when one of those named is unknown, or a kids profile`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let own = try await harness.signIn().profile
            let kids = try await harness.signIn(as: "Kids").profile
            let forKids = await owner.failure(of: Profiles.AnswerAdultPrompt(hide: true, profiles: [own.id, kids.id]))
            #expect(forKids?.code == .invalidArgument)
            #expect(forKids?.problem == .notAnAdults)
            #expect(forKids?.field == "profiles")
            let unknown = await owner.failure(of: Profiles.AnswerAdultPrompt(hide: true, profiles: [own.id, "x"]))
            #expect(unknown?.problem == .unknownProfile)
            #expect(try await owner.send(Profiles.ListProfiles()).profiles.map(\.hidesAdult) == [nil, nil])
        }
    }

    @Test func `the answer is told to those who follow, and a repeated call undoes nothing`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let follower = try await harness.profiles(of: .service("catalog"))
            let events = try await follower.stream(Profiles.FollowEvents())
            _ = try #require(try await events.next()?.item.snapshot)
            let options = CallOptions(
                token: owner.defaults.token, idempotencyKey: IdempotencyKey(runtime: harness.runtime))
            _ = try await owner.send(Profiles.AnswerAdultPrompt(hide: true), options: options)
            let event = try #require(try await events.next()?.item)
            #expect(event.adultPromptAnswered == AdultPromptAnswered(hides: true))
            #expect(event.isKnown && event.mustBeUnderstood != true)
            _ = try await harness.profiles().send(Profiles.AnswerAdultPrompt(hide: false))
            let again = try await harness.profiles()
            var repeated = options
            repeated.token = again.defaults.token
            _ = try await again.send(Profiles.AnswerAdultPrompt(hide: true), options: repeated)
            #expect(try await again.send(Profiles.ListProfiles()).profiles.first?.hidesAdult == nil)
        }
    }
}
