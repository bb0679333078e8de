internal import COpenSSL

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
    /// Bytes of a digest.
    package static let digestBytes = 32

    /// The digest of a message.
    ///
    /// - Throws: ``CryptographyError/libraryFailed(function:)``.
    package static func digest(of message: [UInt8]) throws(CryptographyError) -> [UInt8] {
        try Library.start()
        var digest = [UInt8](repeating: 0, count: digestBytes)
        guard EVP_Q_digest(nil, "SHA256", nil, message, message.count, &digest, nil) == 1 else {
            throw Library.failure("EVP_Q_digest")
        }
        return digest
    }
}

/// HMAC with SHA-256 (RFC 2104, FIPS 198-1).
package enum HMACSHA256 {
    /// Bytes of a code.
    package static let codeBytes = 32

    /// The authentication code of a message. Compare it by ``constantTimeEqual(_:_:)`` alone.
    ///
    /// - Throws: ``CryptographyError/libraryFailed(function:)``.
    package static func code(of message: [UInt8], key: [UInt8]) throws(CryptographyError) -> [UInt8] {
        try Library.start()
        var code = [UInt8](repeating: 0, count: codeBytes)
        let written = EVP_Q_mac(
            nil, OSSL_MAC_NAME_HMAC, nil, "SHA256", nil, key, key.count, message, message.count, &code, code.count,
            nil)
        guard written != nil else { throw Library.failure("EVP_Q_mac") }
        return code
    }
}
