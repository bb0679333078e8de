// The errors that the RPC layer itself makes, all in one place.
extension RPCError {
    /// The deadline passed at this point of the call.
    package static func deadlineExceeded(_ when: String, executed: Executed) -> RPCError {
        RPCError(.deadlineExceeded, "The deadline passed \(when).", executed: executed)
    }

    static func tooLarge(_ what: String, bytes: Int, limit: Int, executed: Executed) -> RPCError {
        RPCError(
            .resourceExhausted, "The \(what) has \(bytes) bytes and the limit is \(limit).", executed: executed)
    }

    static func piecesMissing(_ what: String, executed: Executed) -> RPCError {
        RPCError(.dataLoss, "Pieces of the \(what) are missing.", executed: executed)
    }

    /// The other side of a stream was silent for longer than the idle limit.
    static let streamKeepAliveTimeout = RPCError(
        .unavailable, "No item and no keepalive arrived on the stream for too long.", executed: .maybe)

    static func takesNoItems(_ method: String) -> RPCError {
        RPCError(.invalidArgument, "\(method) takes one request and no items.", executed: .no)
    }

    static func isStream(_ method: String) -> RPCError {
        RPCError(
            .invalidArgument, "\(method) is a stream, but was called as a unary method.", executed: .no)
    }

    /// - Parameter reason: why not; nil when no server seems to listen.
    static func unreachable(_ name: String, _ reason: String? = nil) -> RPCError {
        let text = reason.map { "\(name) cannot be reached: \($0)." } ?? "\(name) cannot be reached. Is it running?"
        return RPCError(.unavailable, text, executed: .no)
    }

    static func heldBack(from name: String, for time: Duration) -> RPCError {
        var error = RPCError(
            .unavailable,
            """
            \(name) does not answer, so this call was not sent. In about \(time.wholeMilliseconds) ms one call \
            probes it again.
            """,
            executed: .no, retryAfter: time)
        error.isHeldBack = true
        return error
    }

    static func draining(_ name: String) -> RPCError {
        RPCError(.unavailable, "\(name) is shutting down.", executed: .no)
    }

    static func connectionLost(_ reason: String, executed: Executed) -> RPCError {
        RPCError(.unavailable, "The connection was lost: \(reason).", executed: executed)
    }

    static func unimplemented(_ method: String) -> RPCError {
        RPCError(.unimplemented, "\(method) is not a method of this server.", executed: .no)
    }

    static func staleIncarnation(_ name: String) -> RPCError {
        RPCError(.unavailable, "The call is addressed to a previous instance of \(name).", executed: .no)
    }

    /// - Parameter wait: how long the caller's queued calls have waited.
    static func overloaded(_ what: String, limit: Int, wait: Duration = .zero) -> RPCError {
        RPCError(
            .resourceExhausted, "\(limit) calls are open in this \(what) already.", executed: .no,
            retryAfter: pause(of: wait, atLeast: overloadPause))
    }

    /// How long a refused caller should wait: not less than its own calls wait in the queue, as it would be refused
    /// again before.
    private static func pause(of wait: Duration, atLeast least: Duration) -> Duration {
        min(max(wait, least), longestPause)
    }

    static func tooOften(limit: Int) -> RPCError {
        RPCError(
            .resourceExhausted, "This connection opens more than \(limit) calls a second.", executed: .no,
            retryAfter: CallRateLimiter.burst)
    }

    /// The refusal of a sheddable call by an overloaded server.
    package static func shed(_ name: String) -> RPCError {
        RPCError(
            .resourceExhausted, "\(name) is overloaded and refuses sheddable calls.", executed: .no,
            retryAfter: shedPause)
    }

    /// - Parameter wait: how long the caller's queued calls have waited.
    static func overFairShare(_ name: String, wait: Duration) -> RPCError {
        RPCError(
            .resourceExhausted, "\(name) is full, and this caller has more calls queued than its share.", executed: .no,
            retryAfter: pause(of: wait, atLeast: shedPause))
    }

    static func notInTime(_ name: String, wait: Duration) -> RPCError {
        RPCError(
            .resourceExhausted, "\(name) is overloaded and would not answer before the deadline.", executed: .no,
            retryAfter: pause(of: wait, atLeast: overloadPause))
    }

    /// - Parameter name: the server, whose memory for arriving requests is used up.
    static func bufferLimitReached(_ name: String, executed: Executed = .no) -> RPCError {
        RPCError(
            .resourceExhausted, "\(name) has reached its limit of bytes of unfinished requests.", executed: executed,
            retryAfter: bufferLimitPause)
    }

    static func requestTooSlow(_ what: String, limit: Duration, executed: Executed) -> RPCError {
        RPCError(
            .deadlineExceeded, "The \(what) did not arrive completely within \(limit.components.seconds) s.",
            executed: executed)
    }

    static func connectionLimitReached(on name: String) -> RPCError {
        RPCError(
            .resourceExhausted, "All connections of \(name) are in use; the rest is reserved for operators.",
            executed: .no, retryAfter: shedPause)
    }

    static func evicted(by name: String) -> RPCError {
        RPCError(.unavailable, "\(name) evicted the connection.", executed: .no, retryAfter: overloadPause)
    }

    /// The `retryAfter` of a server that has rejected an unfinished request.
    private static let bufferLimitPause = Duration.milliseconds(100)
    /// The `retryAfter` of a server with too many open calls.
    private static let overloadPause = Duration.milliseconds(20)
    /// The longest `retryAfter`: by then another server may have taken over.
    private static let longestPause = Duration.seconds(1)
    /// The `retryAfter` of sheddable calls.
    private static let shedPause = Duration.milliseconds(200)
}
