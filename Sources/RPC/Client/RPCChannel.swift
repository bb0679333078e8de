/// A way to one server instance: it takes an encoded call and brings back an encoded answer.
public protocol RPCChannel: Sendable {
    /// The runtime that the channel and its clients live in.
    var runtime: any Runtime { get }

    /// What all clients of this channel may spend on retries.
    var retryBudget: SharedRetryBudget { get }

    /// What configuration says about calls through this channel.
    var overrides: CallPolicyOverrides { get }

    /// Makes one call. Cancelling the task cancels the call.
    ///
    /// - Throws: what the server answered, or why there is no answer; `executed` tells what is known of the effect.
    func call(_ call: EncodedCall) async throws(RPCError) -> EncodedResponse

    /// Begins a call with items. What becomes of it is told at the ends that come back.
    ///
    /// - Throws: when nobody can be asked at all.
    func stream(_ call: EncodedCall) async throws(RPCError) -> EncodedStream
}

extension RPCChannel {
    /// Nothing, unless the channel says otherwise.
    public var overrides: CallPolicyOverrides { .none }
}

/// A call as it goes into a channel: everything but what belongs to the connection.
///
/// An object, since it goes through many hands, each of which would copy all of it.
public final class EncodedCall: Sendable {
    /// The method.
    public let method: MethodDescriptor
    /// The request's CBOR encoding.
    public let body: [UInt8]
    /// When the caller stops waiting, in its own clock.
    public let deadline: MonotonicInstant
    /// The bearer token.
    public let token: AccessToken?
    /// Names the effect.
    public let idempotencyKey: IdempotencyKey?
    /// Which attempt this is, from 1.
    public let attempt: Int
    /// The span this call belongs to.
    public let trace: TraceContext
    /// Values that travel with the call.
    public let metadata: Metadata
    /// Whether to wait for a connection instead of failing at once.
    public let waitForReady: Bool
    /// The last item that a follower had, when it comes back.
    public let resumeAfter: StreamPosition?
    /// How much it matters.
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

    /// The same call, made once more.
    ///
    /// - Parameter key: another key, which makes it another call: a defect.
    func again(under key: IdempotencyKey? = nil) -> EncodedCall {
        EncodedCall(
            method: method, body: body, deadline: deadline, token: token, idempotencyKey: key ?? idempotencyKey,
            attempt: attempt + 1, trace: trace, metadata: metadata, waitForReady: waitForReady,
            resumeAfter: resumeAfter, criticality: criticality)
    }
}

/// An answer as it comes out of a channel.
public struct EncodedResponse: Sendable {
    /// The response's CBOR encoding.
    public var body: [UInt8]
    /// Where the server says the time went.
    public var timing: CallTiming

    /// Makes an answer.
    public init(body: [UInt8], timing: CallTiming = CallTiming()) {
        self.body = body
        self.timing = timing
    }
}
