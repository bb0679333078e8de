/// Every limit of this service beside those of `HTTPLimits`, with its unit last.
enum WebLimits {
    /// The longest path, in parts between slashes.
    static let pathParts = 16
    /// Digits of Connect-Timeout-Ms (the Connect protocol).
    static let timeoutDigits = 10
    /// The longest timeout of a call.
    static let timeout = Duration.seconds(600)
    /// Characters of an Idempotency-Key.
    static let keyCharacters = 255
    /// The longest request of a stream, in bytes.
    static let envelopeBytes = 4 << 20
    /// Bytes of one item of an upload of raw bytes.
    static let uploadPieceBytes = 64 << 10
    /// How long an event stream is silent before it sends a comment, so that proxies keep it open.
    static let eventSilence = Duration.seconds(15)
    /// How long the first item of a stream is waited for before the status is sent: a refusal comes within this.
    static let streamStart = Duration.milliseconds(250)
    /// Attempts of a call that was not executed because its service was not there.
    static let attempts = 3
    /// The pause before the second attempt of a call; doubled before the third.
    static let attemptPause = Duration.milliseconds(100)
    /// The longest file of the page, in bytes.
    static let pageFileBytes = 4 << 20
    /// How long files of the page are kept in memory before their directory is read again.
    static let pageFileAge = Duration.seconds(2)
    /// Signed-in browsers whose access tokens are in memory at a time.
    static let sessions = 1_024
    /// The longest cookie that is looked at, in bytes.
    static let cookieBytes = 512
    /// How long the cookie of a refresh token stays in the browser, in seconds; the token itself ends after so long, too.
    static let cookieSeconds = 90 * 86_400
    /// How long the check of a PIN may take: hashes of several are made one after the other.
    static let pinTime = Duration.seconds(30)
    /// The longest body of a request about the session, in bytes.
    static let sessionBodyBytes = 4 << 10
    /// How long to wait before an address that is taken is tried again.
    static let bindPause = Duration.seconds(5)
    /// How long requests in progress have when the server drains.
    static let drainTime = Duration.seconds(10)
}
