public import RPC

/// Why a token does not hold. Says nothing of the token's content.
public enum TokenError: String, Error, Sendable, CaseIterable {
    /// The call came without a token.
    case missing
    /// It is not a token at all, or its claims do not decode.
    case malformed
    /// It names another signature algorithm than the one in use, `none` among them.
    case wrongAlgorithm
    /// It names no key, or a key that is not known here: another household's, or one that was taken away.
    case unknownKey
    /// Its signature is not its key's: forged, or changed on the way.
    case wrongSignature
    /// It has ended.
    case expired
    /// It is not valid yet: a clock is wrong.
    case notYetValid
    /// It claims to hold for longer than tokens may.
    case tooLong
    /// Its key may not sign such a token: a service's key names a person, another service or another household.
    case beyondItsKey
}

extension TokenError: RPCErrorConvertible {
    public var rpcError: RPCError {
        RPCError(.unauthenticated, "\(problem) Sign in again.", executed: .no)
    }

    private var problem: String {
        switch self {
        case .missing: "The call carries no token."
        case .malformed: "The token cannot be read."
        case .wrongAlgorithm: "The token is signed in a way that is not accepted."
        case .unknownKey: "The token is signed by a key that is not known here."
        case .wrongSignature: "The token's signature does not hold."
        case .expired: "The token has expired."
        case .notYetValid: "The token is not valid yet."
        case .tooLong: "The token claims to hold for too long."
        case .beyondItsKey: "The token's key may not sign such a token."
        }
    }
}
