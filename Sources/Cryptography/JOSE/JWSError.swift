/// Why a signed text is rejected. Contains nothing of it.
package enum JWSError: Error, Sendable, Hashable, CaseIterable {
    /// It is no JWS in compact serialization, or its header is not as RFC 7515 demands.
    case malformed
    /// Its header demands an extension by `crit`; none is supported.
    case unsupportedExtension
    /// Its header names another algorithm than the key's, such as `none`.
    case wrongAlgorithm
    /// Its header names another key.
    case wrongKey
    /// Its signature is not the key's.
    case wrongSignature
}
