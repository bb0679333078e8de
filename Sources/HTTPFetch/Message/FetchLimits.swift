/// How much an answer may have and how long it may take, with the unit last.
public struct FetchLimits: Hashable, Sendable {
    /// From the call to the last byte, redirects included.
    public var time = Duration.seconds(15)

    /// To find the host and connect to it, TLS included.
    public var connectTime = Duration.seconds(10)

    /// Without a byte, while bytes are wanted. Whole seconds.
    public var idleTimeout = Duration.seconds(10)

    /// The least bytes of body a second, on average over each ``rateWindow`` in which the reader took what came; 0 for any.
    public var leastBytesPerSecond = 0

    /// See ``leastBytesPerSecond``.
    public var rateWindow = Duration.seconds(60)

    /// Redirects that are followed; 0 to be given them as answers.
    public var redirects = 10

    /// The body as it comes over the network. Where it is compressed, it is noticed up to 2 MiB late.
    public var transferBytes = 5 << 20

    /// The body as it is used, after decompression.
    public var bodyBytes = 5 << 20

    /// The header with those of interim answers and trailers.
    public var headerBytes = 64 << 10

    /// The body of a redirect, of which nothing is used; a longer one costs the connection.
    static let redirectBodyBytes = 64 << 10

    /// The limits of a web page.
    public init() {}
}
