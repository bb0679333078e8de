/// The limits of an export, with the unit last.
public struct ExportLimits: Sendable {
    /// Spans that wait to be sent; further ones are dropped, and counted.
    public var queuedSpans = 4_096
    /// Spans of one request.
    public var batchSpans = 512
    /// How long a span waits for others before it is sent.
    public var batchTime = Duration.seconds(2)
    /// From the begin of a request to the end of its response.
    public var requestTime = Duration.seconds(10)
    /// How often a batch is sent until it is dropped.
    public var attempts = 5
    /// The wait before the second attempt, doubled before each further one.
    public var firstPause = Duration.seconds(1)
    /// The longest wait between two attempts, whatever the collector demands.
    public var longestPause = Duration.seconds(60)
    /// How long the last spans have when the process ends.
    public var closingTime = Duration.seconds(2)

    /// Makes the default limits.
    public init() {}
}
