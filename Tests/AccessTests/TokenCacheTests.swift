import RPC
import Testing

@testable import Access

/// What is remembered of verified tokens.
struct TokenCacheTests {
    private let home: TestAuthority

    init() throws { home = try TestAuthority() }

    @Test func `it never holds more than its capacity`() async throws {
        var cache = TokenCache(capacity: 8)
        let verified = VerifiedToken(home.claims())
        for number in 0..<100 {
            cache.insert(AccessToken("token \(number)"), verified)
            #expect(cache.count <= 8)
        }
        #expect(cache.find(AccessToken("token 99"), at: home.runtime.wallTime) != nil)
        #expect(cache.find(AccessToken("token 1"), at: home.runtime.wallTime) == nil)
    }

    @Test func `what is asked for stays`() {
        var cache = TokenCache(capacity: 8)
        let verified = VerifiedToken(home.claims())
        let kept = AccessToken("kept")
        cache.insert(kept, verified)
        for number in 0..<100 {
            cache.insert(AccessToken("token \(number)"), verified)
            #expect(cache.find(kept, at: home.runtime.wallTime) != nil)
        }
    }

    @Test func `a token that has ended is forgotten`() {
        var cache = TokenCache(capacity: 8)
        let claims = home.claims(lifetime: .seconds(10))
        cache.insert(AccessToken("a"), VerifiedToken(claims))
        #expect(cache.find(AccessToken("a"), at: claims.expiry.advanced(by: .nanoseconds(-1))) != nil)
        #expect(cache.find(AccessToken("a"), at: claims.expiry) == nil)
        #expect(cache.count == 0)
    }

    @Test func `the verifier remembers what it verified, and nothing else`() async throws {
        let verifier = home.verifier(cachedTokens: 4)
        let token = try await home.token()
        #expect(verifier.remembered(token) == nil)
        _ = try await verifier.verify(token)
        #expect(verifier.remembered(token)?.claims.subject == "m1")
        let stranger = try await TestAuthority().token()
        _ = await verifier.refusal(of: stranger)
        #expect(verifier.remembered(stranger) == nil)
        #expect(verifier.cachedTokens == 1)
        for _ in 0..<20 { _ = try await verifier.verify(try await home.token()) }
        #expect(verifier.cachedTokens <= 4)
    }
}
