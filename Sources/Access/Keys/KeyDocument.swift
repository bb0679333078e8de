internal import Cryptography
internal import FoundationEssentials

/// The content of a key file: a JWK (RFC 7517) of an Ed25519 key (RFC 8037), with our members for what it may sign.
struct KeyDocument: Codable {
    var kty = "OKP"
    var crv = "Ed25519"
    var use = "sig"
    var alg = "EdDSA"
    let kid: String
    let x: String
    /// The private half; absent in public files.
    var d: String?
    /// The service that the key belongs to; absent for the key that signs for people.
    var service: String?
    /// The households that its tokens may name; absent means all.
    var households: [String]?
    /// When the last of its tokens has expired, in seconds since 1970.
    var retires: Int64?
    /// When the private key was made, in seconds since 1970; absent in public files, and from earlier versions.
    var created: Int64?

    init(_ key: PublicKey) {
        kid = key.id
        x = Base64URL.encode(key.bytes)
        if case .service(let name) = key.authority { service = name }
        households = key.households?.sorted()
        retires = key.retires
    }

    init(_ key: SigningKey) {
        self.init(key.publicKey)
        d = Base64URL.encode(key.seed)
        created = key.created
    }

    /// Parses a document.
    ///
    /// - Throws: ``KeyFileError/notAKeyFile(path:)`` for anything but the output of this type.
    init(_ bytes: [UInt8], path: String) throws(KeyFileError) {
        guard let document = try? JSONDecoder().decode(Self.self, from: Data(bytes)), document.isOurs else {
            throw .notAKeyFile(path: path)
        }
        self = document
    }

    /// Whether it is the one supported kind of key, so that no file introduces a weaker one.
    private var isOurs: Bool { kty == "OKP" && crv == "Ed25519" && use == "sig" && alg == "EdDSA" }

    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        return ((try? encoder.encode(self)).map { [UInt8]($0) } ?? []) + [UInt8(ascii: "\n")]
    }

    private var authority: PublicKey.Authority { service.map { .service($0) } ?? .people }

    /// The public key in it.
    func publicKey(path: String) throws(KeyFileError) -> PublicKey {
        guard let bytes = Base64URL.decode(x.utf8) else { throw .notAKeyFile(path: path) }
        let key = try PublicKey(
            bytes: bytes, authority: authority, households: households.map(Set.init), retires: retires)
        guard key.id == kid else { throw .misnamed(path: path) }
        return key
    }

    /// The private key in it.
    func signingKey(path: String) throws(KeyFileError) -> SigningKey {
        guard let seed = d.flatMap({ Base64URL.decode($0.utf8) }) else { throw .notAKeyFile(path: path) }
        var key = try SigningKey(seed: seed, authority: authority, households: households.map(Set.init))
        key.created = created
        guard key.publicKey.id == kid else { throw .misnamed(path: path) }
        return key
    }
}
