internal import Cryptography
public import RPC

/// A private key (Ed25519) with its public half. Prints as a placeholder, so that it does not appear in logs.
public struct SigningKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The half that verifies.
    public let publicKey: PublicKey
    /// The half that signs.
    let privateKey: Ed25519.PrivateKey
    /// When it was made, in seconds since 1970; nil for a key of an earlier version.
    var created: Int64?

    /// Makes a new key.
    public init(
        authority: PublicKey.Authority, households: Set<String>? = nil, runtime: any Runtime
    ) throws(KeyFileError) {
        try self.init(seed: runtime.randomBytes(Ed25519.seedBytes), authority: authority, households: households)
        created = runtime.wallTime.wholeSecondsSince1970
    }

    /// The key of a seed (RFC 8032, section 5.1.5).
    init(seed: [UInt8], authority: PublicKey.Authority, households: Set<String>?) throws(KeyFileError) {
        do {
            privateKey = try Ed25519.PrivateKey(seed: seed)
        } catch {
            throw .notAKey
        }
        publicKey = try PublicKey(bytes: privateKey.publicKey.bytes, authority: authority, households: households)
    }

    /// The seed; never printed.
    var seed: [UInt8] { privateKey.seed }

    public var description: String { "<key \(publicKey.id)>" }
    public var debugDescription: String { description }
}
