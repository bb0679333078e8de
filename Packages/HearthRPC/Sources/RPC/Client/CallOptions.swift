/// Options of one call. An option that is nil comes from configuration (see ``CallPolicyOverrides``), else from the
/// method's declaration.
public struct CallOptions: Sendable {
    /// The timeout. It is capped by the time left of the surrounding call, and by ``RPCLimits/timeout`` where the
    /// method has one response.
    public var timeout: Duration?
    /// The bearer token; nil passes on the surrounding call's token.
    public var token: AccessToken?
    /// The source of tokens of a streaming call, in place of ``token``: the stream gets the next token before the last
    /// one expires, so that it does not end with it. Unary calls ignore this.
    public var tokens: TokenSource?
    /// Identifies the effect, so that the server applies it once; methods that are idempotent by key get a key
    /// automatically.
    public var idempotencyKey: IdempotencyKey?
    /// Values that travel with the call.
    public var metadata: Metadata
    /// Whether to wait for a connection until the deadline instead of failing at once while there is none.
    public var waitForReady: Bool?
    /// The highest number of attempts, the first one included; 1 never retries.
    public var attempts: Int?
    /// The call's criticality; nil uses the method's. Calls made inside a sheddable call are always sheddable.
    public var criticality: Criticality?

    /// Makes options; all have a default.
    public init(
        timeout: Duration? = nil, token: AccessToken? = nil, tokens: TokenSource? = nil,
        idempotencyKey: IdempotencyKey? = nil,
        metadata: Metadata = Metadata(), waitForReady: Bool? = nil, attempts: Int? = nil,
        criticality: Criticality? = nil
    ) {
        self.timeout = timeout
        self.token = token
        self.tokens = tokens
        self.idempotencyKey = idempotencyKey
        self.metadata = metadata
        self.waitForReady = waitForReady
        self.attempts = attempts
        self.criticality = criticality
    }
}
