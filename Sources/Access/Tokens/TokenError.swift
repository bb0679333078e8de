public import RPC

/// Why a token is invalid. Contains nothing of the token.
public enum TokenError: String, Error, Sendable, CaseIterable {
    /// The call came without a token.
    case missing
    /// It is not a token, or its claims cannot be decoded.
    case malformed
    /// It names another signature algorithm than the supported one, such as `none`.
    case wrongAlgorithm
    /// It names no key, or an unknown one: another household's, or a removed one.
    case unknownKey
    /// Its signature does not match its key: forged, or changed in transit.
    case wrongSignature
    /// It has expired.
    case expired
    /// It is not valid yet: a clock is wrong.
    case notYetValid
    /// It claims a longer lifetime than tokens may have.
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
        case .wrongAlgorithm: "The token's signature algorithm is not accepted."
        case .unknownKey: "The token is signed by a key that is not known here."
        case .wrongSignature: "The token's signature is invalid."
        case .expired: "The token has expired."
        case .notYetValid: "The token is not valid yet."
        case .tooLong: "The token's lifetime is over the limit."
        case .beyondItsKey: "The token's key has no authority for its claims."
        }
    }
}
