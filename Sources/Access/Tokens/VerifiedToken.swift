public import Household
public import RPC

/// A token that holds: its signature is its key's, it is in its time, and its key may sign it.
public struct VerifiedToken: Sendable, Hashable {
    /// What it says.
    public let claims: TokenClaims
    /// Its bearer as services see it.
    public let viewer: Viewer
    /// When it ends.
    public let expiry: WallTime
    /// The same number for all tokens of a household's subject: these share one caller's part of a server.
    let callerKey: UInt64

    init(_ claims: TokenClaims) {
        self.claims = claims
        (viewer, expiry) = (claims.viewer, claims.expiry)
        // A household's name has no slash.
        callerKey = FNV1a.hash("\(claims.household)/\(claims.subject)".utf8)
    }
}
