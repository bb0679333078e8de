/// An interceptor's decision about a call before its handler.
public enum Admission: Sendable {
    /// Continue.
    case pass
    /// Answer with this error; nothing is executed.
    case refuse(RPCError)
    /// The decision needs to wait: ``ServerInterceptor/check(_:)`` is called on the task pool.
    case wait
}

/// Code around every call of a server: authentication, metrics, tracing, logging, faults.
///
/// Interceptors stand in an array that is made once. Each is called in order before the handler, and informed in
/// reverse order how the call ended.
public protocol ServerInterceptor: Sendable {
    /// Decides at once, on the socket thread; it may set the call's identity. Must take microseconds and never wait.
    func admit(_ call: inout ServerCall) -> Admission

    /// Decides about a request of which only the beginning has arrived, before more of it is buffered: as ``admit(_:)``
    /// will for the complete request, but without effects. After `wait` ``check(_:)`` is called meanwhile, and again
    /// for the call.
    func screen(_ call: inout ServerCall) -> Admission

    /// Decides asynchronously, for calls that ``admit(_:)`` answered with `wait`.
    ///
    /// - Throws: the error that the caller gets; nothing was executed.
    func check(_ call: inout ServerCall) async throws(RPCError)

    /// Verifies another token that a client sends for its open stream, and returns the call with the token's identity;
    /// nil when this interceptor does not handle tokens. It may wait. Also called with the stream's current token, when
    /// that may have been revoked (``OpenStreams/recheck()``).
    ///
    /// - Throws: the error that the stream ends with.
    func renew(_ call: ServerCall, with token: AccessToken) async throws(RPCError) -> ServerCall?

    /// Receives the outcome of a call that it had admitted.
    func finished(_ call: ServerCall, _ outcome: CallOutcome)
}

extension ServerInterceptor {
    public func admit(_ call: inout ServerCall) -> Admission { .pass }
    public func screen(_ call: inout ServerCall) -> Admission { .pass }
    public func check(_ call: inout ServerCall) async throws(RPCError) {}
    public func renew(_ call: ServerCall, with token: AccessToken) async throws(RPCError) -> ServerCall? { nil }
    public func finished(_ call: ServerCall, _ outcome: CallOutcome) {}
}

/// A call's outcome, for interceptors.
public struct CallOutcome: Sendable {
    /// The error, nil when it succeeded.
    public let error: RPCError?
    /// The internal cause, which callers do not receive.
    public let cause: (any Error)?
    /// Its waiting and running times.
    public let timing: CallTiming
    /// The answer's size in bytes.
    public let responseBytes: Int

    /// Whether the handler ran to its end: an error after a committed effect is as much work as a success.
    var isWhole: Bool { error == nil || error?.executed == .yes }
}

/// Where a call's time went, in microseconds.
public struct CallTiming: Sendable, Hashable {
    /// From the wire to the handler's first instruction.
    public var queueMicroseconds: UInt32 = 0
    /// In the handler.
    public var handlerMicroseconds: UInt32 = 0
    /// Waiting for databases, as the handler reported (``ServerCall/noteDatabase(_:)``): a part of the handler's time,
    /// or more than it where several were awaited concurrently.
    public var databaseMicroseconds: UInt32 = 0

    /// Makes a timing.
    public init(queueMicroseconds: UInt32 = 0, handlerMicroseconds: UInt32 = 0, databaseMicroseconds: UInt32 = 0) {
        self.queueMicroseconds = queueMicroseconds
        self.handlerMicroseconds = handlerMicroseconds
        self.databaseMicroseconds = databaseMicroseconds
    }
}
