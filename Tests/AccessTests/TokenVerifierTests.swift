import Cryptography
import HearthModel
import RPC
import Testing

@testable import Access

/// Every way in which a token can fail to hold.
struct TokenVerifierTests {
    private let home: TestAuthority
    private let verifier: TokenVerifier

    init() throws {
        home = try TestAuthority()
        verifier = home.verifier()
    }

    @Test func `a good token says who its bearer is`() async throws {
        let claims = home.claims(role: .child)
        let verified = try await verifier.verify(try await home.signer.sign(claims))
        #expect(verified.claims == claims)
        #expect(
            verified.viewer
                == Viewer(
                    household: "home", subject: "m1", profile: "p1", role: .child, policy: .everything,
                    plan: "premium"))
    }

    @Test func `plan and policy are in the token, and so in the viewer`() async throws {
        var claims = home.claims(role: .child)
        claims.plan = "premium"
        claims.policy = .kids(seesUnrated: true, seesUnratedChannels: false)
        let viewer = try await verifier.verify(try await home.signer.sign(claims)).viewer
        #expect(viewer.plan == "premium")
        #expect(viewer.policy == claims.policy)
        // A token of an older version says nothing of channels.
        var raw = try #require(RawToken(try await home.signer.sign(claims)))
        raw.payload = raw.payload.replacing(#""allowsUnratedChannels":false,"#, with: "")
        #expect(!raw.payload.contains("Channels"))
        let older = try await verifier.verify(try raw.signed(by: home.key)).viewer
        #expect(older.policy == .kids(seesUnrated: true))
    }

    @Test func `the same claims make the same bytes`() async throws {
        let claims = home.claims()
        #expect(try await home.signer.sign(claims) == home.signer.sign(claims))
    }

    @Test func `another household's key is not known`() async throws {
        let other = try TestAuthority()
        let token = try await other.token()
        #expect(await verifier.refusal(of: token) == .unknownKey)
    }

    @Test func `a forged signature does not hold`() async throws {
        let other = try TestAuthority()
        var raw = try #require(RawToken(try await other.token()))
        raw.header = #"{"alg":"EdDSA","kid":"\#(home.key.publicKey.id)","typ":"JWT"}"#
        let token = try raw.signed(by: other.key)
        #expect(await verifier.refusal(of: token) == .wrongSignature)
    }

    @Test func `a changed payload does not hold`() async throws {
        var raw = try #require(RawToken(try await home.token { $0.role = .child }))
        raw.payload = raw.payload.replacing(#""role":"child""#, with: #""role":"owner""#)
        try #require(raw.payload.contains("owner"))
        #expect(await verifier.refusal(of: raw.token) == .wrongSignature)
    }

    @Test func `every flipped bit of the signature is noticed`() async throws {
        let raw = try #require(RawToken(try await home.token()))
        for bit in stride(from: 0, to: raw.signature.count * 8, by: 37) {
            var changed = raw
            changed.signature[bit / 8] ^= 1 << (bit % 8)
            #expect(await verifier.refusal(of: changed.token) == .wrongSignature)
        }
    }

    @Test(arguments: [
        #"{"alg":"none"}"#, #"{"alg":"None","kid":"KID"}"#, #"{"alg":"HS256","kid":"KID"}"#,
        #"{"alg":"ES256","kid":"KID","typ":"JWT"}"#, #"{"alg":"eddsa","kid":"KID"}"#, #"{"alg":"","kid":"KID"}"#,
    ])
    func `other algorithms are refused, none among them`(header: String) async throws {
        var raw = try #require(RawToken(try await home.token()))
        raw.header = header.replacing("KID", with: home.key.publicKey.id)
        for token in [
            raw.token, try raw.signed(by: home.key), try raw.signedWithPublicKeyAsSecret(home.key.publicKey),
        ] {
            #expect(await verifier.refusal(of: token) == .wrongAlgorithm)
        }
        raw.signature = []
        #expect(await verifier.refusal(of: raw.token) == .wrongAlgorithm)
    }

    @Test(arguments: [
        (#"{"alg":"EdDSA"}"#, TokenError.unknownKey), (#"{"alg":"EdDSA","kid":""}"#, .unknownKey),
        (#"{"alg":"EdDSA","kid":"../people.key"}"#, .unknownKey), (#"{"kid":"KID"}"#, .malformed),
        (#"{"alg":"EdDSA","kid":"KID","crit":["b64"],"b64":false}"#, .malformed),
        (#"{"alg":"EdDSA","kid":"KID","typ":"at+jwt"}"#, .malformed), (#"{"alg":1,"kid":"KID"}"#, .malformed),
        ("[]", .malformed), ("", .malformed), ("{", .malformed),
        (#"{"alg":"EdDSA","kid":"KID","crit":null}"#, .malformed),
        (#"{"alg":"EdDSA","alg":"EdDSA","kid":"KID"}"#, .malformed),
        (#"{"alg":"EdDSA","kid":"other","kid":"KID"}"#, .malformed),
        (#"{"alg":"EdDSA","kid":"other","k\u0069d":"KID"}"#, .malformed),
    ])
    func `a header that does not name one key of ours is refused`(header: String, expected: TokenError) async throws {
        var raw = try #require(RawToken(try await home.token()))
        raw.header = header.replacing("KID", with: home.key.publicKey.id)
        let token = try raw.signed(by: home.key)
        #expect(await verifier.refusal(of: token) == expected)
    }

    @Test func `a key that the token brings itself counts for nothing`() async throws {
        let other = try TestAuthority()
        var raw = try #require(RawToken(try await other.token()))
        let key = #"{"kty":"OKP","crv":"Ed25519","x":"\#(Base64URL.encode(other.key.publicKey.bytes))"}"#
        raw.header = #"{"alg":"EdDSA","kid":"\#(home.key.publicKey.id)","jwk":\#(key)}"#
        let token = try raw.signed(by: other.key)
        #expect(await verifier.refusal(of: token) == .wrongSignature)
    }

    @Test(arguments: [
        "", ".", "..", "...", "a.b", "a.b.c.d", "not a token", "e30.e30.", "e30=.e30.e30", "\u{0}",
    ])
    func `what is no token is refused`(text: String) async {
        #expect(await verifier.refusal(of: AccessToken(text)) == .malformed)
    }

    @Test func `a token over the limit is not looked at`() async throws {
        let token = try await home.token { $0.subject = String(repeating: "m", count: AccessLimits.tokenBytes) }
        #expect(await verifier.refusal(of: token) == .malformed)
    }

    @Test(arguments: ["1e300", "-1e300", "1e-300", "9223372036854775808", "0.5", #"{"a":[1e300]}"#])
    func `numbers in a header do no harm`(number: String) async throws {
        var raw = try #require(RawToken(try await home.token()))
        raw.header = #"{"alg":"EdDSA","kid":"\#(home.key.publicKey.id)","x":\#(number)}"#
        #expect(await verifier.refusal(of: raw.token) == .wrongSignature)
        let signed = try raw.signed(by: home.key)
        #expect(await verifier.refusal(of: signed) == nil)
    }

    @Test func `a token has one spelling`() async throws {
        let text = String(decoding: try await home.token().bytes, as: UTF8.self)
        // 64 bytes leave four bits of the last character over, which are zeros in A, Q, g and w alone.
        let start = String(text.dropLast())
        for last in ["A", "Q", "g", "w"] where last != text.suffix(1) {
            #expect(await verifier.refusal(of: AccessToken(start + last)) == .wrongSignature)
        }
        let others = ["B", "R", "h", "x", "+", "/", "é"].map { start + $0 }
        for other in others + [text + "=", text + "==", text + " ", " " + text, text + "\n"] {
            #expect(await verifier.refusal(of: AccessToken(other)) == .malformed)
        }
        #expect(await verifier.refusal(of: AccessToken(text)) == nil)
    }

    @Test func `claims with a name twice are refused`() async throws {
        var raw = try #require(RawToken(try await home.token { $0.role = .child }))
        raw.payload = raw.payload.replacing(#""role":"child""#, with: #""role":"owner","role":"child""#)
        #expect(await verifier.refusal(of: try raw.signed(by: home.key)) == .malformed)
    }

    @Test(arguments: ["{}", "[]", "null", #"{"household":"home"}"#, "\u{FF}"])
    func `signed claims that do not decode are refused`(payload: String) async throws {
        let header = #"{"alg":"EdDSA","kid":"\#(home.key.publicKey.id)"}"#
        let token = try RawToken(header: header, payload: payload).signed(by: home.key)
        #expect(await verifier.refusal(of: token) == .malformed)
    }

    @Test(arguments: ["", "Home", "../home", "a/b", "home\u{0}", String(repeating: "a", count: 41)])
    func `a household's name that could be a path is refused, even with a valid signature`(
        household: String
    ) async throws {
        let token = try await home.token { $0.household = household }
        #expect(await verifier.refusal(of: token) == .malformed)
    }

    @Test func `refusals never hold the token`() async throws {
        let token = try await home.token()
        let text = String(decoding: token.bytes, as: UTF8.self)
        for refusal in TokenError.allCases {
            let shown = "\(refusal) \(refusal.rpcError) \(refusal.rpcError.details)"
            #expect(!shown.contains(text))
            #expect(refusal.rpcError.code == .unauthenticated)
            #expect(refusal.rpcError.executed == .no)
            #expect(refusal.rpcError.message.hasSuffix("Sign in again."))
        }
        #expect("\(token)" == "<token>")
    }
}
