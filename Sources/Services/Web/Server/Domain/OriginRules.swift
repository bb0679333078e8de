internal import HTTPServer

/// Which pages a request may come from: those of this server alone. Browsers say where a request comes from; other clients
/// say nothing, and they bring no cookie of a browser.
enum OriginRules {
    /// Refuses a request that a page of another origin makes.
    ///
    /// - Parameter mustTell: whether the request must say where it comes from: one that changes something by a cookie.
    /// - Throws: `HTTPProblem`.
    static func check(_ request: WebRequest, mustTell: Bool) throws(HTTPProblem) {
        let (site, origin) = (request.fields["Sec-Fetch-Site"]?.lowercased(), request.fields["Origin"])
        if let site, site != "same-origin", site != "none" { throw foreign("Sec-Fetch-Site is \(site)") }
        if let origin {
            let own = "\(request.isSecure ? "https" : "http")://\(request.authority)".lowercased()
            guard origin.lowercased() == own else { throw foreign("Origin is not \(own)") }
        }
        guard !mustTell || site != nil || origin != nil else {
            throw HTTPProblem(
                403, "origin-unknown",
                "A request with this server's cookie must say where it comes from: Origin or Sec-Fetch-Site.")
        }
    }

    private static func foreign(_ reason: String) -> HTTPProblem {
        HTTPProblem(403, "foreign-origin", "Pages of other sites may not call this server: \(reason).")
    }
}
