/// A channel to one server instance: sends an encoded call and returns an encoded answer.
public protocol RPCChannel: Sendable {
    /// The runtime that the channel and its clients live in.
    var runtime: any Runtime { get }

    /// The retry budget shared by all clients of this channel.
    var retryBudget: SharedRetryBudget { get }

    /// Overrides of call policies from configuration.
    var overrides: CallPolicyOverrides { get }

    /// Makes one call. Cancelling the task cancels the call.
    ///
    /// - Throws: the server's error, or why there is no answer; `executed` says whether the call had an effect.
    func call(_ call: EncodedCall) async throws(RPCError) -> EncodedResponse

    /// Begins a streaming call. Its outcome arrives at the returned sender and receiver.
    ///
    /// - Throws: when no server can be reached at all.
    func stream(_ call: EncodedCall) async throws(RPCError) -> EncodedStream
}

extension RPCChannel {
    /// No overrides, unless the channel has some.
    public var overrides: CallPolicyOverrides { .none }
}

/// A call as passed to a channel: everything but what belongs to the connection.
///
/// A class: a struct would be copied by each layer that it passes through.
public final class EncodedCall: Sendable {
    /// The method.
    public let method: MethodDescriptor
    /// The request's CBOR encoding.
    public let body: [UInt8]
    /// When the caller stops waiting, in its own clock.
    public let deadline: MonotonicInstant
    /// The bearer token.
    public let token: AccessToken?
    /// Identifies the effect, so that the server applies it once.
    public let idempotencyKey: IdempotencyKey?
    /// Which attempt this is, from 1.
    public let attempt: Int
    /// The span this call belongs to.
    public let trace: TraceContext
    /// Values that travel with the call.
    public let metadata: Metadata
    /// Whether to wait for a connection instead of failing at once.
    public let waitForReady: Bool
    /// The last item that a resuming follower received.
    public let resumeAfter: StreamPosition?
    /// The call's criticality.
    public let criticality: Criticality

    /// Makes a call.
    public init(
        method: MethodDescriptor, body: [UInt8], deadline: MonotonicInstant, token: AccessToken? = nil,
        idempotencyKey: IdempotencyKey? = nil, attempt: Int = 1, trace: TraceContext, metadata: Metadata = Metadata(),
        waitForReady: Bool = false, resumeAfter: StreamPosition? = nil, criticality: Criticality = .critical
    ) {
        self.method = method
        self.body = body
        self.deadline = deadline
        self.token = token
        self.idempotencyKey = idempotencyKey
        self.attempt = attempt
        self.trace = trace
        self.metadata = metadata
        self.waitForReady = waitForReady
        self.resumeAfter = resumeAfter
        self.criticality = criticality
    }

    /// A copy of the call for a retry.
    func again() -> EncodedCall {
        EncodedCall(
            method: method, body: body, deadline: deadline, token: token, idempotencyKey: idempotencyKey,
            attempt: attempt + 1, trace: trace, metadata: metadata, waitForReady: waitForReady,
            resumeAfter: resumeAfter, criticality: criticality)
    }
}

/// An answer as returned by a channel.
public struct EncodedResponse: Sendable {
    /// The response's CBOR encoding.
    public var body: [UInt8]
    /// The server's timing of the call.
    public var timing: CallTiming

    /// Makes an answer.
    public init(body: [UInt8], timing: CallTiming = CallTiming()) {
        self.body = body
        self.timing = timing
    }
}
