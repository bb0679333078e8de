internal import Cryptography
internal import ProfilesAPI
internal import RPC

/// Verifies what Apple has returned to a client.
struct AppleVerifier: Sendable {
    /// Nil where no client id is configured.
    let issuer: AppleIssuer?
    let keys: AppleKeys
    let runtime: any Runtime
    /// Exchanges codes and revokes tokens; nil where no key is configured.
    var tokens: AppleTokens?

    /// The algorithms that Apple may use. Whatever a header says, the key decides (RFC 8725, section 3.1).
    private static let algorithms = AppleKeys.algorithms

    /// The person of a proof.
    ///
    /// - Throws: ``ProfilesError`` `appleNotConfigured`, `appleTokenRefused`, `appleUnavailable`; INVALID_ARGUMENT for what
    ///   cannot be a nonce.
    func identity(of proof: AppleProof) async throws -> AppleIdentity {
        guard let issuer else { throw ProfilesError.appleNotConfigured }
        guard AppleIdentity.isNonce(proof.nonce) else {
            throw RPCError.invalidArgument(
                "proof.nonce", "must be the \(AppleIdentity.nonceCharacters) characters whose SHA-256 Apple was given.")
        }
        do {
            let token: CompactJWS
            do {
                token = try CompactJWS(Array(proof.identityToken.utf8), limitBytes: ProfilesLimits.appleTokenBytes)
            } catch {
                throw AppleIdentity.Problem.malformed
            }
            guard Self.algorithms.contains(token.header.algorithm) else { throw AppleIdentity.Problem.algorithm }
            guard let id = token.header.keyID, let key = try await keys.key(id) else {
                throw AppleIdentity.Problem.unknownKey
            }
            let payload: [UInt8]
            do {
                payload = try token.payload(verifiedBy: key)
            } catch {
                throw error == .wrongAlgorithm ? AppleIdentity.Problem.algorithm : .signature
            }
            return try AppleIdentity(payload, nonce: proof.nonce, for: issuer, at: runtime.wallTime)
        } catch let problem as AppleIdentity.Problem {
            throw ProfilesError.appleTokenRefused(problem.text)
        }
    }
}
