import HearthModel
import RPC
import Testing

@testable import Access

/// A key signs what it is for, and nothing else.
struct KeyAuthorityTests {
    private let catalog: TestAuthority
    private let people: TestAuthority
    private let verifier: TokenVerifier

    init() throws {
        catalog = try TestAuthority(.service("catalog"))
        people = try TestAuthority()
        verifier = TokenVerifier(
            keys: [catalog.key.publicKey, people.key.publicKey], runtime: SystemRuntime.shared)
    }

    @Test func `a service speaks for itself`() async throws {
        let token = try await catalog.signer.sign(catalog.serviceClaims("catalog"))
        let viewer = try await verifier.verify(token).viewer
        #expect(viewer.service == "catalog")
        #expect(viewer.role == .service)
        #expect(viewer.profile == nil)
    }

    @Test func `a service's key can never sign a person's token`() async throws {
        var all: [TokenClaims] = [catalog.claims(role: .owner), catalog.claims(role: .child)]
        all.append(catalog.serviceClaims("downloads"))
        for change in changes {
            var claims = catalog.serviceClaims("catalog")
            change(&claims)
            all.append(claims)
        }
        for claims in all {
            let token = try await catalog.signer.sign(claims)
            #expect(await verifier.refusal(of: token) == .beyondItsKey)
        }
    }

    private let changes: [@Sendable (inout TokenClaims) -> Void] = [
        { $0.service = nil }, { $0.service = "profiles" }, { $0.role = .owner }, { $0.role = .operator },
        { $0.profile = "p1" }, { $0.member = "m1" }, { $0.subject = "m1" }, { $0.subject = "service:downloads" },
    ]

    @Test func `the household's key does not speak for services`() async throws {
        let asService = try await people.signer.sign(people.serviceClaims("catalog"))
        #expect(await verifier.refusal(of: asService) == .beyondItsKey)
        let role = try await people.token { $0.role = .service }
        #expect(await verifier.refusal(of: role) == .beyondItsKey)
    }

    @Test func `a key held to some households signs for no other`() async throws {
        let mill = try TestAuthority(households: ["mill"])
        let verifier = mill.verifier()
        let token = try await mill.token { $0.household = "mill" }
        #expect(await verifier.refusal(of: token) == nil)
        let other = try await mill.token()
        #expect(await verifier.refusal(of: other) == .beyondItsKey)
    }

    @Test func `a service's tokens are renewed before they expire`() async throws {
        let simulation = Simulation(seed: 7)
        let downloads = try TestAuthority(.service("downloads"), runtime: simulation)
        let source = try ServiceTokenSource(key: downloads.key, runtime: simulation)
        let verifier = downloads.verifier()
        let made = Gathered<AccessToken>()
        let finished = simulation.run {
            for minute in 0..<60 {
                let household = minute.isMultiple(of: 2) ? "home" : "mill"
                guard let token = try? await source.token(for: household) else { continue }
                made.append(token)
                let viewer = try? await verifier.verify(token).viewer
                #expect(viewer?.household == household)
                #expect(viewer?.service == "downloads")
                try? await simulation.sleep(for: .seconds(60))
            }
        }
        #expect(finished)
        // Two households, asked every other minute for an hour, four minutes of use each.
        #expect(Set(made.values).count == 30)
    }

    @Test func `a service's token from before the clock was set back is replaced`() async throws {
        let simulation = Simulation(seed: 7)
        let downloads = try TestAuthority(.service("downloads"), runtime: simulation)
        let source = try ServiceTokenSource(key: downloads.key, runtime: simulation)
        let early = try await source.token(for: "home")
        simulation.jumpWallClock(by: .seconds(-2))
        #expect(try await source.token(for: "home") == early, "a leap of the clock's leeway is none")
        simulation.jumpWallClock(by: .seconds(-3_600))
        let token = try await source.token(for: "home")
        #expect(token != early)
        // One who has started since and so remembers no token.
        let refusals = (await downloads.verifier().refusal(of: early), await downloads.verifier().refusal(of: token))
        #expect(refusals.0 == .notYetValid)
        #expect(refusals.1 == nil)
    }

    @Test func `a service's token is made again when it learns which household it is in`() async throws {
        let downloads = try TestAuthority(.service("downloads"))
        let known = Gathered<HouseholdIdentity>()
        let source = try ServiceTokenSource(key: downloads.key, runtime: SystemRuntime.shared) { _ in known.values.last
        }
        let early = try await source.token(for: "home")
        #expect(try await downloads.verifier().verify(early).viewer.identity == nil)
        let identity = HouseholdIdentity(high: 4, low: 5)
        known.append(identity)
        let token = try await source.token(for: "home")
        #expect(try await downloads.verifier().verify(token).viewer.identity == identity)
        #expect(try await source.token(for: "home") == token)
    }

    @Test func `the people's key is no service's`() throws {
        #expect(throws: KeyFileError.self) {
            try ServiceTokenSource(key: people.key, runtime: SystemRuntime.shared)
        }
    }
}
