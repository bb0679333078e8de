public import Household

/// A token that holds: its signature is its key's, it is in its time, and its key may sign it.
public struct VerifiedToken: Sendable, Hashable {
    /// What it says.
    public let claims: TokenClaims
    /// Its bearer as services see it.
    public let viewer: Viewer

    init(_ claims: TokenClaims) {
        self.claims = claims
        viewer = claims.viewer
    }
}
