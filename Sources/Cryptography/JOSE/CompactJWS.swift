internal import FoundationEssentials

/// A signed text (a JWS, RFC 7515) in compact serialization, taken apart. Only ``payload(verifiedBy:)`` returns what is in it.
///
/// Strict where RFC 7515 leaves a choice (RFC 8725): no padding and no other character in Base64, unique names in the
/// header, no extensions; keys and certificates in the header count for nothing, unless
/// ``certifiedPayload(by:signed:)`` is asked.
package struct CompactJWS: Sendable {
    /// What the header says, before anything is verified.
    package struct Header: Sendable {
        /// `alg`: the algorithm that it claims.
        package var algorithm: String
        /// `kid`: the id of the key that it claims to be signed by.
        package var keyID: String?
        /// `typ`: the kind of text.
        package var type: String?
        /// `crit`: whether it has that member, which names extensions that a reader must know.
        package var demandsExtensions: Bool
    }

    /// The header.
    package let header: Header
    /// The bytes that the signature is of.
    let signedPart: [UInt8]
    let signature: [UInt8]
    /// The header's JSON.
    let head: [UInt8]
    /// The payload before its signature was verified: only for what the verification itself needs.
    let unverifiedPayload: [UInt8]

    private struct Fields: Decodable {
        var alg: String
        var kid: String?
        var typ: String?
    }

    /// Takes a text apart.
    ///
    /// - Parameter limitBytes: the longest text that is parsed.
    /// - Throws: ``JWSError/malformed``.
    package init(_ text: [UInt8], limitBytes: Int) throws(JWSError) {
        guard text.count <= limitBytes else { throw .malformed }
        // One more than there may be, so that a text of dots makes no long list.
        let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let head = Base64URL.decode(parts[0]), let payload = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2]), let names = JSONMembers.names(of: head),
            let fields = try? JSONDecoder().decode(Fields.self, from: Data(head))
        else { throw .malformed }
        header = Header(
            algorithm: fields.alg, keyID: fields.kid, type: fields.typ, demandsExtensions: names.contains("crit"))
        (self.head, unverifiedPayload, self.signature) = (head, payload, signature)
        signedPart = Array(text[..<parts[1].endIndex])
    }

    /// The payload, when the signature is the key's by the key's algorithm.
    ///
    /// - Throws: ``JWSError/wrongAlgorithm``, ``JWSError/unsupportedExtension``, ``JWSError/wrongKey`` when the header
    ///   and the key have different ids, ``JWSError/wrongSignature``.
    package func payload(verifiedBy key: VerificationKey) throws(JWSError) -> [UInt8] {
        guard header.algorithm == key.algorithm else { throw .wrongAlgorithm }
        guard !header.demandsExtensions else { throw .unsupportedExtension }
        if let claimed = header.keyID, let id = key.id, claimed != id { throw .wrongKey }
        guard key.verifies(signature, of: signedPart) else { throw .wrongSignature }
        return unverifiedPayload
    }
}

extension CompactJWS {
    /// Signs a payload with Ed25519.
    ///
    /// - Parameter header: JSON that names the algorithm `EdDSA`.
    /// - Throws: ``CryptographyError/libraryFailed(function:)``.
    package static func sign(
        _ payload: [UInt8], header: String, with key: Ed25519.PrivateKey
    ) throws(CryptographyError) -> String {
        let signedPart = Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(payload)
        return signedPart + "." + Base64URL.encode(try key.signature(of: Array(signedPart.utf8)))
    }
}
