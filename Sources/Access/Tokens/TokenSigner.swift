internal import FoundationEssentials
internal import JWTKit
public import RPC
internal import Synchronization

/// Signs tokens with a private key: profiles for people, each service for itself.
public final class TokenSigner: Sendable {
    private let key: Mutex<SigningKey>

    /// A signer that uses `key` until it is replaced.
    public init(_ key: SigningKey) { self.key = Mutex(key) }

    /// The public half of the current key.
    public var publicKey: PublicKey { key.withLock { $0.publicKey } }

    /// Replaces the key. Tokens of the previous key are valid while its public half is published.
    public func use(_ key: SigningKey) { self.key.withLock { $0 = key } }

    /// Signs a token.
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

/// Encodes header and claims with sorted keys: equal claims give the same token, byte for byte, in every process.
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
