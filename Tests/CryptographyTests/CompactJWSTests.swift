import Testing

@testable import Cryptography

struct CompactJWSTests {
    /// RFC 8037, appendix A: the private key, its public half, and a signed text.
    private static let seed = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
    private static let publicKey = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
    private static let example =
        "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbh"
        + "ijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"

    private let privateKey: Ed25519.PrivateKey
    private let key: VerificationKey

    init() throws {
        let seed = try #require(Base64URL.decode(Self.seed.utf8))
        privateKey = try Ed25519.PrivateKey(seed: seed)
        key = VerificationKey(.edDSA(privateKey.publicKey), id: "one")
    }

    private func signed(_ header: String, _ payload: String = "{}") throws -> String {
        try CompactJWS.sign(Array(payload.utf8), header: header, with: privateKey)
    }

    private func payload(_ text: String, limitBytes: Int = 4_096) throws(JWSError) -> [UInt8] {
        try CompactJWS(Array(text.utf8), limitBytes: limitBytes).payload(verifiedBy: key)
    }

    private func refusal(_ text: String, limitBytes: Int = 4_096) -> JWSError? {
        do {
            _ = try payload(text, limitBytes: limitBytes)
            return nil
        } catch {
            return error
        }
    }

    @Test func `the example of RFC 8037, byte for byte`() throws {
        let text = try signed(#"{"alg":"EdDSA"}"#, "Example of Ed25519 signing")
        #expect(text == Self.example)
        #expect(try payload(text) == Array("Example of Ed25519 signing".utf8))
        #expect(Base64URL.encode(privateKey.publicKey.bytes) == Self.publicKey)
        #expect(Base64URL.encode(privateKey.seed) == Self.seed)
        #expect(try VerificationKey(jwk: jwk(#""use":"sig","alg":"EdDSA","kid":"one","#)).id == "one")
    }

    /// Headers of signed texts, with what each comes to.
    private static let headers: [(String, JWSError?)] = [
        (#"{"alg":"EdDSA"}"#, nil), (#"{"alg":"EdDSA","kid":"one","typ":"JWT"}"#, nil),
        (#" { "typ" : "a\"}" , "alg" : "EdDSA" } "#, nil), (#"{"alg":"EdDSA","x":{"alg":"none"}}"#, nil),
        (#"{"alg":"EdDSA","kid":"two"}"#, .wrongKey), (#"{"alg":"EdDSA","kid":""}"#, .wrongKey),
        (#"{"alg":"none"}"#, .wrongAlgorithm), (#"{"alg":"None"}"#, .wrongAlgorithm),
        (#"{"alg":"eddsa"}"#, .wrongAlgorithm), (#"{"alg":"EdDSA "}"#, .wrongAlgorithm),
        (#"{"alg":"HS256"}"#, .wrongAlgorithm), (#"{"alg":"ES256"}"#, .wrongAlgorithm),
        (#"{"alg":"RS256"}"#, .wrongAlgorithm), (#"{"alg":""}"#, .wrongAlgorithm),
        (#"{"alg":"EdDSA","crit":[]}"#, .unsupportedExtension),
        (#"{"alg":"EdDSA","crit":null}"#, .unsupportedExtension),
        (#"{"alg":"EdDSA","crit":["b64"],"b64":false}"#, .unsupportedExtension),
        (#"{"alg":"none","alg":"EdDSA"}"#, .malformed), (#"{"alg":"EdDSA","alg":"EdDSA"}"#, .malformed),
        (#"{"alg":"EdDSA","a\u006cg":"none"}"#, .malformed), (#"{"al\u0067":"EdDSA"}"#, .malformed),
        (#"{"alg":["EdDSA"]}"#, .malformed), (#"{"alg":null}"#, .malformed), ("{}", .malformed), ("[]", .malformed),
        (#"{"alg":"EdDSA"}{}"#, .malformed), (#"{"alg":"EdDSA",}"#, .malformed), (#"{"alg":"EdDSA""#, .malformed),
        (#"{"alg":"EdDSA","kid":1}"#, .malformed), ("null", .malformed), ("", .malformed),
        ("\u{feff}{\"alg\":\"EdDSA\"}", .malformed), ("{\u{0}\"alg\":\"EdDSA\"}", .malformed),
        (#"{"alg":"EdDSA","x":1e300}"#, nil),
    ]

    @Test(arguments: headers)
    func `a signed text counts by its header`(header: String, expected: JWSError?) throws {
        #expect(refusal(try signed(header)) == expected)
    }

    @Test(arguments: [
        "", ".", "..", "...", "....", "a.b", "e30.e30.e30", Self.example + ".", "." + Self.example, Self.example + "=",
        " " + Self.example, Self.example + "\n", String(repeating: ".", count: 4_000),
        #"{"payload":"Zm9v","protected":"eyJhbGciOiJFZERTQSJ9","signature":"AA"}"#,
        // A header in UTF-16.
        "ewAiAGEAbABnACIAOgAiAEUAZABEAFMAQQAiAH0A.e30.AA",
    ])
    func `other forms are malformed`(text: String) { #expect(refusal(text) == .malformed) }

    @Test func `a text over the limit is not parsed`() {
        #expect(refusal(Self.example, limitBytes: Self.example.utf8.count) == nil)
        #expect(refusal(Self.example, limitBytes: Self.example.utf8.count - 1) == .malformed)
    }

    @Test func `every flipped bit is noticed`() throws {
        let parts = Self.example.split(separator: ".").map { Base64URL.decode($0.utf8) ?? [] }
        for (part, bytes) in parts.enumerated() {
            for bit in 0..<bytes.count * 8 {
                var changed = parts
                changed[part][bit / 8] ^= 1 << (bit % 8)
                if refusal(changed.map(Base64URL.encode).joined(separator: ".")) == nil {
                    Issue.record("bit \(bit) of part \(part)")
                }
            }
        }
    }

    @Test(arguments: [0, 1, 32, 63, 65, 128, 2_000]) func `a signature of another length is none`(count: Int) throws {
        let parts = Self.example.split(separator: ".")
        let signature = Base64URL.encode([UInt8](repeating: 0, count: count))
        #expect(refusal("\(parts[0]).\(parts[1]).\(signature)") == .wrongSignature)
    }

    // MARK: Keys

    private func jwk(_ more: String) -> [UInt8] {
        Array(#"{\#(more)"kty":"OKP","crv":"Ed25519","x":"\#(Self.publicKey)"}"#.utf8)
    }

    @Test(arguments: [
        (#""alg":"EdDSA","#, true), (#""use":"sig","key_ops":["verify"],"#, true),
        (#""key_ops":["sign","verify"],"#, true),
        (#""alg":"ES256","#, false), (#""alg":"none","#, false), (#""alg":"HS256","#, false), (#""use":"enc","#, false),
        (#""key_ops":["sign"],"#, false), (#""key_ops":[],"#, false), (#""kty":"oct","#, false), (#""x":"AA","#, false),
    ])
    func `a key says what it is for`(more: String, isAccepted: Bool) {
        #expect(((try? VerificationKey(jwk: jwk(more))) != nil) == isAccepted)
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"kty":"OKP"}"#, #"{"kty":"OKP","crv":"Ed25519"}"#, #"{"kty":"OKP","crv":"Ed25519","x":""}"#,
        #"{"kty":"OKP","crv":"X25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
        #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo="}"#,
        #"{"kty":"oct","k":"AAAA"}"#, #"{"kty":"RSA","n":"AQAB","e":"AQAB"}"#, #"{"kty":"RSA","e":"AQAB"}"#,
        #"{"kty":"EC","crv":"P-384","x":"AA","y":"AA"}"#, #"{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}"#,
    ])
    func `what is no key is refused`(text: String) {
        #expect(throws: CryptographyError.invalidKey) { try VerificationKey(jwk: Array(text.utf8)) }
    }

    @Test func `a key of P-256 is a point of the curve`() throws {
        // The base point (SEC 2, section 2.4.2).
        let x = try [UInt8](hexadecimal: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296")
        let y = try [UInt8](hexadecimal: "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")
        let zeros = [UInt8](repeating: 0, count: 32)
        func isKey(_ x: [UInt8], _ y: [UInt8]) -> Bool { (try? P256.PublicKey(x: x, y: y)) != nil }
        #expect(isKey(x, y))
        for (x, y) in [(y, x), (x, x), (zeros, zeros), (x, zeros), (x, Array(y.dropLast())), ([0] + x, y), ([], [])] {
            #expect(!isKey(x, y))
        }
    }

    /// RFC 7515, appendix A.3: the key, and the signed text; then bytes between the two numbers.
    @Test func `a signature of P-256 has 64 bytes`() throws {
        let x = try #require(Base64URL.decode("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU".utf8))
        let y = try #require(Base64URL.decode("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0".utf8))
        let key = try P256.PublicKey(x: x, y: y)
        let payload = "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        let message = Array("eyJhbGciOiJFUzI1NiJ9.\(payload)".utf8)
        let text = "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
        let signature = try #require(Base64URL.decode(text.utf8))
        #expect(key.verifies(signature, of: message))
        for count in [1, 2, 8] {
            let longer = signature.prefix(32) + [UInt8](repeating: 0, count: count) + signature.suffix(32)
            #expect(!key.verifies(Array(longer), of: message))
        }
    }

    @Test func `an RSA key has 2,048 to 8,192 bits and an odd exponent`() {
        func isAccepted(bits: Int, exponent: [UInt8], last: UInt8 = 1) -> Bool {
            var modulus = [UInt8](repeating: 0xff, count: (bits + 7) / 8)
            modulus[0] = UInt8(truncatingIfNeeded: 0xff >> (modulus.count * 8 - bits))
            modulus[modulus.count - 1] = last
            return (try? RSA.PublicKey(modulus: modulus, exponent: exponent)) != nil
        }
        #expect(isAccepted(bits: 2_048, exponent: [3]) && isAccepted(bits: 8_192, exponent: [1, 0, 1]))
        #expect(!isAccepted(bits: 2_047, exponent: [3]) && !isAccepted(bits: 8_193, exponent: [3]))
        #expect(!isAccepted(bits: 2_048, exponent: [1]) && !isAccepted(bits: 2_048, exponent: [1, 0]))
        #expect(!isAccepted(bits: 2_048, exponent: []) && !isAccepted(bits: 2_048, exponent: [1, 0, 0, 0, 1]))
        #expect(!isAccepted(bits: 2_048, exponent: [3], last: 2))
        #expect((try? RSA.PublicKey(modulus: [], exponent: [3])) == nil)
    }

    @Test func `a set of keys is read without those that are not supported`() throws {
        let ours = String(decoding: jwk(#""kid":"one","#), as: UTF8.self)
        let text = #"{"keys":[{"kty":"oct","k":"AA"},1,null,{"kty":5},\#(ours),{"kty":"RSA","n":"AQAB","e":"AQAB"}]}"#
        #expect(try VerificationKey.keys(inSet: Array(text.utf8)).map(\.id) == ["one"])
        for text in ["", "{}", "[]", #"{"keys":{}}"#, #"{"keys":[],"keys":[]}"#] {
            #expect(throws: CryptographyError.invalidKey) { try VerificationKey.keys(inSet: Array(text.utf8)) }
        }
    }

    @Test func `keys are used by many tasks at once`() async throws {
        let (privateKey, key) = (privateKey, key)
        let wrong = await withTaskGroup(of: Int.self) { group in
            for number in 0..<8 {
                group.addTask {
                    (0..<50).count { round in
                        let message = Array("\(number) \(round)".utf8)
                        let text = try? CompactJWS.sign(message, header: #"{"alg":"EdDSA"}"#, with: privateKey)
                        let jws = text.flatMap { try? CompactJWS(Array($0.utf8), limitBytes: 4_096) }
                        return (try? jws?.payload(verifiedBy: key)) != message
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }
}
