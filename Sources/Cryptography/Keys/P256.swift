internal import COpenSSL

/// ECDSA on the curve P-256 with SHA-256 (FIPS 186-5), as ES256 has it (RFC 7518, section 3.4).
package enum P256 {
    /// Bytes of a coordinate, and of each of the two numbers of a signature.
    package static let numberBytes = 32

    /// A key that verifies.
    package struct PublicKey: Sendable {
        private let handle: KeyHandle

        /// The key at a point of the curve.
        ///
        /// - Parameters:
        ///   - x: 32 bytes, big-endian.
        ///   - y: 32 bytes, big-endian.
        /// - Throws: ``CryptographyError/invalidKey`` for other lengths, and for a point that is not on the curve.
        package init(x: [UInt8], y: [UInt8]) throws(CryptographyError) {
            guard x.count == numberBytes, y.count == numberBytes else { throw .invalidKey }
            try Library.start()
            // The mark of an uncompressed point.
            let point = [4] + x + y
            handle = try KeyHandle(crypto_p256_key(point, point.count))
        }

        /// The key of a handle, which must be one of this curve.
        ///
        /// - Throws: ``CryptographyError/invalidKey`` for a key of another curve or kind.
        init(_ handle: KeyHandle) throws(CryptographyError) {
            guard crypto_is_p256(handle.pointer) == 1 else { throw .invalidKey }
            self.handle = handle
        }

        /// Whether `signature`, r and s one after the other, is this key's signature of `message`.
        package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
            guard signature.count == 2 * numberBytes else { return false }
            let numbers = [signature.prefix(numberBytes), signature.suffix(numberBytes)].flatMap(Self.integer)
            // SEQUENCE of two INTEGERs, 72 bytes at most: every length is one byte.
            return handle.verifies([0x30, UInt8(numbers.count)] + numbers, of: message, digest: "SHA256")
        }

        /// An INTEGER in DER (ITU-T X.690, section 8.3): as short as possible, positive.
        private static func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
            var digits = Array(bytes.drop { $0 == 0 })
            if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
            return [0x02, UInt8(digits.count)] + digits
        }
    }

    /// A key that signs; libcrypto wipes its memory when the last copy goes.
    package struct PrivateKey: Sendable {
        private let handle: KeyHandle

        /// The key of a file in PEM (RFC 7468), as Apple gives it to developers (`.p8`, PKCS #8), not encrypted.
        ///
        /// - Throws: ``CryptographyError/invalidKey`` for a key of another curve or kind, and for what is no key.
        package init(pem: [UInt8]) throws(CryptographyError) {
            try Library.start()
            handle = try KeyHandle(crypto_private_key(pem, pem.count))
            guard crypto_is_p256(handle.pointer) == 1 else { throw .invalidKey }
        }

        /// The signature of a message: r and s one after the other, 64 bytes. Two of one message differ.
        ///
        /// - Throws: ``CryptographyError/libraryFailed(function:)``.
        package func signature(of message: [UInt8]) throws(CryptographyError) -> [UInt8] {
            let encoded = try handle.signature(of: message, digest: "SHA256")
            // SEQUENCE of two INTEGERs in DER, every length one byte.
            guard encoded.count > 4, encoded[0] == 0x30, let (r, rest) = Self.number(encoded.dropFirst(2)),
                let (s, end) = Self.number(rest), end.isEmpty
            else { throw .libraryFailed(function: "EVP_DigestSign") }
            return r + s
        }

        /// The first INTEGER as a number of a signature, and what follows it.
        private static func number(_ bytes: ArraySlice<UInt8>) -> ([UInt8], ArraySlice<UInt8>)? {
            let start = bytes.startIndex
            guard bytes.count > 2, bytes[start] == 0x02 else { return nil }
            let count = Int(bytes[start + 1])
            let digits = bytes.dropFirst(2).prefix(count).drop { $0 == 0 }
            guard bytes.count >= count + 2, digits.count <= numberBytes else { return nil }
            return (
                [UInt8](repeating: 0, count: numberBytes - digits.count) + digits, bytes.dropFirst(count + 2)
            )
        }
    }
}
