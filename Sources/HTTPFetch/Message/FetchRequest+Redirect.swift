extension FetchRequest {
    /// The request that a redirect asks for; nil when the answer is none that is followed.
    ///
    /// - Throws: `FetchError`: an address that is none, `refusedRedirect`.
    func redirected(by head: FetchHead) throws(FetchError) -> FetchRequest? {
        guard limits.redirects > 0, let target = head.redirectTarget else { return nil }
        var next = self
        next.url = try url.resolving(target)
        let refused = FetchError(.refusedRedirect, at: url.description)
        // What is read in secret is not asked for in the open.
        guard url.scheme == "http" || next.url.scheme == "https" else { throw refused }
        if method == .post, [301, 302, 303].contains(head.status) {
            next.method = .get
            next.body = []
        }
        guard !url.hasSameOrigin(as: next.url) else { return next }
        // Somebody else: only what is no secret goes along.
        guard next.method != .post else { throw refused }
        next.headers.removeAll { !$0.isHarmless }
        return next
    }
}
