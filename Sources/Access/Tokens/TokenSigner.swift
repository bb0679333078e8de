internal import FoundationEssentials
internal import JWTKit
public import RPC
internal import Synchronization

/// Makes tokens with a private key: profiles for people, each service for itself.
public final class TokenSigner: Sendable {
    private let key: Mutex<SigningKey>

    /// A signer that signs with `key` until it is given another one.
    public init(_ key: SigningKey) { self.key = Mutex(key) }

    /// The public half of the key that signs now.
    public var publicKey: PublicKey { key.withLock { $0.publicKey } }

    /// Signs with `key` from now on. Tokens of the key before hold as long as its public half is known.
    public func use(_ key: SigningKey) { self.key.withLock { $0 = key } }

    /// Makes a token.
    ///
    /// - Throws: jwt-kit's error when the claims cannot be encoded or signed.
    public func sign(_ claims: TokenClaims) async throws -> AccessToken {
        let key = key.withLock { $0 }
        let keys = JWTKeyCollection()
        let id = JWKIdentifier(string: key.publicKey.id)
        await keys.add(eddsa: key.edwards, kid: id, serializer: SortedSerializer())
        return AccessToken(try await keys.sign(SignedClaims(claims), kid: id))
    }
}

/// Writes header and claims with sorted keys: the same claims are the same token, byte for byte, in every process.
private struct SortedSerializer: JWTSerializer {
    var jsonEncoder: any JWTJSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    func serialize(_ payload: some JWTPayload, header: JWTHeader) throws -> Data {
        Data(Base64URL.encode(try jsonEncoder.encode(payload)).utf8)
    }
}
