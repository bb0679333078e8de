internal import COpenSSL

/// AES in the mode GCM (NIST SP 800-38D) with nonces of 12 bytes and tags of 16: encrypts and authenticates a message, and
/// authenticates further bytes with it.
package enum AESGCM {
    /// Bytes of a nonce.
    package static let nonceBytes = 12
    /// Bytes of a tag, which follows the ciphertext.
    package static let tagBytes = 16

    private static let ciphers = [16: "AES-128-GCM", 24: "AES-192-GCM", 32: "AES-256-GCM"]
    /// The most bytes of one call: libcrypto counts in 32 bits.
    private static let callBytes = 1 << 30

    /// Encrypts a message.
    ///
    /// - Parameters:
    ///   - key: 16, 24 or 32 bytes.
    ///   - nonce: 12 bytes, other ones for each message of a key: with a repeated nonce the key is lost.
    ///   - context: bytes that the tag covers, too.
    /// - Returns: the ciphertext, as long as the message, and the tag.
    /// - Throws: ``CryptographyError``.
    package static func seal(
        _ message: [UInt8], key: [UInt8], nonce: [UInt8], context: [UInt8] = []
    ) throws(CryptographyError) -> [UInt8] {
        let cipher = try Context(key: key, nonce: nonce, encrypts: true)
        try cipher.authenticate(context)
        var output = try cipher.update(message)
        try cipher.finish()
        var tag = [UInt8](repeating: 0, count: tagBytes)
        guard EVP_CIPHER_CTX_ctrl(cipher.pointer, EVP_CTRL_AEAD_GET_TAG, Int32(tagBytes), &tag) == 1 else {
            throw Library.failure("EVP_CIPHER_CTX_ctrl")
        }
        output += tag
        return output
    }

    /// Decrypts what ``seal(_:key:nonce:context:)`` returned.
    ///
    /// - Throws: ``CryptographyError/invalidCiphertext`` when ciphertext, tag, nonce or context were changed, or the key is
    ///   another.
    package static func open(
        _ sealed: [UInt8], key: [UInt8], nonce: [UInt8], context: [UInt8] = []
    ) throws(CryptographyError) -> [UInt8] {
        let cipher = try Context(key: key, nonce: nonce, encrypts: false)
        guard sealed.count >= tagBytes else { throw .invalidCiphertext }
        try cipher.authenticate(context)
        let output = try cipher.update(Array(sealed.dropLast(tagBytes)))
        var tag = Array(sealed.suffix(tagBytes))
        guard EVP_CIPHER_CTX_ctrl(cipher.pointer, EVP_CTRL_AEAD_SET_TAG, Int32(tagBytes), &tag) == 1 else {
            throw Library.failure("EVP_CIPHER_CTX_ctrl")
        }
        do { try cipher.finish() } catch { throw .invalidCiphertext }
        return output
    }

    /// An `EVP_CIPHER_CTX` for one message, which libcrypto wipes when it is freed.
    private final class Context {
        let pointer: OpaquePointer

        init(key: [UInt8], nonce: [UInt8], encrypts: Bool) throws(CryptographyError) {
            guard let name = ciphers[key.count], nonce.count == nonceBytes else { throw .invalidParameter }
            try Library.start()
            guard let cipher = EVP_CIPHER_fetch(nil, name, nil) else { throw Library.failure("EVP_CIPHER_fetch") }
            defer { EVP_CIPHER_free(cipher) }
            guard let context = EVP_CIPHER_CTX_new() else { throw Library.failure("EVP_CIPHER_CTX_new") }
            // 12 bytes are the mode's own length of a nonce.
            guard EVP_CipherInit_ex2(context, cipher, key, nonce, encrypts ? 1 : 0, nil) == 1 else {
                EVP_CIPHER_CTX_free(context)
                throw Library.failure("EVP_CipherInit_ex2")
            }
            pointer = context
        }

        deinit { EVP_CIPHER_CTX_free(pointer) }

        func authenticate(_ bytes: [UInt8]) throws(CryptographyError) {
            guard bytes.count <= callBytes else { throw .invalidParameter }
            var count: Int32 = 0
            guard bytes.isEmpty || EVP_CipherUpdate(pointer, nil, &count, bytes, Int32(bytes.count)) == 1 else {
                throw Library.failure("EVP_CipherUpdate")
            }
        }

        func update(_ input: [UInt8]) throws(CryptographyError) -> [UInt8] {
            guard input.count <= callBytes else { throw .invalidParameter }
            guard !input.isEmpty else { return [] }
            var output = [UInt8](repeating: 0, count: input.count)
            var count: Int32 = 0
            guard EVP_CipherUpdate(pointer, &output, &count, input, Int32(input.count)) == 1,
                Int(count) == input.count
            else { throw Library.failure("EVP_CipherUpdate") }
            return output
        }

        func finish() throws(CryptographyError) {
            var rest = [UInt8](repeating: 0, count: tagBytes)
            var count: Int32 = 0
            guard EVP_CipherFinal_ex(pointer, &rest, &count) == 1 else { throw Library.failure("EVP_CipherFinal_ex") }
        }
    }
}
