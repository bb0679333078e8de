/// One question to several servers in parallel, within one timeout. The result has a status for each target.
///
///     let fanOut = RPCFanOut(.quorum(2), within: .seconds(1), on: runtime)
///     let result = try await fanOut.send(replicas.map { RPCTarget($0.name, Store.Get(key: key), to: $0.client) })
///     let values = try result.get()
///
/// It ends as soon as it is decided: targets that are not needed any more are cancelled. It always ends at the
/// deadline, even when a target ignores cancellation, and inherits from a surrounding call as a single call does.
public struct RPCFanOut: Sendable {
    /// When the fan-out is decided.
    public enum Mode: Sendable, Hashable {
        /// When all have succeeded, or one has failed.
        case all
        /// When this many have succeeded, or no longer can.
        case quorum(Int)
        /// When one has succeeded, or all have failed.
        case first
        /// When all have ended, or the deadline has passed: results that arrived by then count.
        case byDeadline

        /// How many must succeed; nil when there is no such number.
        func needed(of count: Int) -> Int? {
            switch self {
            case .all: count
            case .quorum(let number): max(0, number)
            case .first: 1
            case .byDeadline: nil
            }
        }
    }

    private let mode: Mode
    private let time: Duration
    private let runtime: any Runtime

    /// Makes a fan-out.
    ///
    /// - Parameters:
    ///   - mode: when it is decided.
    ///   - time: the timeout of all calls together, capped by the time left of a surrounding call.
    ///   - runtime: the clock and the executor of the calls.
    public init(_ mode: Mode, within time: Duration, on runtime: any Runtime) {
        (self.mode, self.time, self.runtime) = (mode, time, runtime)
    }

    /// Calls all targets in parallel.
    ///
    /// - Throws: CANCELLED when the caller cancelled. Failures of targets are in the result.
    public func send<Value: Sendable>(_ targets: [RPCTarget<Value>]) async throws(RPCError) -> RPCFanOutResult<Value> {
        let surrounding = ServerCall.current
        let own = runtime.now.advanced(by: time)
        let run = FanOutRun(
            targets, needed: mode.needed(of: targets.count), effects: surrounding?.effects)
        let deadline = min(own, surrounding?.deadline ?? .distantFuture)
        await withTaskCancellationHandler {
            await run.run(until: deadline, surrounding: surrounding, on: runtime)
        } onCancel: {
            run.cancel()
        }
        return try run.result()
    }
}

/// A target of a fan-out, and its request.
public struct RPCTarget<Value: Sendable>: Sendable {
    /// The target's name in the result.
    public let name: String
    let safety: CallSafety
    let send: @Sendable (_ left: Duration) async throws(RPCError) -> Value

    /// A server called by one request.
    ///
    /// - Parameters:
    ///   - name: the target's name in the result.
    ///   - request: the request.
    ///   - client: the client of the server.
    ///   - options: options of the call; nil takes the client's own.
    public init<Request: RPCRequest>(
        _ name: String, _ request: Request, to client: RPCClient<Request.Service>, options: CallOptions? = nil
    ) where Request.Response == Value {
        self.init(name, safety: Request.safety) { left throws(RPCError) in
            var options = options ?? client.defaults
            options.timeout = min(left, options.timeout ?? left)
            return try await client.send(request, options: options)
        }
    }

    /// A target that needs several calls.
    ///
    /// - Parameters:
    ///   - name: the target's name in the result.
    ///   - safety: that of the least safe call.
    ///   - send: receives the remaining time, and should end when its task is cancelled.
    public init(
        _ name: String, safety: CallSafety,
        send: @escaping @Sendable (_ left: Duration) async throws(RPCError) -> Value
    ) {
        (self.name, self.safety, self.send) = (name, safety, send)
    }
}

/// The status of every target of a fan-out.
public struct RPCFanOutResult<Value: Sendable>: Sendable {
    /// The status of one target.
    public enum Status: Sendable {
        case success(Value)
        case failure(RPCError)
        /// Cancelled, or never called, since the result was decided without it. It may have had its effect all the
        /// same.
        case notNeeded
    }

    /// The targets, in the order in which they were given.
    public let targets: [(name: String, status: Status)]
    /// Whether enough targets succeeded.
    public let isMet: Bool
    /// The effects of all called targets together: *maybe* when one is unknown, *yes* when there was one.
    let executed: Executed

    /// The results, in the order of the targets.
    public var values: [Value] {
        targets.compactMap { if case .success(let value) = $0.status { value } else { nil } }
    }

    /// The results, when enough targets succeeded.
    ///
    /// - Throws: the error of the first failed target otherwise. Its `executed` is *maybe* when another target may have
    ///   had its effect, and it has no `retryAfter` then.
    public func get() throws(RPCError) -> [Value] {
        if isMet { return values }
        for (name, status) in targets {
            guard case .failure(var error) = status else { continue }
            error.origin = error.origin ?? name
            if error.executed == .no && executed != .no || error.executed == .yes && executed == .maybe {
                (error.executed, error.retryAfter) = (.maybe, nil)
            }
            throw error
        }
        throw RPCError(.failedPrecondition, "There are fewer targets than must answer.", executed: .no)
    }
}
