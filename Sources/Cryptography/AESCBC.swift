internal import COpenSSL

/// AES in the mode CBC with PKCS #7 padding (NIST SP 800-38A; RFC 5652, section 6.3). It authenticates nothing:
/// a changed ciphertext may decrypt to a changed plaintext.
package enum AESCBC {
    /// Bytes of a block, and so of an initialization vector.
    package static let blockBytes = 16

    /// Encrypts a message, which becomes 1 to 16 bytes longer.
    ///
    /// - Parameters:
    ///   - key: 16, 24 or 32 bytes.
    ///   - vector: 16 bytes, other ones for each message of a key.
    /// - Throws: ``CryptographyError``.
    package static func encrypt(
        _ message: [UInt8], key: [UInt8], vector: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
        let context = try CipherContext(key: key, vector: vector, encrypts: true)
        return try context.update(message) + context.finish()
    }

    /// Decrypts a ciphertext that is in memory as a whole.
    ///
    /// - Throws: ``CryptographyError``.
    package static func decrypt(
        _ ciphertext: [UInt8], key: [UInt8], vector: [UInt8]
    ) throws(CryptographyError) -> [UInt8] {
        let context = try CipherContext(key: key, vector: vector, encrypts: false)
        return try context.update(ciphertext) + context.finish()
    }

    /// Decrypts a ciphertext in chunks of any size. For one task at a time.
    package final class Decryptor {
        private let context: CipherContext

        /// A decryptor at the beginning of a ciphertext.
        ///
        /// - Parameters:
        ///   - key: 16, 24 or 32 bytes.
        ///   - vector: 16 bytes.
        /// - Throws: ``CryptographyError``.
        package init(key: [UInt8], vector: [UInt8]) throws(CryptographyError) {
            context = try CipherContext(key: key, vector: vector, encrypts: false)
        }

        /// Takes the next bytes of the ciphertext. Returns the plaintext up to there, without what may be padding: the
        /// last 1 to 16 bytes.
        ///
        /// - Throws: ``CryptographyError``.
        package func update(_ ciphertext: [UInt8]) throws(CryptographyError) -> [UInt8] {
            try context.update(ciphertext)
        }

        /// Ends the ciphertext. Returns the rest of the plaintext, without the padding.
        ///
        /// - Throws: ``CryptographyError/invalidCiphertext``, and any error when the ciphertext has already ended.
        package func finish() throws(CryptographyError) -> [UInt8] { try context.finish() }
    }
}

/// An `EVP_CIPHER_CTX`, which libcrypto wipes when it is freed.
private final class CipherContext {
    private let pointer: OpaquePointer
    private let encrypts: Bool
    private var hasEnded = false

    /// The most bytes of one call: libcrypto counts in 32 bits.
    private static let callBytes = 1 << 30

    init(key: [UInt8], vector: [UInt8], encrypts: Bool) throws(CryptographyError) {
        let names = [16: "AES-128-CBC", 24: "AES-192-CBC", 32: "AES-256-CBC"]
        guard let name = names[key.count], vector.count == AESCBC.blockBytes else { throw .invalidParameter }
        try Library.start()
        guard let cipher = EVP_CIPHER_fetch(nil, name, nil) else { throw Library.failure("EVP_CIPHER_fetch") }
        defer { EVP_CIPHER_free(cipher) }
        guard let context = EVP_CIPHER_CTX_new() else { throw Library.failure("EVP_CIPHER_CTX_new") }
        guard EVP_CipherInit_ex2(context, cipher, key, vector, encrypts ? 1 : 0, nil) == 1 else {
            EVP_CIPHER_CTX_free(context)
            throw Library.failure("EVP_CipherInit_ex2")
        }
        pointer = context
        self.encrypts = encrypts
    }

    deinit { EVP_CIPHER_CTX_free(pointer) }

    func update(_ input: [UInt8]) throws(CryptographyError) -> [UInt8] {
        guard !hasEnded, input.count <= Self.callBytes else { throw .invalidParameter }
        var output = [UInt8](repeating: 0, count: input.count + AESCBC.blockBytes)
        var count: Int32 = 0
        guard EVP_CipherUpdate(pointer, &output, &count, input, Int32(input.count)) == 1 else {
            hasEnded = true
            throw Library.failure("EVP_CipherUpdate")
        }
        output.removeLast(output.count - Int(count))
        return output
    }

    func finish() throws(CryptographyError) -> [UInt8] {
        guard !hasEnded else { throw .invalidParameter }
        hasEnded = true
        var output = [UInt8](repeating: 0, count: AESCBC.blockBytes)
        var count: Int32 = 0
        guard EVP_CipherFinal_ex(pointer, &output, &count) == 1 else {
            let failure = Library.failure("EVP_CipherFinal_ex")
            throw encrypts ? failure : .invalidCiphertext
        }
        output.removeLast(output.count - Int(count))
        return output
    }
}
