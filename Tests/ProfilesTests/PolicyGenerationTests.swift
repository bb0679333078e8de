import HearthModel
import ProfilesAPI
import ProfilesService
import RPC
import TestSupport
import Testing

/// What a profile may see is in its token: a token ends when that changes.
struct PolicyGenerationTests {
    @Test func `a child's token ends when kids may see something else, and its next one holds`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let child = try await harness.profiles(as: "Kids")
            _ = try await child.send(Profiles.ListProfiles())
            _ = try await owner.send(Profiles.SetHouseholdOptions(kidsSeeUnrated: false))
            let refused = await child.failure(of: Profiles.ListProfiles())
            #expect(refused?.code == .unauthenticated)
            #expect(refused?.executed == .no)
            let next = try await harness.profiles(as: "Kids")
            _ = try await next.send(Profiles.ListProfiles())
            // Nothing that the owner may see has changed.
            _ = try await owner.send(Profiles.ListProfiles())
            try await harness.restart()
            #expect(await child.failure(of: Profiles.ListProfiles())?.code == .unauthenticated)
            _ = try await next.send(Profiles.ListProfiles())
        }
    }

    @Test func `settings that change no policy end no token`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let child = try await harness.profiles(as: "Kids")
            _ = try await owner.send(Profiles.SetHouseholdOptions(name: "The Mill", timeZone: "Europe/Oslo"))
            _ = try await owner.send(Profiles.SetHouseholdOptions(kidsSeeUnrated: true))
            _ = try await owner.send(Profiles.AnswerAdultPrompt(hide: false))
            _ = try await owner.send(Profiles.ListProfiles())
            _ = try await child.send(Profiles.ListProfiles())
        }
    }

    @Test func `adults' tokens end when they hide something, and kids' do not`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let child = try await harness.profiles(as: "Kids")
            _ = try await owner.send(Profiles.AnswerAdultPrompt(hide: true))
            #expect(await owner.failure(of: Profiles.ListProfiles())?.code == .unauthenticated)
            _ = try await child.send(Profiles.ListProfiles())
        }
    }

    @Test func `each change is told with its number, and so is what holds to those who begin to follow`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let follower = try await harness.profiles(of: .service("reading-list"))
            let events = try await follower.stream(Profiles.FollowEvents())
            #expect(try await events.next()?.item.policyGenerations == PolicyGenerations())
            _ = try await owner.send(Profiles.SetHouseholdOptions(kidsSeeUnrated: false))
            #expect(try await events.next()?.item.policyGenerations == PolicyGenerations(kids: 1))
            _ = try await owner.send(Profiles.SetHouseholdOptions(name: "The Mill"))
            let unchanged = try #require(try await events.next()?.item)
            #expect(unchanged.settingsChanged != nil && unchanged.policyGenerations == nil)
            _ = try await owner.send(Profiles.AnswerAdultPrompt(hide: true))
            let both = PolicyGenerations(kids: 1, adults: 1)
            #expect(try await events.next()?.item.policyGenerations == both)
            let again = try await follower.stream(Profiles.FollowEvents())
            #expect(try await again.next()?.item.policyGenerations == both)
        }
    }
}
