import ProfilesAPI
import RPC
import Synchronization
import TestSupport
import Testing

@testable import ProfilesService

/// An issuer of the tests' own, whose keys are fetched as Apple's are.
final class TestAppleIssuer: Sendable {
    private let state = Mutex(State())

    private struct State {
        var keys: String? = AppleFixtures.keys
        var maximumAge: Duration?
        var fetches = 0
    }

    /// How often the keys were fetched.
    var fetches: Int { state.withLock { $0.fetches } }

    /// Publishes other keys; nil: cannot be reached.
    func publish(_ keys: String?, for maximumAge: Duration? = nil) {
        state.withLock { ($0.keys, $0.maximumAge) = (keys, maximumAge) }
    }

    func fetch() throws -> AppleKeys.Fetched {
        try state.withLock { state in
            state.fetches += 1
            guard let keys = state.keys else { throw RPCError(.unavailable, "There is no network.") }
            return AppleKeys.Fetched(body: Array(keys.utf8), maximumAge: state.maximumAge)
        }
    }

    /// A verifier that trusts it.
    func verifier(_ runtime: any Runtime, isConfigured: Bool = true) -> AppleVerifier {
        AppleVerifier(
            issuer: isConfigured
                ? AppleIssuer(name: AppleIssuer.standardName, clientIDs: [AppleFixtures.clientID, "org.example.web"])
                : nil,
            keys: AppleKeys(runtime: runtime) { try self.fetch() }, runtime: runtime)
    }
}

extension AppleProof {
    /// A proof as a client sends it.
    static func test(_ token: String, nonce: String = AppleFixtures.nonce) -> AppleProof {
        AppleProof(identityToken: token, nonce: nonce)
    }
}

extension AppleVerifier {
    /// Why a token proves nothing; nil when it does.
    fileprivate func refusal(of token: String) async throws -> ProfilesError? {
        do {
            _ = try await identity(of: .test(token))
            return nil
        } catch let error as ProfilesError {
            return error
        }
    }
}

/// Identity tokens of Apple's: each thing that must be right has a token in which it alone is wrong.
struct AppleVerifierTests {
    private let simulation = Simulation(seed: 1)
    private let issuer = TestAppleIssuer()

    @Test func `good tokens of both algorithms name the person`() async throws {
        let verifier = issuer.verifier(simulation)
        for token in [AppleFixtures.goodRSA, AppleFixtures.goodEC] {
            let identity = try await verifier.identity(of: .test(token))
            #expect(identity.subject == AppleFixtures.subject && identity.mail == "ada@example.org")
        }
        #expect(try await verifier.identity(of: .test(AppleFixtures.ben)).mail == nil)
        #expect(issuer.fetches == 1)
    }

    @Test(arguments: AppleFixtures.refused.indices) func `a token in which one thing is wrong proves nothing`(
        index: Int
    ) async throws {
        let (why, token) = AppleFixtures.refused[index]
        let verifier = issuer.verifier(simulation)
        #expect(try await verifier.refusal(of: token) == .appleTokenRefused(why), "\(index)")
        let error = ProfilesError.appleTokenRefused(why).rpcError
        #expect(error.code == .unauthenticated && error.message.contains(why))
    }

