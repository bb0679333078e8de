public import HearthModel
public import RPC

extension ServerCall {
    /// The caller, taken from the verified token.
    ///
    /// - Throws: UNAUTHENTICATED when no interceptor has set it: a server without one admits no caller.
    public var viewer: Viewer {
        get throws(RPCError) {
            guard let viewer = identity as? Viewer else { throw TokenError.missing.rpcError }
            return viewer
        }
    }
}
