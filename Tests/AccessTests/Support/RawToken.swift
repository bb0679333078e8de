import Cryptography
import RPC

@testable import Access

/// A token built by hand, to be wrong in one way at a time.
struct RawToken {
    var header: String
    var payload: String
    var signature: [UInt8] = []

    /// Takes a token apart.
    init?(_ token: AccessToken) {
        let parts = token.bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .compactMap { Base64URL.decode($0) }
        guard parts.count == 3 else { return nil }
        header = String(decoding: parts[0], as: UTF8.self)
        payload = String(decoding: parts[1], as: UTF8.self)
        signature = parts[2]
    }

    init(header: String, payload: String) {
        self.header = header
        self.payload = payload
    }

    private var signedPart: String {
        [header, payload].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
    }

    /// The token as it is.
    var token: AccessToken { AccessToken("\(signedPart).\(Base64URL.encode(signature))") }

    /// The token with a good signature of a key over whatever it holds.
    func signed(by key: SigningKey) throws -> AccessToken {
        let signature = try key.privateKey.signature(of: Array(signedPart.utf8))
        return AccessToken("\(signedPart).\(Base64URL.encode(signature))")
    }

    /// The token signed as HS256 with the public key as the secret: the classic confusion of algorithms.
    func signedWithPublicKeyAsSecret(_ key: PublicKey) throws -> AccessToken {
        let code = try HMACSHA256.code(of: Array(signedPart.utf8), key: key.bytes)
        return AccessToken("\(signedPart).\(Base64URL.encode(code))")
    }
}
