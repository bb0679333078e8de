import HearthModel
import RPC
import Testing

@testable import Access

/// Tokens and the clock, in virtual time.
struct TokenTimeTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a token ends when it says, remembered or not`(seed: UInt64) async throws {
        let simulation = Simulation(seed: seed)
        let home = try TestAuthority(runtime: simulation)
        let verifier = home.verifier()
        let outcomes = Gathered<TokenError?>()
        let finished = simulation.run {
            guard let token = try? await home.token() else { return }
            let other = try? await home.token()
            outcomes.append(await verifier.refusal(of: token))
            try? await simulation.sleep(for: .seconds(899))
            #expect(verifier.remembered(token) != nil)
            outcomes.append(await verifier.refusal(of: token))
            try? await simulation.sleep(for: .seconds(2))
            #expect(verifier.remembered(token) == nil)
            outcomes.append(await verifier.refusal(of: token))
            if let other { outcomes.append(await verifier.refusal(of: other)) }
        }
        #expect(finished)
        #expect(outcomes.values == [nil, nil, .expired, .expired])
        #expect(simulation.foreignJobs == 0)
    }

    @Test func `a token from the future is not valid yet, but clocks may differ a little`() async throws {
        let home = try TestAuthority()
        let verifier = home.verifier()
        let early = try await home.token { claims in
            claims.issued += 60
            claims.expires += 60
        }
        #expect(await verifier.refusal(of: early) == .notYetValid)
        let slightly = try await home.token { claims in
            claims.issued += AccessLimits.clockLeeway.components.seconds - 2
            claims.expires += 2
        }
        #expect(await verifier.refusal(of: slightly) == nil)
    }

    @Test(arguments: [(0, Int64.max), (.min, .max), (.min, 0), (.max, .max), (0, 3_601)] as [(Int64, Int64)])
    func `lives and times beyond reason are refused`(issued: Int64, expires: Int64) async throws {
        let home = try TestAuthority()
        let verifier = home.verifier()
        let now = home.claims().issued
        let token = try await home.token { claims in
            claims.issued = issued == 0 ? now : issued
            claims.expires = expires == 3_601 ? now + 3_601 : expires
        }
        let outcome = await verifier.refusal(of: token)
        #expect(outcome == .tooLong || outcome == .expired || outcome == .notYetValid)
    }
}
