import Foundation
import HearthModel
import ProfilesAPI
import RPC
import Synchronization
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

    @Test func `an invited person joins by an account at Apple, and signs in by it from then on`() async throws {
        try await Self.run { profiles, _ in
            let (owner, guest) = (try await profiles.owner(), try profiles.client())
            func token() async throws -> String {
                try await owner.send(Profiles.InviteMember(role: .adult)).token
            }
            var proof = AppleProof.test(AppleFixtures.goodRSA)
            proof.name = "Ada"
            let first = try await token()
            var wrong = proof
            wrong.nonce = String(repeating: "x", count: 32)
            let refused = await guest.failure(of: Profiles.AcceptInvitation(token: first, apple: wrong))
            #expect(refused?.problem == .appleTokenRefused)
            let accepted = try await guest.send(
                Profiles.AcceptInvitation(token: first, device: .test("Phone"), apple: proof))
            // Neither request nor invitation has a name: Apple's counts.
            #expect(accepted.member.name == "Ada" && accepted.session?.profile.id == accepted.profile.id)
            let later = try await guest.send(signIn(AppleFixtures.goodEC))
            #expect(later.profile.id == accepted.profile.id)
            // One account is one member's: the second invitation stays open.
            let second = try await token()
            let taken = await guest.failure(
                of: Profiles.AcceptInvitation(token: second, name: "Eve", apple: .test(AppleFixtures.goodEC)))
            #expect(taken?.problem == .appleLinked)
            let members = try await owner.send(Profiles.ListMembers()).members.map(\.name)
            #expect(members.sorted() == ["Ada", "Owner"])
            #expect(try await guest.send(Profiles.AcceptInvitation(token: second, name: "Eve")).member.name == "Eve")
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

    /// Apple's token endpoints, which may be down.
    private final class TestTokens: Sendable {
        struct State {
            var isDown = false
            var codes: [String] = []
            var revoked: [String] = []
        }
        let state = Mutex(State())

        var endpoints: AppleTokens {
            AppleTokens(
                exchange: { code, client in
                    try self.state.withLock { state in
                        guard !state.isDown else { throw ProfilesError.appleUnavailable }
                        // Good once.
                        guard code.hasPrefix("code"), !state.codes.contains(code) else {
                            throw ProfilesError.appleTokenRefused("its authorization code is not accepted")
                        }
                        state.codes.append(code)
                        return "token of \(code) for \(client)"
                    }
                },
                revoke: { token, client in
                    try self.state.withLock { state in
                        guard !state.isDown else { throw ProfilesError.appleUnavailable }
                        state.revoked.append("\(token), \(client)")
                    }
                })
        }
    }

    @Test func `what a member has authorized at Apple is revoked when the link or the member is gone, also later`()
        async throws
    {
        let (issuer, apple) = (TestAppleIssuer(), TestTokens())
        let keys: @Sendable () throws -> AppleKeys.Fetched = { try issuer.fetch() }
        try await SimulatedProfiles.run(appleKeys: keys, appleTokens: apple.endpoints) { profiles in
            let owner = try await profiles.owner()
            func proof(_ token: String, _ code: String) -> AppleProof {
                var proof = AppleProof.test(token)
                proof.authorizationCode = code
                return proof
            }
            func revoked() async throws -> [String] {
                try await profiles.simulation.sleep(for: .seconds(1_300))
                return apple.state.withLock { $0.revoked }
            }
            // A stranger's code is not used up, and brings nothing that would have to be revoked.
            let stranger = Profiles.SignInWithApple(
                proof: proof(AppleFixtures.goodRSA, "code 0"), device: .test("Phone"))
            #expect(await (try profiles.client()).failure(of: stranger)?.problem == .appleNotLinked)
            #expect(apple.state.withLock { $0.codes.isEmpty })
            let refused = await owner.failure(of: Profiles.LinkApple(proof: proof(AppleFixtures.goodRSA, "wrong")))
            #expect(refused?.problem == .appleTokenRefused)
            _ = try await owner.send(Profiles.LinkApple(proof: proof(AppleFixtures.goodRSA, "code 1")))
            let invitation = try await owner.send(Profiles.InviteMember(role: .adult, name: "Ben")).token
            let ben = try await profiles.client().send(
                Profiles.AcceptInvitation(token: invitation, apple: proof(AppleFixtures.ben, "code 2")))
            apple.state.withLock { $0.isDown = true }
            _ = try await owner.send(Profiles.UnlinkApple())
            _ = try await owner.send(Profiles.RemoveMember(ben.member.id, keepProfile: true))
            #expect(try await revoked().isEmpty)
            try await profiles.restart()
            _ = try await profiles.owner()
            apple.state.withLock { $0.isDown = false }
            let client = AppleFixtures.clientID
            let all = (1...2).map { "token of code \($0) for \(client), \(client)" }
            #expect(try await revoked() == all)
            #expect(try await revoked() == all, "once each")
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
