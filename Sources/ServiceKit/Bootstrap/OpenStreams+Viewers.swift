package import HearthModel
package import RPC

extension OpenStreams {
    /// Ends the open streams of a household's viewers whose access was revoked.
    package func end(in household: String, where isRevoked: @escaping @Sendable (Viewer) -> Bool) {
        end { identity in
            guard let viewer = identity as? Viewer, viewer.household == household else { return false }
            return isRevoked(viewer)
        }
    }
}
