internal import Crypto
internal import JWTKit
public import RPC

/// A private key (Ed25519) with its public half. Prints as a placeholder, so that it does not appear in logs.
public struct SigningKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The half that verifies.
    public let publicKey: PublicKey
    /// The key as jwt-kit needs it.
    let edwards: EdDSA.PrivateKey

    /// Makes a new key.
    public init(
        authority: PublicKey.Authority, households: Set<String>? = nil, runtime: any Runtime
    ) throws(KeyFileError) {
        try self.init(seed: runtime.randomBytes(Self.seedBytes), authority: authority, households: households)
    }

    /// The key of a seed (RFC 8032, section 5.1.5).
    init(seed: [UInt8], authority: PublicKey.Authority, households: Set<String>?) throws(KeyFileError) {
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed) else { throw .notAKey }
        edwards = EdDSA.PrivateKey(backing: key)
        publicKey = try PublicKey(
            bytes: [UInt8](key.publicKey.rawRepresentation), authority: authority, households: households)
    }

    /// The seed; never printed.
    var seed: [UInt8] { [UInt8](edwards.rawRepresentation) }

    static let seedBytes = 32

    public var description: String { "<key \(publicKey.id)>" }
    public var debugDescription: String { description }
}
