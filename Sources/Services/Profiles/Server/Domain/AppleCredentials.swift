internal import Access
internal import Cryptography
internal import FoundationEssentials
internal import RPC
internal import ServiceKit

/// The developer's key for Apple's token endpoints ("Creating a client secret", Apple developer documentation).
struct AppleCredentials: Sendable {
    private let teamID: String
    private let keyID: String
    private let key: P256.PrivateKey

    /// How long a client secret is good; Apple allows six months.
    private static let lifetimeSeconds: Int64 = 300

    init(teamID: String, keyID: String, key: P256.PrivateKey) {
        (self.teamID, self.keyID, self.key) = (teamID, keyID, key)
    }

    /// The configured key; nil where none is.
    ///
    /// - Throws: `ConfigurationError` when one of the three settings is missing while another is there, or the file holds no
    ///   key of P-256; `KeyFileError` for a file that others can read.
    init?(_ layers: ConfigurationLayers) throws {
        let team = try layers.configured(ProfilesSettings.appleTeamID)?.value
        let key = try layers.configured(ProfilesSettings.appleKeyID)?.value
        let file = try layers.configured(ProfilesSettings.appleKeyFile)
        guard team != nil || key != nil || file != nil else { return nil }
        guard let team else {
            throw ConfigurationError.missing(name: "apple-team-id", variable: "HEARTH_APPLE_TEAM_ID")
        }
        guard let key else { throw ConfigurationError.missing(name: "apple-key-id", variable: "HEARTH_APPLE_KEY_ID") }
        guard let file else {
            throw ConfigurationError.missing(name: "apple-key-file", variable: "HEARTH_APPLE_KEY_FILE")
        }
        guard let pem = try PrivateFile.readSecret(file.value, limit: ProfilesLimits.appleKeyFileBytes),
            let secret = try? P256.PrivateKey(pem: pem)
        else {
            throw ConfigurationError.wrongValue(
                name: "apple-key-file", source: file.source, value: file.value,
                allowed: "a file with a private key of P-256 in PEM")
        }
        self.init(teamID: team, keyID: key, key: secret)
    }

    private struct Header: Encodable {
        var alg = "ES256"
        var kid: String
    }

    private struct Claims: Encodable {
        var iss: String
        var iat: Int64
        var exp: Int64
        var aud: String
        var sub: String
    }

    /// A client secret: a JWT signed with ES256 (RFC 7519; RFC 7518, section 3.4).
    ///
    /// - Parameters:
    ///   - client: the client id for which it is.
    ///   - issuer: whose endpoints it is for.
    func secret(for client: String, at issuer: AppleIssuer, _ now: WallTime) throws -> String {
        let seconds = now.millisecondsSince1970 / 1_000
        let encoder = JSONEncoder()
        let header = try encoder.encode(Header(kid: keyID))
        let claims = try encoder.encode(
            Claims(iss: teamID, iat: seconds, exp: seconds + Self.lifetimeSeconds, aud: issuer.name, sub: client))
        let text = "\(Base64URL.encode([UInt8](header))).\(Base64URL.encode([UInt8](claims)))"
        return "\(text).\(Base64URL.encode(try key.signature(of: Array(text.utf8))))"
    }
}

/// Apple's token endpoints.
struct AppleTokens: Sendable {
    /// Exchanges an authorization code for a refresh token.
    ///
    /// - Throws: ``ProfilesError`` `appleTokenRefused` when Apple refuses the code, `appleUnavailable`.
    var exchange: @Sendable (_ code: String, _ client: String) async throws -> String
    /// Revokes a refresh token, and with it what the person has authorized. Revoked ones, and those that Apple does not
    /// know, are no error.
    ///
    /// - Throws: ``ProfilesError`` `appleUnavailable`.
    var revoke: @Sendable (_ token: String, _ client: String) async throws -> Void
}
