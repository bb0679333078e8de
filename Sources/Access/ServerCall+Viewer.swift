public import Household
public import RPC

extension ServerCall {
    /// Who calls, read off the verified token.
    ///
    /// - Throws: UNAUTHENTICATED when no interceptor has found out: a server without one lets nobody in.
    public var viewer: Viewer {
        get throws(RPCError) {
            guard let viewer = identity as? Viewer else { throw TokenError.missing.rpcError }
            return viewer
        }
    }
}
