internal import HTTPServer

/// The fields of every response that tell a browser what it may not do.
enum SecurityHeaders {
    /// Everything comes from this server; nothing is inline; no other page shows this one.
    static let contentPolicy =
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

    /// The fields.
    static let fields: HeaderFields = [
        "Content-Security-Policy": contentPolicy,
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    ]
}
