/// The limits of a response's size and time, with the unit last.
public struct FetchLimits: Hashable, Sendable {
    /// From the call to the last byte, redirects included.
    public var time = Duration.seconds(15)

    /// To resolve the host and connect to it, TLS included.
    public var connectTime = Duration.seconds(10)

    /// Without a byte, while the reader wants bytes. Whole seconds.
    public var idleTimeout = Duration.seconds(10)

    /// The minimum rate of the body in bytes a second, averaged over each ``rateWindow`` in which the reader was not
    /// paused; 0 for any.
    public var leastBytesPerSecond = 0

    /// See ``leastBytesPerSecond``.
    public var rateWindow = Duration.seconds(60)

    /// Redirects that are followed; 0 to return them as responses.
    public var redirects = 10

    /// The body as transferred over the network. For compressed bodies the limit is detected up to 2 MiB late.
    public var transferBytes = 5 << 20

    /// The body after decompression.
    public var bodyBytes = 5 << 20

    /// The header with those of interim responses and trailers.
    public var headerBytes = 64 << 10

    /// The body of a redirect, which is not used; a longer one costs the connection.
    static let redirectBodyBytes = 64 << 10

    /// Makes the limits of a web page.
    public init() {}
}
