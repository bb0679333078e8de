/// Every limit of the HTTP server, with its unit last.
public struct HTTPLimits: Sendable, Hashable {
    /// The longest head of a request: request line and fields.
    public var headBytes = 16 << 10
    /// The fields of a head.
    public var fields = 100
    /// The longest body that a handler collects, where it does not say otherwise.
    public var bodyBytes = 1 << 20
    /// How long a head may take from its first byte to its last.
    public var headTime = Duration.seconds(10)
    /// How long a collected body may take to arrive.
    public var bodyTime = Duration.seconds(30)
    /// How long a connection stays open between two requests.
    public var idleTime = Duration.seconds(60)
    /// How long a peer may leave what it is sent unread, or a streamed upload may stand still.
    public var stallTime = Duration.seconds(30)
    /// How long a handler may take until its response begins.
    public var responseTime = Duration.seconds(610)
    /// Connections at a time.
    public var connections = 2_048
    /// Connections of one address at a time, other than loopback and configured proxies.
    public var connectionsPerAddress = 64
    /// Requests on one connection.
    public var requestsPerConnection = 10_000
    /// Bytes of later requests that are read while one is handled.
    public var pipelinedBytes = 16 << 10
    /// The longest chunk header (size, extension) or trailer of a chunked body.
    public var chunkLineBytes = 1 << 10

    /// The usual limits.
    public init() {}
}
