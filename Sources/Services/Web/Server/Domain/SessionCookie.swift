internal import HTTPServer

/// A cookie that no script reads and that no other site's page can have sent.
enum SessionCookie: String {
    /// Holds the refresh token.
    case session = "hearth-session"
    /// Holds the codes of a pairing.
    case pairing = "hearth-pairing"

    /// The name: over TLS with the prefix for which browsers require Secure, the path / and no domain (RFC 6265bis, section
    /// 4.1.3.2).
    func name(for request: WebRequest) -> String { (request.isSecure ? "__Host-" : "") + rawValue }

    /// Sets it.
    func set(_ value: String, seconds: Int, in response: inout HTTPResponse, for request: WebRequest) {
        let secure = request.isSecure ? "; Secure" : ""
        response.fields.add(
            "Set-Cookie",
            "\(name(for: request))=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict\(secure)")
    }

    /// Removes it.
    func clear(in response: inout HTTPResponse, for request: WebRequest) {
        set("", seconds: 0, in: &response, for: request)
    }
}
