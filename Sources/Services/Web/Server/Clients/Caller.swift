internal import RPC

/// The caller, as far as this server knows: it verifies nothing, the services do.
struct Caller: Sendable {
    /// The access token; nil: none.
    var token: AccessToken?
    /// Whether it comes by a browser's cookie, whose page must not see tokens.
    var isBrowser = false
    /// The next token when the services refuse this one; nil when there is none to be had.
    var renew: (@Sendable () async -> AccessToken?)?
    /// The tokens of a stream; nil where only the one is known.
    var tokens: TokenSource?
    /// How long until its browser must come again, so that its cookie gets the next refresh token; nil: no browser's.
    var life: Duration?
}
