internal import Cryptography

/// A key that verifies tokens, and its authority.
public struct PublicKey: Sendable, Hashable {
    /// The subjects that a key's tokens may name.
    public enum Authority: Sendable, Hashable {
        /// The household cluster's key: members and their profiles.
        case people
        /// A service's own key: that service acting for itself only.
        case service(String)
    }

    /// The key's id in tokens: its thumbprint (RFC 7638), so that no other key can have it.
    public let id: String
    /// The key's 32 bytes (RFC 8032, Ed25519).
    public var bytes: [UInt8] { edwards.bytes }
    /// The subjects that its tokens may name.
    public let authority: Authority
    /// The households that its tokens may name; nil means any household of this cluster.
    public var households: Set<String>?
    /// When its last token has expired, in seconds since 1970; nil while it is in use.
    public var retires: Int64?
    private let edwards: Ed25519.PublicKey

    /// Makes a key from its bytes.
    ///
    /// - Throws: ``KeyFileError/notAKey`` when the bytes are no Ed25519 key.
    public init(
        bytes: [UInt8], authority: Authority, households: Set<String>? = nil, retires: Int64? = nil
    ) throws(KeyFileError) {
        do {
            id = try Self.thumbprint(bytes)
            edwards = try Ed25519.PublicKey(bytes)
        } catch {
            throw .notAKey
        }
        self.authority = authority
        self.households = households
        self.retires = retires
    }

    /// The key for tokens that name it.
    var verification: VerificationKey { VerificationKey(.edDSA(edwards), id: id) }

    /// RFC 7638, section 3, with the members that RFC 8037, section 2 requires of an Ed25519 key.
    private static func thumbprint(_ bytes: [UInt8]) throws(CryptographyError) -> String {
        let members = #"{"crv":"Ed25519","kty":"OKP","x":"\#(Base64URL.encode(bytes))"}"#
        return Base64URL.encode(try SHA256.digest(of: Array(members.utf8)))
    }
}
