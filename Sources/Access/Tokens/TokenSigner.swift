internal import Cryptography
internal import FoundationEssentials
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

    /// Signs a token. Equal claims give the same token, byte for byte, in every process.
    ///
    /// - Throws: `EncodingError` when the claims cannot be encoded, and an error of libcrypto when it has no memory.
    public func sign(_ claims: TokenClaims) async throws -> AccessToken {
        let key = key.withLock { $0 }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let payload = [UInt8](try encoder.encode(claims))
        let header = ParsedToken.header(keyID: key.publicKey.id)
        return AccessToken(try CompactJWS.sign(payload, header: header, with: key.privateKey))
    }
}
