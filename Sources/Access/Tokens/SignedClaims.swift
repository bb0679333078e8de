internal import JWTKit

/// Claims as jwt-kit signs and reads them.
///
/// Times are not checked here: jwt-kit would use the system's clock, and the verifier uses the runtime's.
struct SignedClaims: JWTPayload {
    let claims: TokenClaims

    init(_ claims: TokenClaims) { self.claims = claims }

    init(from decoder: any Decoder) throws { claims = try TokenClaims(from: decoder) }

    func encode(to encoder: any Encoder) throws { try claims.encode(to: encoder) }

    func verify(using algorithm: some JWTAlgorithm) async throws {}
}
