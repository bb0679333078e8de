internal import HTTPFetch

/// Every limit of this service beside those of `HTTPLimits`, with its unit last.
enum WebLimits {
    /// The longest path, in parts between slashes.
    static let pathParts = 16
    /// The share of a screen's timeout in which its parts must come.
    static let partsShare = 0.9
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
    /// Events of a page that wait to be written; a page that leaves more unread is dropped, and resumes.
    static let waitingEvents = 256
    /// How long a page waits before it comes again after a break.
    static let eventRetry = Duration.seconds(2)
    /// The pause between two looks at which services are there, for each page that follows events.
    static let serviceInterval = Duration.seconds(5)
    /// How long a service may take to say that it is there.
    static let pingTimeout = Duration.seconds(2)
    /// Addresses of lists' pictures that are known from responses, in each of two halves.
    static let pictureAddresses = 65_536
    /// The largest picture of a list, in bytes.
    static let pictureBytes = 4 << 20
    /// How long the source of a list's picture may take.
    static let pictureTime = Duration.seconds(20)
    /// Bytes of a digest in an ETag.
    static let tagBytes = 16
    /// Bytes of the key that addresses of streams are encrypted with.
    static let mediaKeyBytes = 32
    /// How long the address of a stream is good for, in seconds.
    static let mediaSeconds: Int64 = 6 * 3_600
    /// How long an address for player programs is good for, in seconds: for one use.
    static let ticketSeconds: Int64 = 600
    /// Used ones that are remembered.
    static let usedTickets = 16_384
    /// Addresses that are known to be no playlists.
    static let knownStreams = 4_096
    /// The longest playlist of a stream, in bytes.
    static let playlistBytes = 2 << 20
    /// How much of a stream is read before it is taken for no playlist, in bytes.
    static let playlistStartBytes = 16
    /// Streams that are relayed at a time.
    static let relays = 64
    /// The limits of what is relayed: a film of any length.
    static var mediaLimits: FetchLimits {
        var limits = FetchLimits()
        limits.time = .seconds(12 * 3_600)
        limits.idleTimeout = .seconds(30)
        (limits.transferBytes, limits.bodyBytes) = (1 << 40, 1 << 40)
        return limits
    }
    /// How long to wait before an address that is taken is tried again.
    static let bindPause = Duration.seconds(5)
    /// How long requests in progress have when the server drains.
    static let drainTime = Duration.seconds(10)
}
