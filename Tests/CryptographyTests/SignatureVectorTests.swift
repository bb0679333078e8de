import Testing

@testable import Cryptography

/// Wycheproof's vectors of signatures.
struct SignatureVectorTests {
    private struct JWK: Decodable {
        var kty: String
        var x: String?
        var y: String?
        var n: String?
        var e: String?

        var json: [UInt8] {
            let crv = kty == "OKP" ? "Ed25519" : "P-256"
            let numbers = [("x", x), ("y", y), ("n", n), ("e", e)].compactMap { name, value in
                value.map { #","\#(name)":"\#($0)""# }
            }
            return Array(#"{"kty":"\#(kty)","crv":"\#(crv)"\#(numbers.joined())}"#.utf8)
        }
    }

    private struct EdwardsGroup: Decodable {
        struct Key: Decodable { var pk: String }
        var publicKey: Key
        var publicKeyJwk: JWK
        var tests: [SignatureVector]
    }

    @Test func `vectors of Ed25519`() throws {
        let file = try Vectors<EdwardsGroup>("ed25519")
        var outcome = VectorOutcome()
        for group in file.testGroups {
            let key = try Ed25519.PublicKey([UInt8](hexadecimal: group.publicKey.pk))
            // The same key comes as a JWK, too.
            let parsed = try VerificationKey(jwk: group.publicKeyJwk.json)
            for vector in group.tests {
                let (signature, message) = (try [UInt8](hexadecimal: vector.sig), try [UInt8](hexadecimal: vector.msg))
                let isAccepted = key.verifies(signature, of: message)
                outcome.add(vector.tcId, vector.result, isAccepted: isAccepted)
                if parsed.verifies(signature, of: message) != isAccepted { outcome.wrong.append(vector.tcId) }
            }
        }
        #expect(outcome == VectorOutcome(count: file.numberOfTests))
    }

    private struct CurveGroup: Decodable {
        struct Key: Decodable { var uncompressed: String }
        var publicKey: Key
        /// Absent where the key cannot be in one.
        var publicKeyJwk: JWK?
        var tests: [SignatureVector]
    }

    @Test func `vectors of ECDSA on P-256`() throws {
        let file = try Vectors<CurveGroup>("ecdsa_secp256r1_sha256_p1363")
        var outcome = VectorOutcome()
        for group in file.testGroups {
            let point = try [UInt8](hexadecimal: group.publicKey.uncompressed)
            let key = try P256.PublicKey(x: Array(point[1..<33]), y: Array(point[33...]))
            let parsed = try group.publicKeyJwk.map { try VerificationKey(jwk: $0.json) }
            for vector in group.tests {
                let (signature, message) = (try [UInt8](hexadecimal: vector.sig), try [UInt8](hexadecimal: vector.msg))
                let isAccepted = key.verifies(signature, of: message)
                outcome.add(vector.tcId, vector.result, isAccepted: isAccepted)
                if let parsed, parsed.verifies(signature, of: message) != isAccepted {
                    outcome.wrong.append(vector.tcId)
                }
            }
        }
        #expect(outcome == VectorOutcome(count: file.numberOfTests))
    }

    private struct RSAGroup: Decodable {
        struct Key: Decodable { var modulus: String, publicExponent: String }
        var publicKey: Key
        var keyJwk: JWK
        var tests: [SignatureVector]
    }

    /// Vector 8 may be accepted: its algorithm has no parameters where they should be NULL. It is rejected.
    @Test func `vectors of RSA`() throws {
        let file = try Vectors<RSAGroup>("rsa_signature_2048_sha256")
        var outcome = VectorOutcome()
        for group in file.testGroups {
            let key = try RSA.PublicKey(
                modulus: [UInt8](hexadecimal: group.publicKey.modulus),
                exponent: [UInt8](hexadecimal: group.publicKey.publicExponent))
            let parsed = try VerificationKey(jwk: group.keyJwk.json)
            for vector in group.tests {
                let (signature, message) = (try [UInt8](hexadecimal: vector.sig), try [UInt8](hexadecimal: vector.msg))
                let isAccepted = key.verifies(signature, of: message)
                outcome.add(vector.tcId, vector.result, isAccepted: isAccepted)
                if parsed.verifies(signature, of: message) != isAccepted { outcome.wrong.append(vector.tcId) }
            }
        }
        #expect(outcome == VectorOutcome(count: file.numberOfTests))
    }
}
