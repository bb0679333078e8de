import Foundation
import HearthModel
import ProfilesAPI
import RPC
import TestSupport
import Testing

@testable import ProfilesService

/// Signing in by an account at Apple: only members who have linked one.
struct AppleSignInTests {
    private static func run(
        _ body: @escaping @Sendable (SimulatedProfiles, TestAppleIssuer) async throws -> Void
    ) async throws {
        let issuer = TestAppleIssuer()
        let keys: @Sendable () throws -> AppleKeys.Fetched = { try issuer.fetch() }
        try await SimulatedProfiles.run(appleKeys: keys) { try await body($0, issuer) }
    }

    private func signIn(_ token: String, _ name: String? = nil) -> Profiles.SignInWithApple {
        var proof = AppleProof.test(token)
        proof.name = name
        return Profiles.SignInWithApple(proof: proof, device: .test("Phone"))
    }

    @Test func `an account that is linked signs devices in, and one that is not lets no stranger in`() async throws {
        try await Self.run { profiles, issuer in
            let owner = try await profiles.owner()
            let stranger = await (try profiles.client()).failure(of: signIn(AppleFixtures.goodRSA))
            #expect(stranger?.problem == .appleNotLinked && stranger?.code == .unauthenticated)
            var proof = AppleProof.test(AppleFixtures.goodRSA)
            (proof.name, proof.mail) = ("Ada", "other@example.org")
            let link = try await owner.send(Profiles.LinkApple(proof: proof))
            // The mail address that Apple has signed counts more.
            #expect(link.name == "Ada" && link.mail == "ada@example.org")
            try await profiles.restart()
            let session = try await profiles.client().send(signIn(AppleFixtures.goodEC, "Eve"))
            #expect(session.role == .owner && session.refreshToken != nil)
            let next = try await profiles.refresh(try #require(session.refreshToken))
            let phone = try profiles.client(next)
            let device = try #require(try await phone.send(Profiles.ListDevices()).devices.first)
            #expect(device.id == session.device && device.description == .test("Phone"))
            // Kept from the first time: Apple gives the name once.
            let again = try await phone.send(Profiles.LinkApple(proof: .test(AppleFixtures.goodEC)))
            #expect(again == link)
            _ = try await phone.send(Profiles.UnlinkApple())
            _ = try await phone.send(Profiles.UnlinkApple())
            let late = await (try profiles.client()).failure(of: signIn(AppleFixtures.goodRSA))
            #expect(late?.problem == .appleNotLinked)
            #expect(issuer.fetches == 2)
        }
    }

    @Test func `a member has one account, and an account one member`() async throws {
        try await Self.run { profiles, _ in
            let owner = try await profiles.owner()
            _ = try await owner.send(Profiles.LinkApple(proof: .test(AppleFixtures.goodRSA)))
            let second = await owner.failure(of: Profiles.LinkApple(proof: .test(AppleFixtures.ben)))
            #expect(second?.problem == .appleLinked && second?.code == .alreadyExists)
            let ben = try profiles.client(try await profiles.member("Ben"))
            let taken = await ben.failure(of: Profiles.LinkApple(proof: .test(AppleFixtures.goodEC)))
            #expect(taken?.problem == .appleLinked)
            #expect(try await ben.send(Profiles.LinkApple(proof: .test(AppleFixtures.ben))).mail == nil)
            let session = try await profiles.client().send(signIn(AppleFixtures.ben))
            #expect(session.profile.name == "Ben" && session.role == .adult)
        }
    }

    @Test func `a refused token and keys that cannot be fetched sign nothing in, and say why`() async throws {
        try await Self.run { profiles, issuer in
            let owner = try await profiles.owner()
            issuer.publish(nil)
            let down = await owner.failure(of: Profiles.LinkApple(proof: .test(AppleFixtures.goodRSA)))
            #expect(down?.code == .unavailable && down?.problem == .appleUnavailable)
            issuer.publish(AppleFixtures.keys)
            try await profiles.simulation.sleep(for: .seconds(10))
            _ = try await owner.send(Profiles.LinkApple(proof: .test(AppleFixtures.goodRSA)))
            profiles.simulation.jumpWallClock(by: .seconds(700))
            let old = await (try profiles.client()).failure(of: signIn(AppleFixtures.goodRSA))
            #expect(old?.code == .unauthenticated && old?.problem == .appleTokenRefused)
            #expect(old?.message.contains("too long ago") == true)
            #expect(try await profiles.owner().send(Profiles.ListDevices()).devices.isEmpty)
        }
    }

    @Test func `where no client id is configured it is said so`() async throws {
        try await SimulatedProfiles.run { profiles in
            let owner = try await profiles.owner()
            let failure = await owner.failure(of: Profiles.LinkApple(proof: .test(AppleFixtures.goodRSA)))
            #expect(failure?.problem == .appleNotConfigured && failure?.code == .failedPrecondition)
        }
    }
}
