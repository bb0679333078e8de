/// What a caller says about one call beyond its request. What it leaves out is as configuration has it (see
/// ``CallPolicyOverrides``), and else as the method declares.
public struct CallOptions: Sendable {
    /// How long to wait at most. What is left of a surrounding call's time caps it, and ``RPCLimits/timeout`` where one
    /// answer is waited for.
    public var timeout: Duration?
    /// The bearer token; nil passes on the surrounding call's token.
    public var token: AccessToken?
    /// Where the tokens of a call with items come from, in place of ``token``: it gets the next one before the last one ends,
    /// so that it does not end with it. Calls with one answer do not look at this.
    public var tokens: TokenSource?
    /// Names the effect, so that it happens once; methods that are idempotent by key get one by themselves.
    public var idempotencyKey: IdempotencyKey?
    /// Values that travel with the call.
    public var metadata: Metadata
    /// Whether to wait for a connection until the deadline instead of failing at once while there is none.
    public var waitForReady: Bool?
    /// How often to try at most, the first time included; 1 never retries.
    public var attempts: Int?
    /// How much the call matters; nil takes the method's own word. Within a sheddable call every call is sheddable.
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
