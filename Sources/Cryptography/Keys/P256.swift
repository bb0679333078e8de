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
}
