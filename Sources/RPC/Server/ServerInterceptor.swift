/// What an interceptor decides about a call before its handler.
public enum Admission: Sendable {
    /// Go on.
    case pass
    /// Answer with this error; nothing is executed.
    case refuse(RPCError)
    /// Deciding takes waiting: ``ServerInterceptor/check(_:)`` is asked, on the task pool.
    case wait
}

/// Code around every call of a server: authentication, metrics, tracing, logging, faults.
///
/// Interceptors stand in an array that is made once. Each is asked in order before the handler, and told in reverse
/// order how the call ended.
public protocol ServerInterceptor: Sendable {
    /// Decides at once, on the socket thread; it may set the call's identity. Microseconds, no waiting.
    func admit(_ call: inout ServerCall) -> Admission

    /// Decides about a request of which only the beginning is there, before more of it is held: as ``admit(_:)`` will when
    /// it has arrived, as far as that has no effect. With `wait` ``check(_:)`` is asked meanwhile, and again for the call.
    func screen(_ call: inout ServerCall) -> Admission

    /// Decides with waiting, for calls that ``admit(_:)`` answered with `wait`.
    ///
    /// - Throws: the error that the caller gets; nothing was executed.
    func check(_ call: inout ServerCall) async throws(RPCError)

    /// Checks another token that a client sends for its open stream, and returns the call with what the token says; nil when
    /// this interceptor does not look at tokens. It may wait. Also asked with the token that the stream has, when that may
    /// have lost its force (``OpenStreams/recheck()``).
    ///
    /// - Throws: the error that the stream ends with.
    func renew(_ call: ServerCall, with token: AccessToken) async throws(RPCError) -> ServerCall?

    /// Is told how a call ended that it had let pass.
    func finished(_ call: ServerCall, _ outcome: CallOutcome)
}

extension ServerInterceptor {
    public func admit(_ call: inout ServerCall) -> Admission { .pass }
    public func screen(_ call: inout ServerCall) -> Admission { .pass }
    public func check(_ call: inout ServerCall) async throws(RPCError) {}
    public func renew(_ call: ServerCall, with token: AccessToken) async throws(RPCError) -> ServerCall? { nil }
    public func finished(_ call: ServerCall, _ outcome: CallOutcome) {}
}

/// How a call ended, for interceptors.
public struct CallOutcome: Sendable {
    /// The error, nil when it succeeded.
    public let error: RPCError?
    /// What went wrong inside, which callers are not told.
    public let cause: (any Error)?
    /// How long it waited and ran.
    public let timing: CallTiming
    /// The answer's size.
    public let answerBytes: Int

    /// Whether the handler ran to its end: what it says to have done and refuses at last is as much work as what succeeds.
    var isWhole: Bool { error == nil || error?.executed == .yes }
}

/// Where a call's time went, in microseconds.
public struct CallTiming: Sendable, Hashable {
    /// From the wire to the handler's first instruction.
    public var queueMicroseconds: UInt32 = 0
    /// In the handler.
    public var handlerMicroseconds: UInt32 = 0
    /// Waiting for databases, as the handler said (``ServerCall/noteDatabase(_:)``): a part of the handler's time, or more
    /// than it where several were waited for at once.
    public var databaseMicroseconds: UInt32 = 0

    /// Makes a timing.
    public init(queueMicroseconds: UInt32 = 0, handlerMicroseconds: UInt32 = 0, databaseMicroseconds: UInt32 = 0) {
        self.queueMicroseconds = queueMicroseconds
        self.handlerMicroseconds = handlerMicroseconds
        self.databaseMicroseconds = databaseMicroseconds
    }
}
