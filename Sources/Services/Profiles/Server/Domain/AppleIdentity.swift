internal import Cryptography
internal import FoundationEssentials
internal import RPC

/// The subject of a verified identity token of Apple's: a person.
struct AppleIdentity: Sendable, Hashable {
    /// Apple's lasting id of the person for the developer's team.
    var subject: String
    var mail: String?
    /// The client id for which the token was issued.
    var client: String

    /// The characters of a raw nonce.
    static let nonceCharacters = 32
    /// The longest id that is kept.
    private static let subjectBytes = 255

    /// Why a token proves nothing. Contains nothing of the token.
    enum Problem: Error, Sendable, Hashable, CaseIterable {
        case malformed, algorithm, unknownKey, signature, issuer, audience, expired, notYetValid, tooOld, nonce

        var text: String {
            switch self {
            case .malformed: "it cannot be read"
            case .algorithm: "its signature algorithm is not accepted"
            case .unknownKey: "it is signed by none of Apple's keys"
            case .signature: "its signature is invalid"
            case .issuer: "it is another issuer's"
            case .audience: "it is for another client"
            case .expired: "it has expired"
            case .notYetValid: "it is not valid yet: a clock is wrong"
            case .tooOld: "it was issued too long ago"
            case .nonce: "its nonce is not the SHA-256 of the given one"
            }
        }
    }

    /// The claims that matter (RFC 7519; OpenID Connect Core 1.0, section 2). One audience, as Apple has it.
    private struct Claims: Decodable {
        var iss: String
        var aud: String
        var exp: Double
        var iat: Double
        var sub: String
        var nonce: String?
        var email: String?
    }

    /// Reads the claims of a token whose signature was verified.
    ///
    /// - Throws: ``Problem``.
    init(_ payload: [UInt8], nonce: String, for issuer: AppleIssuer, at now: WallTime) throws {
        guard JSONMembers.names(of: payload) != nil,
            let claims = try? JSONDecoder().decode(Claims.self, from: Data(payload)),
            !claims.sub.isEmpty, claims.sub.utf8.count <= Self.subjectBytes
        else { throw Problem.malformed }
        guard claims.iss == issuer.name else { throw Problem.issuer }
        guard issuer.clientIDs.contains(claims.aud) else { throw Problem.audience }
        let seconds = now.secondsSince1970
        let leeway = Double(ProfilesLimits.appleClockLeeway.components.seconds)
        guard claims.exp > seconds else { throw Problem.expired }
        guard claims.iat <= seconds + leeway else { throw Problem.notYetValid }
        guard claims.iat >= seconds - Double(ProfilesLimits.appleTokenAge.components.seconds) else {
            throw Problem.tooOld
        }
        let expected = try SHA256.digest(of: Array(nonce.utf8)).hexadecimal
        guard let own = claims.nonce, constantTimeEqual(Array(own.utf8), Array(expected.utf8)) else {
            throw Problem.nonce
        }
        (subject, mail, client) = (claims.sub, claims.email, claims.aud)
    }

    /// Whether a text can be a raw nonce.
    static func isNonce(_ text: String) -> Bool {
        text.utf8.count == nonceCharacters && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }
}

/// The issuer of identity tokens, and the clients that they may be for.
struct AppleIssuer: Sendable, Hashable {
    /// Its name in tokens and the address of its keys: `https://appleid.apple.com`.
    var name: String
    /// The client ids of this household's apps and sites.
    var clientIDs: Set<String>

    /// The address of its keys, a JWK set (RFC 7517).
    var keysAddress: String { name + "/auth/keys" }

    /// Where authorization codes are exchanged.
    var tokenAddress: String { name + "/auth/token" }

    /// Where refresh tokens are revoked.
    var revocationAddress: String { name + "/auth/revoke" }

    /// Apple.
    static let standardName = "https://appleid.apple.com"
}
