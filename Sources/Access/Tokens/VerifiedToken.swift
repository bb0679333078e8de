internal import Basics
public import HearthModel
public import RPC

/// A valid token: its signature matches its key, it has not expired, and its key has the authority.
public struct VerifiedToken: Sendable, Hashable {
    /// Its claims.
    public let claims: TokenClaims
    /// Its bearer as services see it.
    public let viewer: Viewer
    /// When it expires.
    public let expiry: WallTime
    /// When its session relocks; nil for never.
    let relock: WallTime?
    /// The same number for all tokens of a household's subject: they share one caller's share of a server.
    let callerKey: UInt64

    init(_ claims: TokenClaims) {
        self.claims = claims
        (viewer, expiry, relock) = (claims.viewer, claims.expiry, claims.relock)
        // A household's name contains no slash.
        callerKey = FNV1a.hash("\(claims.household)/\(claims.subject)".utf8)
    }

    /// When its streams end: when it expires, or its session relocks.
    var ends: WallTime { relock.map { min($0, expiry) } ?? expiry }
}
