internal import HTTPServer

/// A request with what a configured proxy says about it.
struct WebRequest: Sendable {
    let http: HTTPRequest
    /// The path's parts below the configured path.
    let segments: [String]
    /// The host and port that the browser addressed.
    let authority: String
    /// Whether the browser's connection is encrypted.
    let isSecure: Bool

    /// - Throws: `HTTPProblem` for a path that is malformed or not below the configured one.
    init(_ http: HTTPRequest, _ configuration: WebConfiguration) throws(HTTPProblem) {
        self.http = http
        let fields = http.head.fields
        var (authority, isSecure) = (http.head.authority, false)
        if configuration.proxies.contains(http.peer) {
            let forwarded = Self.forwarded(fields)
            authority = forwarded["host"] ?? fields.values("X-Forwarded-Host").last ?? authority
            isSecure = (forwarded["proto"] ?? fields.values("X-Forwarded-Proto").last)?.lowercased() == "https"
        }
        (self.authority, self.isSecure) = (authority, isSecure)
        guard var segments = http.head.segments else {
            throw HTTPProblem(400, "path", "The path is ambiguous: an escape, a slash or a dot too many.")
        }
        for part in configuration.path.split(separator: "/") {
            guard segments.first == String(part) else {
                throw HTTPProblem(404, "path", "Everything here is below \(configuration.path)/.")
            }
            segments.removeFirst()
        }
        guard segments.count <= WebLimits.pathParts else {
            throw HTTPProblem(404, "path", "No path here has so many parts.")
        }
        self.segments = segments
    }

    /// The parameters of the last element of `Forwarded` (RFC 7239), which is the nearest proxy's.
    private static func forwarded(_ fields: HeaderFields) -> [String: String] {
        guard let last = fields.values("Forwarded").last?.split(separator: ",").last else { return [:] }
        var found: [String: String] = [:]
        for pair in last.split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let name = parts[0].filter { $0 != " " }.lowercased()
            found[name] = String(parts[1].filter { $0 != "\"" && $0 != " " })
        }
        return found
    }

    var method: String { http.head.method }
    var fields: HeaderFields { http.head.fields }

    /// The cookies (RFC 6265, section 5.4); of equal names the first.
    var cookies: [String: String] {
        var found: [String: String] = [:]
        for pair in fields.values("Cookie").flatMap({ $0.split(separator: ";") }) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            let name = String(parts[0].filter { $0 != " " })
            if found[name] == nil { found[name] = String(parts[1].filter { $0 != " " && $0 != "\"" }) }
        }
        return found
    }

    /// The token of an `Authorization` field (RFC 6750); nil without one.
    var bearer: String? {
        guard let value = fields["Authorization"] else { return nil }
        let parts = value.split(separator: " ", maxSplits: 1)
        return parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : nil
    }
}
