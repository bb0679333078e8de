import HearthModel
import RPC
import Testing

@testable import Access

/// Tokens of shared devices, which are refused from a time on.
struct RelockedTokenTests {
    private static func call(_ token: AccessToken, _ runtime: any Runtime) -> ServerCall {
        ServerCall(
            method: MethodDescriptor.of(GuardedService.ForCallers.self), deadline: .distantFuture,
            received: runtime.now, token: token, trace: .root(runtime: runtime))
    }

    /// The error of a call, however it is decided; nil when it passes.
    private static func refusal(
        _ token: AccessToken, _ interceptor: AuthenticationInterceptor, _ runtime: any Runtime
    ) async -> RPCError? {
        var call = call(token, runtime)
        switch interceptor.admit(&call) {
        case .pass: return nil
        case .refuse(let error): return error
        case .wait: break
        }
        do {
            try await interceptor.check(&call)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a token is refused from its time on, remembered or not, and says what to do`(seed: UInt64) throws {
        let simulation = Simulation(seed: seed)
        let home = try TestAuthority(runtime: simulation)
        let interceptor = AuthenticationInterceptor(verifier: home.verifier())
        let outcomes = Gathered<RPCError?>()
        let finished = simulation.run {
            var claims = home.claims()
            let time = claims.issued + 300
            claims.relocksAt = time
            guard let token = try? await home.signer.sign(claims), let other = try? await home.signer.sign(claims)
            else { return }
            outcomes.append(await Self.refusal(token, interceptor, simulation))
            try? await simulation.sleep(for: .seconds(298))
            outcomes.append(await Self.refusal(token, interceptor, simulation))
            try? await simulation.sleep(for: .seconds(3))
            for token in [token, other] {
                let error = await Self.refusal(token, interceptor, simulation)
                #expect(error?.code == .unauthenticated && error?.executed == .no)
                #expect(error?.detail(Relocked.self)?.at == time)
                #expect(error?.message.contains("Choose a profile") == true)
                outcomes.append(error)
            }
        }
        #expect(finished)
        #expect(outcomes.values.map { $0 == nil } == [true, true, false, false], "seed \(seed)")
    }

    @Test func `streams end with the token, or when it relocks`() async throws {
        let (home, runtime) = (try TestAuthority(), SystemRuntime.shared)
        let interceptor = AuthenticationInterceptor(verifier: home.verifier())
        for (seconds, ends) in [(nil, 900), (600, 600), (5_000, 900)] as [(Int64?, Int64)] {
            var claims = home.claims()
            claims.relocksAt = seconds.map { claims.issued + $0 }
            var call = Self.call(try await home.signer.sign(claims), runtime)
            try await interceptor.check(&call)
            #expect(call.tokenEnds == WallTime(nanosecondsSince1970: (claims.issued + ends) * 1_000_000_000))
            #expect(try call.viewer.relocksAt == claims.relocksAt)
        }
    }

    @Test func `a stream goes on with a token that relocks later, and not with one that has relocked`() async throws {
        let (home, runtime) = (try TestAuthority(), SystemRuntime.shared)
        let interceptor = AuthenticationInterceptor(verifier: home.verifier())
        let first = try await home.token { $0.relocksAt = $0.issued + 300 }
        var call = Self.call(first, runtime)
        try await interceptor.check(&call)
        let later = try await home.token { $0.relocksAt = $0.issued + 600 }
        let renewed = try #require(try await interceptor.renew(call, with: later))
        #expect(renewed.tokenEnds != call.tokenEnds)
        let gone = try await home.token { $0.relocksAt = $0.issued - 1 }
        let error = await #expect(throws: RPCError.self) { _ = try await interceptor.renew(call, with: gone) }
        #expect(error?.detail(Relocked.self) != nil)
    }

    @Test(arguments: [Int64.min, -1, 0, .max])
    func `times beyond reason are taken as they are`(time: Int64) async throws {
        let home = try TestAuthority()
        let interceptor = AuthenticationInterceptor(verifier: home.verifier())
        let token = try await home.token { $0.relocksAt = time }
        let error = await Self.refusal(token, interceptor, SystemRuntime.shared)
        #expect((error == nil) == (time == .max))
    }
}
