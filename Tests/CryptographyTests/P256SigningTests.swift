import Testing

@testable import Cryptography

/// Signatures with a key of P-256 in PEM. A signature holds a random number, so that no vector can be compared.
struct P256SigningTests {
    /// Keys of the tests' own.
    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgfRjfGMr3EmQdsJcX
        gCS2RrOVwU0EToyEFAOwkZZp31ShRANCAASDqQGZu21WP4MaaU5EJUHnF1nI7zH2
        1Zd2fggNBsfJwP/l34/EGE6l+KMzchwGZxw5udEjoULgKn8ipvicVPil
        -----END PRIVATE KEY-----
        """

    private static let other = """
        -----BEGIN PRIVATE KEY-----
        MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDDXTbhWnS8Z08Q0+wZv
        L+LUtzJWyyeV2+FHv1H1HbaOy+Ba/D2fDURAs8tDmuxfUVShZANiAASudWqc4156
        dLcJxE1qRzq6jAy+bEQc9pP3j20Wgn01Almgau0c3N+ytWwBQBOLNZ2AraxmWw0O
        z224rM8qho/48OXZNOxf3MPkP3l0PkFSAgk0BKjl7nlJCeSEccsjRaE=
        -----END PRIVATE KEY-----
        """

    private static func publicKey() throws -> P256.PublicKey {
        try P256.PublicKey(
            x: [UInt8](hexadecimal: "83a90199bb6d563f831a694e442541e71759c8ef31f6d597767e080d06c7c9c0"),
            y: [UInt8](hexadecimal: "ffe5df8fc4184ea5f8a333721c06671c39b9d123a142e02a7f22a6f89c54f8a5"))
    }

    /// One in 128 numbers begins with a byte of zeros, which DER leaves out.
    @Test func `every signature has 64 bytes and is verified, of this message alone`() throws {
        let (key, publicKey) = (try P256.PrivateKey(pem: Array(Self.key.utf8)), try Self.publicKey())
        for number in 0..<1_000 {
            let message = Array("message \(number)".utf8)
            var signature = try key.signature(of: message)
            #expect(signature.count == 64 && publicKey.verifies(signature, of: message), "\(number)")
            #expect(!publicKey.verifies(signature, of: message + [0]))
            signature[number % 64] ^= 1
            #expect(!publicKey.verifies(signature, of: message))
        }
    }

    @Test func `a key of another curve, an encrypted one and what is no key are refused`() throws {
        let encrypted = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIHs\n-----END ENCRYPTED PRIVATE KEY-----\n"
        for text in [Self.other, encrypted, "", "key", String(Self.key.dropLast(80))] {
            #expect(throws: CryptographyError.invalidKey) { try P256.PrivateKey(pem: Array(text.utf8)) }
        }
    }
}
