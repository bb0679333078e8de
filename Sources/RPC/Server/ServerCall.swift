/// What a handler knows of the call it answers.
public struct ServerCall: Sendable {
    /// The called method's name, safety and shape.
    public let method: MethodDescriptor
    /// When the answer is of no use any more, in this process's clock. Calls made by the handler inherit it.
    public let deadline: MonotonicInstant
    /// When the request came off the wire.
    public let received: MonotonicInstant
    /// The caller's bearer token, nil when it sent none.
    public let token: AccessToken?
    /// Names the effect, so that it happens once.
    public let idempotencyKey: IdempotencyKey?
    /// Which attempt of the caller this is, from 1.
    public let attempt: Int
    /// The trace that the call belongs to.
    public let trace: TraceContext
    /// The caller's values.
    public let metadata: Metadata
    /// The calling process, as it named itself when it connected: for logs, never for decisions.
    public let peer: String
    /// What the call has done so far.
    public let effects = EffectNote()
    /// Who calls, once an interceptor has found out.
    public var identity: (any Sendable)?
    /// A hash over the request's bytes, to tell a repeated key with another request.
    public let bodyHash: UInt64

    /// Makes the context of a call. Servers do this; tests may.
    public init(
        method: MethodDescriptor, deadline: MonotonicInstant, received: MonotonicInstant, token: AccessToken? = nil,
        idempotencyKey: IdempotencyKey? = nil, attempt: Int = 1, trace: TraceContext, metadata: Metadata = Metadata(),
        peer: String = "", identity: (any Sendable)? = nil, bodyHash: UInt64 = 0
    ) {
        self.method = method
        self.deadline = deadline
        self.received = received
        self.token = token
        self.idempotencyKey = idempotencyKey
        self.attempt = attempt
        self.trace = trace
        self.metadata = metadata
        self.peer = peer
        self.identity = identity
        self.bodyHash = bodyHash
    }

    /// The call whose handler is running, nil outside of one. Clients inherit deadline, token and trace from it.
    @TaskLocal public static var current: ServerCall?
}
