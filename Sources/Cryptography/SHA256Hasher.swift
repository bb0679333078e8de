internal import COpenSSL

/// SHA-256 (FIPS 180-4) of bytes that come in pieces. For one task at a time.
package final class SHA256Hasher {
    private let pointer: OpaquePointer
    private var hasEnded = false

    /// Begins an empty message.
    ///
    /// - Throws: ``CryptographyError/libraryFailed(function:)``.
    package init() throws(CryptographyError) {
        try Library.start()
        guard let algorithm = EVP_MD_fetch(nil, "SHA256", nil) else { throw Library.failure("EVP_MD_fetch") }
        defer { EVP_MD_free(algorithm) }
        guard let context = EVP_MD_CTX_new() else { throw Library.failure("EVP_MD_CTX_new") }
        guard EVP_DigestInit_ex2(context, algorithm, nil) == 1 else {
            EVP_MD_CTX_free(context)
            throw Library.failure("EVP_DigestInit_ex2")
        }
        pointer = context
    }

    deinit { EVP_MD_CTX_free(pointer) }

    /// Adds the next bytes.
    ///
    /// - Throws: ``CryptographyError``.
    package func add(_ bytes: [UInt8]) throws(CryptographyError) {
        guard !hasEnded else { throw .invalidParameter }
        guard bytes.isEmpty || EVP_DigestUpdate(pointer, bytes, bytes.count) == 1 else {
            throw Library.failure("EVP_DigestUpdate")
        }
    }

    /// The digest of all bytes. Nothing can be added after it.
    ///
    /// - Throws: ``CryptographyError``.
    package func finish() throws(CryptographyError) -> [UInt8] {
        guard !hasEnded else { throw .invalidParameter }
        hasEnded = true
        var digest = [UInt8](repeating: 0, count: SHA256.digestBytes)
        guard EVP_DigestFinal_ex(pointer, &digest, nil) == 1 else { throw Library.failure("EVP_DigestFinal_ex") }
        return digest
    }
}
