internal import FoundationEssentials

/// The three parts of a token, with the header decoded: what is needed before a key is chosen.
///
/// Strict where JWT is lenient (RFC 8725, best current practices): one algorithm, a key always named, no `crit`, and no
/// key or certificate inside the token.
struct TokenHeader {
    /// The id of the key that the token claims to be signed by.
    let keyID: String

    private struct Fields: Decodable {
        var alg: String
        var kid: String?
        var typ: String?
        var crit: [String]?
    }

    init(of token: [UInt8]) throws(TokenError) {
        guard token.count <= AccessLimits.tokenBytes else { throw .malformed }
        let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ Base64URL.decode($0) != nil }),
            let header = Base64URL.decode(parts[0]),
            let fields = try? JSONDecoder().decode(Fields.self, from: header)
        else { throw .malformed }
        guard fields.alg == Self.algorithm else { throw .wrongAlgorithm }
        guard fields.crit == nil, fields.typ == nil || fields.typ == "JWT" else { throw .malformed }
        guard let id = fields.kid else { throw .unknownKey }
        keyID = id
    }

    /// The one supported algorithm (RFC 8037, section 3.1).
    static let algorithm = "EdDSA"
}
