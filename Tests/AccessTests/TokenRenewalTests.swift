import HearthModel
import RPC
import Testing

@testable import Access

/// What a stream's next token must say, and that keys which lose their force are noticed.
struct TokenRenewalTests {
    /// What a stream that was opened with a token ends with when it gets the next one; nil when it goes on.
    private func outcome(of change: (inout TokenClaims) -> Void) async throws -> RPCCode? {
        let (home, runtime) = (try TestAuthority(), SystemRuntime.shared)
        let interceptor = AuthenticationInterceptor(verifier: home.verifier())
        let first = home.claims()
        var call = ServerCall(
            method: MethodDescriptor.of(GuardedService.ForCallers.self), deadline: .distantFuture,
            received: runtime.now,
            token: try await home.signer.sign(first), trace: .root(runtime: runtime))
        try await interceptor.check(&call)
        #expect(call.tokenEnds == first.expiry)
        var next = home.claims(lifetime: .seconds(1_200))
        change(&next)
        let token = try await home.signer.sign(next)
        do {
            let renewed = try await interceptor.renew(call, with: token)
            #expect(renewed?.tokenEnds == next.expiry)
            #expect(renewed?.share == call.share)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `the same caller's next token is taken`() async throws {
        #expect(try await outcome { _ in } == nil)
    }

    @Test func `another caller's is not`() async throws {
        let changes: [(inout TokenClaims) -> Void] = [
            { $0.household = "other" }, { $0.subject = "m2" }, { $0.profile = "p2" }, { $0.profile = nil },
            { $0.role = .owner }, { $0.role = .child },
        ]
        for change in changes { #expect(try await outcome(of: change) == .permissionDenied) }
    }

    @Test func `who may see other things now has to call again`() async throws {
        #expect(try await outcome { $0.policy = .kids(seesUnrated: false) } == .unauthenticated)
        #expect(try await outcome { $0.plan = "free" } == .unauthenticated)
        #expect(try await outcome { $0.isBeyondFree = true } == .unauthenticated)
    }

    @Test func `a plan that ends at another time is the same plan`() async throws {
        #expect(try await outcome { $0.planExpires = $0.expires + 100 } == nil)
    }

    @Test func `claims of a plan reach the services, and a token without them has no end`() async throws {
        let home = try TestAuthority()
        var claims = home.claims()
        #expect(claims.viewer.planExpires == nil && !claims.viewer.isBeyondFree)
        (claims.planExpires, claims.isBeyondFree) = (17, true)
        let viewer = try await home.verifier().verify(home.signer.sign(claims)).viewer
        #expect(viewer.planExpires == 17 && viewer.isBeyondFree)
    }

    @Test func `an expired token, or one of an unknown signer, is not accepted`() async throws {
        #expect(try await outcome { $0.expires = $0.issued - 1 } == .unauthenticated)
        #expect(try await outcome { $0.expires = $0.issued + 100_000 } == .unauthenticated)
    }

    @Test func `callers are told apart by household and subject`() throws {
        let home = try TestAuthority()
        let keys = [
            VerifiedToken(home.claims()), VerifiedToken(home.claims(subject: "m2")),
            VerifiedToken(home.claims(household: "other")), VerifiedToken(home.serviceClaims("catalog")),
        ].map(\.callerKey)
        #expect(Set(keys).count == 4)
        #expect(VerifiedToken(home.claims()).callerKey == keys[0])
    }

    @Test func `a key that retires is noticed once, and its tokens count no more`() async throws {
        let simulationKeys = try TestAuthority()
        var key = simulationKeys.key.publicKey
        let now = SystemRuntime.shared.wallTime.wholeSecondsSince1970
        key.retires = now - 1
        let verifier = TokenVerifier(keys: [key], runtime: SystemRuntime.shared)
        #expect(verifier.refresh())
        #expect(!verifier.refresh())
        #expect(verifier.cachedTokens == 0)
    }
}
