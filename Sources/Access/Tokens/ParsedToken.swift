internal import Cryptography
internal import FoundationEssentials

/// A token taken apart, with its header checked: what is needed before a key is chosen.
///
/// Strict where JWT is lenient (RFC 8725): one algorithm, a key always named, no `crit`, unique names, and no key or
/// certificate inside the token.
struct ParsedToken {
    /// The id of the key that the token claims to be signed by.
    let keyID: String
    private let jws: CompactJWS

    /// - Throws: ``TokenError/malformed``, ``TokenError/wrongAlgorithm``, ``TokenError/unknownKey`` when it names no key.
    init(_ token: [UInt8]) throws(TokenError) {
        do {
            jws = try CompactJWS(token, limitBytes: AccessLimits.tokenBytes)
        } catch {
            throw TokenError(error)
        }
        let header = jws.header
        guard header.algorithm == Self.algorithm else { throw .wrongAlgorithm }
        guard !header.demandsExtensions, header.type == nil || header.type == Self.type else { throw .malformed }
        guard let id = header.keyID else { throw .unknownKey }
        keyID = id
    }

    /// The claims, when their signature is the key's. Nothing of them is checked.
    ///
    /// - Throws: ``TokenError/wrongSignature``, ``TokenError/malformed`` when the claims cannot be decoded.
    func claims(by key: PublicKey) throws(TokenError) -> TokenClaims {
        let payload: [UInt8]
        do {
            payload = try jws.payload(verifiedBy: key.verification)
        } catch {
            throw TokenError(error)
        }
        guard JSONMembers.names(of: payload) != nil,
            let claims = try? JSONDecoder().decode(TokenClaims.self, from: Data(payload))
        else { throw .malformed }
        return claims
    }

    /// The header of a token that a key signs. Ids are Base64 and need no escapes.
    static func header(keyID: String) -> String { #"{"alg":"\#(algorithm)","kid":"\#(keyID)","typ":"\#(type)"}"# }

    /// The one supported algorithm (RFC 8037, section 3.1).
    private static let algorithm = "EdDSA"
    private static let type = "JWT"
}

extension TokenError {
    fileprivate init(_ error: JWSError) {
        self =
            switch error {
            case .malformed, .unsupportedExtension: .malformed
            case .wrongAlgorithm: .wrongAlgorithm
            case .wrongKey: .unknownKey
            case .wrongSignature: .wrongSignature
            }
    }
}
