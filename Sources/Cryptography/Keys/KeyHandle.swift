internal import COpenSSL

/// An `EVP_PKEY`, freed with its last reference; libcrypto wipes private keys then.
///
/// Safe to share: the key never changes after `init`, and libcrypto permits several threads to use one (openssl-threads(7)).
final class KeyHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over a reference; throws for nil, as a function of libcrypto returns it for bytes that are no key.
    init(_ pointer: OpaquePointer?) throws(CryptographyError) {
        guard let pointer else {
            ERR_clear_error()
            throw .invalidKey
        }
        self.pointer = pointer
    }

    deinit { EVP_PKEY_free(pointer) }

    /// The signature of a message.
    ///
    /// - Parameter digest: as for ``verifies(_:of:digest:)``.
    /// - Throws: ``CryptographyError/libraryFailed(function:)``.
    func signature(of message: [UInt8], digest: String?) throws(CryptographyError) -> [UInt8] {
        guard let context = EVP_MD_CTX_new() else { throw Library.failure("EVP_MD_CTX_new") }
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestSignInit_ex(context, nil, digest, nil, nil, pointer, nil) == 1 else {
            throw Library.failure("EVP_DigestSignInit_ex")
        }
        var count = 0
        guard EVP_DigestSign(context, nil, &count, message, message.count) == 1 else {
            throw Library.failure("EVP_DigestSign")
        }
        var signature = [UInt8](repeating: 0, count: count)
        guard EVP_DigestSign(context, &signature, &count, message, message.count) == 1 else {
            throw Library.failure("EVP_DigestSign")
        }
        return Array(signature.prefix(count))
    }

    /// Whether `signature` is this key's signature of `message`. Every failure is a no.
    ///
    /// - Parameter digest: the name of the digest that is signed; nil when the algorithm signs the message itself.
    func verifies(_ signature: [UInt8], of message: [UInt8], digest: String?) -> Bool {
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestVerifyInit_ex(context, nil, digest, nil, nil, pointer, nil) == 1,
            EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
        else {
            ERR_clear_error()
            return false
        }
        return true
    }
}
