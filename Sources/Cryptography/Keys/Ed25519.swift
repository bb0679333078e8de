internal import COpenSSL

/// Signatures with Ed25519 (RFC 8032): a message and a key have one signature.
package enum Ed25519 {
    /// Bytes of a public key.
    package static let publicKeyBytes = 32
    /// Bytes of a seed, from which a private key is made.
    package static let seedBytes = 32
    /// Bytes of a signature.
    package static let signatureBytes = 64

    /// A key that verifies.
    package struct PublicKey: Sendable, Hashable {
        /// Its 32 bytes.
        package let bytes: [UInt8]
        private let handle: KeyHandle

        /// The key of 32 bytes. Whether they are a point of the curve shows when a signature is verified.
        ///
        /// - Throws: ``CryptographyError/invalidKey`` for another length.
        package init(_ bytes: [UInt8]) throws(CryptographyError) {
            guard bytes.count == publicKeyBytes else { throw .invalidKey }
            try Library.start()
            self.bytes = bytes
            handle = try KeyHandle(EVP_PKEY_new_raw_public_key_ex(nil, "ED25519", nil, bytes, bytes.count))
        }

        /// Whether `signature` is this key's signature of `message`.
        package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
            signature.count == signatureBytes && handle.verifies(signature, of: message, digest: nil)
        }

        package static func == (one: PublicKey, other: PublicKey) -> Bool { one.bytes == other.bytes }

        package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
    }

    /// A key that signs. Its memory is wiped when the last copy goes.
    package struct PrivateKey: Sendable {
        /// The half that verifies.
        package let publicKey: PublicKey
        private let secret: SecretBytes
        private let handle: KeyHandle

        /// The key of a seed of 32 bytes (RFC 8032, section 5.1.5).
        ///
        /// - Throws: ``CryptographyError/invalidKey`` for another length.
        package init(seed: [UInt8]) throws(CryptographyError) {
            guard seed.count == seedBytes else { throw .invalidKey }
            try Library.start()
            secret = SecretBytes(count: seedBytes) { $0.copyBytes(from: seed) }
            handle = try KeyHandle(EVP_PKEY_new_raw_private_key_ex(nil, "ED25519", nil, seed, seed.count))
            var (bytes, count) = ([UInt8](repeating: 0, count: publicKeyBytes), publicKeyBytes)
            guard EVP_PKEY_get_raw_public_key(handle.pointer, &bytes, &count) == 1, count == bytes.count else {
                throw Library.failure("EVP_PKEY_get_raw_public_key")
            }
            publicKey = try PublicKey(bytes)
        }

        /// A copy of the seed, for storage; it is not wiped.
        package var seed: [UInt8] { secret.bytes }

        /// The signature of a message.
        ///
        /// - Throws: ``CryptographyError/libraryFailed(function:)``.
        package func signature(of message: [UInt8]) throws(CryptographyError) -> [UInt8] {
            try handle.signature(of: message, digest: nil)
        }
    }
}