    @Test func `a token ends, and is accepted for ten minutes from its issue at most`() async throws {
        let verifier = issuer.verifier(simulation)
        simulation.jumpWallClock(by: .seconds(590))
        #expect(try await verifier.refusal(of: AppleFixtures.goodRSA) == nil)
        simulation.jumpWallClock(by: .seconds(10))
        #expect(
            try await verifier.refusal(of: AppleFixtures.goodRSA) == .appleTokenRefused("it was issued too long ago"))
        simulation.jumpWallClock(by: .seconds(-700))
        #expect(
            try await verifier.refusal(of: AppleFixtures.goodRSA)
                == .appleTokenRefused("it is not valid yet: a clock is wrong"))
        simulation.jumpWallClock(by: .seconds(86_500))
        #expect(try await verifier.refusal(of: AppleFixtures.goodRSA) == .appleTokenRefused("it has expired"))
    }

    @Test func `the nonce has 32 characters, and another one does not fit`() async throws {
        let verifier = issuer.verifier(simulation)
        for nonce in [
            "", String(AppleFixtures.nonce.dropLast()), AppleFixtures.nonce + "x",
            "é" + AppleFixtures.nonce.dropFirst(2),
        ] {
            let error = await #expect(throws: RPCError.self) {
                _ = try await verifier.identity(of: .test(AppleFixtures.goodRSA, nonce: nonce))
            }
            #expect(error?.field == "proof.nonce", "\(nonce)")
        }
        let other = String(AppleFixtures.nonce.reversed())
        await #expect(throws: ProfilesError.appleTokenRefused("its nonce is not the SHA-256 of the given one")) {
            _ = try await verifier.identity(of: .test(AppleFixtures.goodRSA, nonce: other))
        }
    }

    @Test func `without a configured client id no token is looked at`() async throws {
        let verifier = issuer.verifier(simulation, isConfigured: false)
        #expect(try await verifier.refusal(of: AppleFixtures.goodRSA) == .appleNotConfigured)
        #expect(issuer.fetches == 0)
    }

    @Test func `while the keys cannot be fetched it is said so, and they are not asked for all the time`() async throws
    {
        try await Self.simulate { simulation, issuer in
            let verifier = issuer.verifier(simulation)
            for keys in [nil, "rubbish", "{\"keys\":[]}"] {
                issuer.publish(keys)
                let before = issuer.fetches
                for _ in 0..<5 { #expect(try await verifier.refusal(of: AppleFixtures.goodRSA) == .appleUnavailable) }
                #expect(issuer.fetches == before + 1)
                try await simulation.sleep(for: ProfilesLimits.appleKeysRetry)
            }
            #expect(ProfilesError.appleUnavailable.rpcError.code == .unavailable)
            issuer.publish(AppleFixtures.keys)
            #expect(try await verifier.refusal(of: AppleFixtures.goodRSA) == nil)
        }
    }

    @Test func `an unknown key has the keys fetched again, once a minute at most`() async throws {
        try await Self.simulate { simulation, issuer in
            let verifier = issuer.verifier(simulation)
            #expect(try await verifier.refusal(of: AppleFixtures.goodEC) == nil)
            issuer.publish(AppleFixtures.laterKeys)
            let unknown = ProfilesError.appleTokenRefused("it is signed by none of Apple's keys")
            for _ in 0..<5 { #expect(try await verifier.refusal(of: AppleFixtures.nextKey) == unknown) }
            #expect(issuer.fetches == 1)
            try await simulation.sleep(for: .seconds(60))
            #expect(try await verifier.refusal(of: AppleFixtures.nextKey) == nil)
            // The key that is no longer published counts no longer.
            #expect(try await verifier.refusal(of: AppleFixtures.goodEC) == unknown)
            #expect(issuer.fetches == 2)
            // A network that is down changes nothing for the keys at hand.
            issuer.publish(nil)
            try await simulation.sleep(for: .seconds(61))
            #expect(try await verifier.refusal(of: AppleFixtures.goodEC) == unknown)
            #expect(try await verifier.refusal(of: AppleFixtures.nextKey) == nil)
            #expect(issuer.fetches == 3)
        }
    }

    @Test(arguments: [(nil, 300), (0, 300), (400, 400), (1_000_000, 86_400)] as [(Int64?, Int64)])
    func `keys are kept for as long as their issuer says, within bounds`(said: Int64?, kept: Int64) async throws {
        let keys = AppleKeys(runtime: simulation) { [issuer] in
            try issuer.fetch()
        }
        issuer.publish(AppleFixtures.keys, for: said.map { .seconds($0) })
        let finished = simulation.run { [simulation, issuer] in
            do {
                _ = try await keys.key("rsa-1")
                try await simulation.sleep(for: .seconds(kept) - .milliseconds(1))
                _ = try await keys.key("rsa-1")
                #expect(issuer.fetches == 1)
                try await simulation.sleep(for: .milliseconds(2))
                _ = try await keys.key("rsa-1")
                #expect(issuer.fetches == 2)
                issuer.publish(nil)
                try await simulation.sleep(for: .seconds(kept))
                await #expect(throws: ProfilesError.appleUnavailable) { _ = try await keys.key("rsa-1") }
            } catch {
                Issue.record(error)
            }
        }
        #expect(finished)
    }

    @Test(
        arguments: [
            ("max-age=300", 300), ("public, max-age=60", 60), ("no-cache", nil), ("max-age=x", nil),
            ("max-age=-1", nil),
            ("Max-Age = 7", 7), ("max-age=99999999999", 86_400), ("", nil),
        ] as [(String, Int64?)])
    func `the age is read from the header`(header: String, seconds: Int64?) {
        #expect(AppleKeys.maximumAge(of: header) == seconds.map { .seconds($0) })
    }

    private static func simulate(
        _ body: @escaping @Sendable (Simulation, TestAppleIssuer) async throws -> Void
    ) async throws {
        let simulation = Simulation(seed: 1)
        let issuer = TestAppleIssuer()
        let finished = simulation.run {
            do { try await body(simulation, issuer) } catch { Issue.record(error) }
        }
        #expect(finished)
    }
}
