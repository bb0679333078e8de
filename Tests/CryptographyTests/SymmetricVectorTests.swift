import Testing

@testable import Cryptography

/// Wycheproof's vectors of HMAC and AES-CBC, and those of RFC 7914 and FIPS 180-4.
struct SymmetricVectorTests {
    private struct CodeGroup: Decodable {
        struct Vector: Decodable { var tcId: Int, key: String, msg: String, tag: String, result: VectorResult }
        /// Bits of the tag, which may be the beginning of the code.
        var tagSize: Int
        var tests: [Vector]
    }

    @Test func `vectors of HMAC`() throws {
        let file = try Vectors<CodeGroup>("hmac_sha256")
        var outcome = VectorOutcome()
        for group in file.testGroups {
            for vector in group.tests {
                let code = try HMACSHA256.code(
                    of: [UInt8](hexadecimal: vector.msg), key: [UInt8](hexadecimal: vector.key))
                let tag = Array(code.prefix(group.tagSize / 8))
                let isAccepted = constantTimeEqual(tag, try [UInt8](hexadecimal: vector.tag))
                outcome.add(vector.tcId, vector.result, isAccepted: isAccepted)
            }
        }
        #expect(outcome == VectorOutcome(count: file.numberOfTests))
    }

    private struct CipherGroup: Decodable {
        struct Vector: Decodable {
            var tcId: Int, key: String, iv: String, msg: String, ct: String, result: VectorResult
        }
        var tests: [Vector]
    }

    /// The whole ciphertext at once and in chunks, and what encrypts.
    @Test func `vectors of AES-CBC`() throws {
        let file = try Vectors<CipherGroup>("aes_cbc_pkcs5")
        var outcome = VectorOutcome()
        for vector in file.testGroups.flatMap(\.tests) {
            let (key, iv) = (try [UInt8](hexadecimal: vector.key), try [UInt8](hexadecimal: vector.iv))
            let (message, text) = (try [UInt8](hexadecimal: vector.msg), try [UInt8](hexadecimal: vector.ct))
            let decrypted = try? AESCBC.decrypt(text, key: key, vector: iv)
            outcome.add(vector.tcId, vector.result, isAccepted: decrypted == message)
            let encrypted = try AESCBC.encrypt(message, key: key, vector: iv)
            if vector.result == .valid, encrypted != text { outcome.wrong.append(vector.tcId) }
            for size in [1, 7, 16, 17] {
                let chunked = try? Self.decrypt(text, key: key, vector: iv, chunk: size)
                if chunked != decrypted { outcome.wrong.append(vector.tcId) }
            }
        }
        #expect(outcome == VectorOutcome(count: file.numberOfTests))
    }

    private static func decrypt(_ text: [UInt8], key: [UInt8], vector: [UInt8], chunk: Int) throws -> [UInt8] {
        let decryptor = try AESCBC.Decryptor(key: key, vector: vector)
        var message: [UInt8] = []
        for start in stride(from: 0, to: text.count, by: chunk) {
            message += try decryptor.update(Array(text[start..<min(start + chunk, text.count)]))
        }
        return message + (try decryptor.finish())
    }

    @Test func `AES-CBC takes no other lengths, and ends once`() throws {
        let (key, vector) = ([UInt8](repeating: 1, count: 16), [UInt8](repeating: 2, count: 16))
        for count in [0, 1, 15, 17, 31, 33, 64] {
            let other = [UInt8](repeating: 1, count: count)
            #expect(throws: CryptographyError.invalidParameter) { try AESCBC.encrypt([], key: other, vector: vector) }
            #expect(throws: CryptographyError.invalidParameter) {
                try AESCBC.Decryptor(key: key, vector: other)
            }
        }
        let decryptor = try AESCBC.Decryptor(key: key, vector: vector)
        #expect(throws: CryptographyError.invalidCiphertext) { try decryptor.finish() }
        #expect(throws: CryptographyError.invalidParameter) { try decryptor.update([1]) }
        #expect(throws: CryptographyError.invalidParameter) { try decryptor.finish() }
    }

    struct ScryptVector: Sendable {
        let password: String, salt: String, rounds: Int, blockSize: Int, parallelism: Int, result: String
        /// RFC 7914, section 12. The fourth takes 1 GiB of memory; only its cost is checked below.
        static let all = [
            ScryptVector(
                password: "", salt: "", rounds: 16, blockSize: 1, parallelism: 1,
                result: "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
                    + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"),
            ScryptVector(
                password: "password", salt: "NaCl", rounds: 1_024, blockSize: 8, parallelism: 16,
                result: "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
                    + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"),
            ScryptVector(
                password: "pleaseletmein", salt: "SodiumChloride", rounds: 16_384, blockSize: 8, parallelism: 1,
                result: "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
                    + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"),
        ]
    }

    @Test(arguments: ScryptVector.all) func `vectors of scrypt`(vector: ScryptVector) throws {
        let derived = try Scrypt.derive(
            password: Array(vector.password.utf8), salt: Array(vector.salt.utf8), rounds: vector.rounds,
            blockSize: vector.blockSize, parallelism: vector.parallelism, count: 64, memoryLimit: 17 << 20)
        let expected = try [UInt8](hexadecimal: vector.result)
        #expect(derived.bytes == expected)
        let (shorter, other) = (Array(expected[..<63]), Array(expected[..<63]) + [expected[63] ^ 1])
        #expect([expected, shorter, other].map(derived.isEqual) == [true, false, false])
        #expect("\(derived) \(String(reflecting: derived))" == "<secret> <secret>")
    }

    @Test(arguments: [
        (1 << 20, 8, 1), (1 << 14, 8, 64), (1 << 31, 1 << 31, 1), (1 << 31, 1 << 31, 1 << 31), (2, 1, Int(UInt32.max)),
    ])
    func `scrypt takes no more memory than permitted`(rounds: Int, blockSize: Int, parallelism: Int) {
        #expect(throws: CryptographyError.overMemoryLimit) {
            try Scrypt.derive(
                password: [], salt: [], rounds: rounds, blockSize: blockSize, parallelism: parallelism, count: 32,
                memoryLimit: 128 * 8 * ((1 << 14) + 3))
        }
    }

    @Test(arguments: [
        (0, 1, 1), (1, 1, 1), (3, 1, 1), (-16, 1, 1), (16, 0, 1), (16, -1, 1), (16, 1, 0), (16, 1, -1),
        (Int.max, 1, 1), (16, Int.max, 1), (16, 1, Int.max), (Int.min, Int.min, Int.min),
    ])
    func `scrypt rejects costs that it does not have`(rounds: Int, blockSize: Int, parallelism: Int) {
        #expect(throws: CryptographyError.invalidParameter) {
            try Scrypt.derive(
                password: [1], salt: [2], rounds: rounds, blockSize: blockSize, parallelism: parallelism, count: 32,
                memoryLimit: .max)
        }
    }

    /// The examples of FIPS 180-4 that NIST publishes, and the empty message.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `vectors of SHA-256`(message: String, digest: String) throws {
        let expected = try [UInt8](hexadecimal: digest)
        #expect(try SHA256.digest(of: Array(message.utf8)) == expected)
    }

    @Test func `bytes of different lengths are not equal`() {
        #expect(constantTimeEqual([], []) && constantTimeEqual([1, 2], [1, 2]))
        #expect(!constantTimeEqual([1], []) && !constantTimeEqual([1, 2], [1]) && !constantTimeEqual([1, 2], [1, 3]))
    }
}
