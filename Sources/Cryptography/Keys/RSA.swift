internal import COpenSSL

/// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017, section 8.2), as RS256 has it (RFC 7518, section 3.3).
package enum RSA {
    /// Bits that a modulus may have: RFC 7518 demands 2,048, and the time of a verification grows with their square.
    package static let modulusBits = 2_048...8_192
    /// Bits that a public exponent may have.
    package static let exponentBits = 2...32

    /// A key that verifies.
    package struct PublicKey: Sendable {
        private let handle: KeyHandle

        /// The key of a modulus and an exponent, both big-endian.
        ///
        /// - Throws: ``CryptographyError/invalidKey`` when one of them is even or outside its limits.
        package init(modulus: [UInt8], exponent: [UInt8]) throws(CryptographyError) {
            let n = try littleEndian(modulus, bits: modulusBits)
            let e = try littleEndian(exponent, bits: exponentBits)
            try Library.start()
            handle = try KeyHandle(crypto_rsa_key(n, n.count, e, e.count))
        }

        /// Whether `signature` is this key's signature of `message`.
        package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
            handle.verifies(signature, of: message, digest: "SHA256")
        }
    }

    /// The digits of an odd number of so many bits, the least first, as every machine that Hearth runs on has them.
    private static func littleEndian(
        _ number: [UInt8], bits: ClosedRange<Int>
    ) throws(CryptographyError) -> [UInt8] {
        let digits = number.drop { $0 == 0 }
        guard let first = digits.first, let last = digits.last, last & 1 == 1,
            bits.contains(digits.count * 8 - first.leadingZeroBitCount)
        else { throw .invalidKey }
        return digits.reversed()
    }
}
