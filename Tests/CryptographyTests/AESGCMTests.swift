import Testing

@testable import Cryptography

/// Wycheproof's vectors of AES-GCM, and SHA-256 in pieces.
struct AESGCMTests {
    private struct Group: Decodable {
        struct Vector: Decodable {
            var tcId: Int, key: String, iv: String, aad: String, msg: String, ct: String, tag: String
            var result: VectorResult
        }
        var ivSize: Int
        var tests: [Vector]
    }

    @Test func `vectors of AES-GCM`() throws {
        let file = try Vectors<Group>("aes_gcm")
        var outcome = VectorOutcome()
        for group in file.testGroups {
            for vector in group.tests {
                let (key, nonce) = (try [UInt8](hexadecimal: vector.key), try [UInt8](hexadecimal: vector.iv))
                let (context, message) = (try [UInt8](hexadecimal: vector.aad), try [UInt8](hexadecimal: vector.msg))
                let sealed = try [UInt8](hexadecimal: vector.ct + vector.tag)
                let opened = try? AESGCM.open(sealed, key: key, nonce: nonce, context: context)
                // Nonces of other lengths than 12 bytes are not supported.
                guard group.ivSize == 8 * AESGCM.nonceBytes else {
                    outcome.add(vector.tcId, .invalid, isAccepted: opened != nil)
                    continue
                }
                outcome.add(vector.tcId, vector.result, isAccepted: opened == message)
                let again = try AESGCM.seal(message, key: key, nonce: nonce, context: context)
                if vector.result == .valid, again != sealed { outcome.wrong.append(vector.tcId) }
            }
        }
        #expect(outcome == VectorOutcome(count: file.numberOfTests))
    }

    @Test func `AES-GCM takes no other lengths`() throws {
        let (key, nonce) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 12))
        for count in [0, 1, 15, 17, 31, 33] {
            let other = [UInt8](repeating: 1, count: count)
            #expect(throws: CryptographyError.invalidParameter) { try AESGCM.seal([], key: other, nonce: nonce) }
            #expect(throws: CryptographyError.invalidParameter) { try AESGCM.seal([], key: key, nonce: other) }
        }
        for count in 0..<16 {
            let short = [UInt8](repeating: 0, count: count)
            #expect(throws: CryptographyError.invalidCiphertext) { try AESGCM.open(short, key: key, nonce: nonce) }
        }
    }

    @Test func `a digest of pieces is that of the whole`() throws {
        let message = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
        for size in [1, 63, 64, 65, 1_000] {
            let hasher = try SHA256Hasher()
            for start in stride(from: 0, to: message.count, by: size) {
                try hasher.add(Array(message[start..<min(message.count, start + size)]))
            }
            try hasher.add([])
            let digest = try hasher.finish()
            #expect(try digest == SHA256.digest(of: message))
            #expect(throws: CryptographyError.invalidParameter) { try hasher.add([1]) }
            #expect(throws: CryptographyError.invalidParameter) { try hasher.finish() }
        }
    }
}
