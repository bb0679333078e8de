extension FetchRequest {
    /// The request for a redirect's target; nil when the response is no redirect that is followed.
    ///
    /// - Throws: `FetchError`: an invalid target URL, `refusedRedirect`.
    func redirected(by head: FetchHead) throws(FetchError) -> FetchRequest? {
        guard limits.redirects > 0, let target = head.redirectTarget else { return nil }
        var next = self
        next.url = try url.resolving(target)
        let refused = FetchError(.refusedRedirect, at: url.description)
        // An https request is never redirected to http.
        guard url.scheme == "http" || next.url.scheme == "https" else { throw refused }
        if method == .post, [301, 302, 303].contains(head.status) {
            next.method = .get
            next.body = []
        }
        guard !url.hasSameOrigin(as: next.url) else { return next }
        // Another origin: only fields without secrets are sent there.
        guard next.method != .post else { throw refused }
        next.headers.removeAll { !$0.isHarmless }
        return next
    }
}
