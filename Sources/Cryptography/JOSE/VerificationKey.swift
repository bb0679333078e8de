internal import FoundationEssentials

/// A public key for JWS with its one algorithm, which no header of a signed text can change (RFC 8725, section 3.1).
package struct VerificationKey: Sendable {
    /// The key of each algorithm that is supported.
    package enum Kind: Sendable {
        /// `EdDSA` with Ed25519 (RFC 8037).
        case edDSA(Ed25519.PublicKey)
        /// `ES256` (RFC 7518, section 3.4).
        case es256(P256.PublicKey)
        /// `RS256` (RFC 7518, section 3.3).
        case rs256(RSA.PublicKey)
    }

    /// The key's id; nil when it has none.
    package let id: String?
    private let kind: Kind

    /// A key under an id.
    package init(_ kind: Kind, id: String?) { (self.kind, self.id) = (kind, id) }

    /// The name of the algorithm (RFC 7518, section 3.1).
    package var algorithm: String {
        switch kind {
        case .edDSA: "EdDSA"
        case .es256: "ES256"
        case .rs256: "RS256"
        }
    }

    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        switch kind {
        case .edDSA(let key): key.verifies(signature, of: message)
        case .es256(let key): key.verifies(signature, of: message)
        case .rs256(let key): key.verifies(signature, of: message)
        }
    }
}

extension VerificationKey {
    /// The longest JWK that is parsed: some ten times that of an RSA key with 8,192 bits.
    package static let jwkBytes = 16 << 10
    /// The longest JWK set that is parsed.
    package static let jwkSetBytes = 256 << 10

    /// The members of a JWK that matter (RFC 7517; RFC 7518, section 6; RFC 8037, section 2).
    private struct Document: Decodable {
        var kty: String
        var kid: String?
        var use: String?
        var operations: [String]?
        var alg: String?
        var crv: String?
        var x: String?
        var y: String?
        var n: String?
        var e: String?

        private enum CodingKeys: String, CodingKey {
            case kty, kid, use, alg, crv, x, y, n, e
            case operations = "key_ops"
        }
    }
    private struct DocumentSet: Decodable { var keys: [Entry] }
    /// A member of a set: any JSON, of which only keys are kept.
    private struct Entry: Decodable {
        var document: Document?
        init(from decoder: any Decoder) { document = try? Document(from: decoder) }
    }

    /// The key in a JWK.
    ///
    /// - Throws: ``CryptographyError/invalidKey`` for anything but a key of a supported algorithm that may verify
    ///   signatures: `use`, `key_ops` and `alg`, where they are there, must say so.
    package init(jwk: [UInt8]) throws(CryptographyError) {
        guard jwk.count <= Self.jwkBytes, JSONMembers.names(of: jwk) != nil,
            let document = try? JSONDecoder().decode(Document.self, from: Data(jwk))
        else { throw .invalidKey }
        try self.init(document)
    }

    /// The keys in a JWK set, without those that are not supported (RFC 7517, section 5).
    ///
    /// - Throws: ``CryptographyError/invalidKey`` when it is no JWK set.
    package static func keys(inSet text: [UInt8]) throws(CryptographyError) -> [VerificationKey] {
        guard text.count <= jwkSetBytes, JSONMembers.names(of: text) != nil,
            let set = try? JSONDecoder().decode(DocumentSet.self, from: Data(text))
        else { throw .invalidKey }
        return set.keys.compactMap { entry in
            guard let document = entry.document else { return nil }
            return try? VerificationKey(document)
        }
    }

    private init(_ document: Document) throws(CryptographyError) {
        guard document.use ?? "sig" == "sig", document.operations?.contains("verify") ?? true else { throw .invalidKey }
        let kind: Kind =
            switch (document.kty, document.crv) {
            case ("OKP", "Ed25519"): .edDSA(try Ed25519.PublicKey(Self.bytes(document.x)))
            case ("EC", "P-256"): .es256(try P256.PublicKey(x: Self.bytes(document.x), y: Self.bytes(document.y)))
            case ("RSA", _):
                .rs256(try RSA.PublicKey(modulus: Self.bytes(document.n), exponent: Self.bytes(document.e)))
            default: throw .invalidKey
            }
        self.init(kind, id: document.kid)
        guard document.alg ?? algorithm == algorithm else { throw .invalidKey }
    }

    private static func bytes(_ text: String?) throws(CryptographyError) -> [UInt8] {
        guard let text, let bytes = Base64URL.decode(text.utf8) else { throw .invalidKey }
        return bytes
    }
}
