internal import HTTPServer

/// The fields of every response that tell a browser what it may not do.
struct SecurityHeaders: Sendable {
    /// Everything comes from this server; nothing is inline; no other page shows this one.
    static let contentPolicy =
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

    /// The fields.
    let fields: HeaderFields

    /// - Parameter directHosts: the hosts beside this server that the page may read streams from.
    init(directHosts: Set<String>) {
        let streams = directHosts.sorted().map { " http://\($0):* https://\($0):*" }.joined()
        fields = [
            "Content-Security-Policy": Self.contentPolicy + (streams.isEmpty ? "" : "; media-src 'self'\(streams)"),
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
        ]
    }
}
