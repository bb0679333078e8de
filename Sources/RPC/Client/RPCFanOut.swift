/// One question to several servers at once, within one time. How each of them fared is told one by one.
///
///     let question = RPCFanOut(.quorum(2), within: .seconds(1), on: runtime)
///     let answer = try await question.ask(replicas.map { RPCTarget($0.name, Store.Get(key: key), to: $0.client) })
///     let values = try answer.get()
///
/// It is over as soon as it is decided: who is not needed any more is cancelled. It is over at the deadline in any case, also
/// when a target minds no cancellation, and inherits from a surrounding call as a single call does.
public struct RPCFanOut: Sendable {
    /// When it is decided.
    public enum Mode: Sendable, Hashable {
        /// When all have succeeded, or one has failed.
        case all
        /// When so many have succeeded, or no longer can.
        case quorum(Int)
        /// When one has succeeded, or all have failed.
        case first
        /// When all have ended, or the time is over: what has arrived by then counts.
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

    /// Makes a question.
    ///
    /// - Parameters:
    ///   - mode: when it is over.
    ///   - time: how long to wait at most, for all together. What is left of a surrounding call's time caps it.
    ///   - runtime: the clock, and what the calls run on.
    public init(_ mode: Mode, within time: Duration, on runtime: any Runtime) {
        (self.mode, self.time, self.runtime) = (mode, time, runtime)
    }

    /// Asks all targets at once.
    ///
    /// - Throws: CANCELLED when the caller gave up. That targets failed is told by the answer.
    public func ask<Value: Sendable>(_ targets: [RPCTarget<Value>]) async throws(RPCError) -> RPCFanOutResult<Value> {
        let surrounding = ServerCall.current
        let own = runtime.now.advanced(by: time)
        let run = FanOutRun(
            targets, needed: mode.needed(of: targets.count), effects: surrounding?.effects)
        let deadline = min(own, surrounding?.deadline ?? .distantFuture)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                run.begin(continuation, deadline: deadline, surrounding: surrounding, on: runtime)
            }
        } onCancel: {
            run.cancel()
        }
        return try run.answer()
    }
}

/// One of those that are asked, and what.
public struct RPCTarget<Value: Sendable>: Sendable {
    /// What it is called in the answer.
    public let name: String
    let safety: CallSafety
    let ask: @Sendable (_ left: Duration) async throws(RPCError) -> Value

    /// A server that is asked by one call.
    ///
    /// - Parameters:
    ///   - name: what it is called in the answer.
    ///   - request: what it is asked.
    ///   - client: the way to it.
    ///   - options: what to say about the call; nil takes the client's own.
    public init<Request: RPCRequest>(
        _ name: String, _ request: Request, to client: RPCClient<Request.Service>, options: CallOptions? = nil
    ) where Request.Response == Value {
        self.init(name, safety: Request.safety) { left throws(RPCError) in
            var options = options ?? client.defaults
            options.timeout = min(left, options.timeout ?? left)
            return try await client.send(request, options: options)
        }
    }

    /// Something that takes several calls.
    ///
    /// - Parameters:
    ///   - name: what it is called in the answer.
    ///   - safety: that of the least harmless call.
    ///   - ask: is told how much time there is, and should end when its task is cancelled.
    public init(
        _ name: String, safety: CallSafety,
        ask: @escaping @Sendable (_ left: Duration) async throws(RPCError) -> Value
    ) {
        (self.name, self.safety, self.ask) = (name, safety, ask)
    }
}

/// How every target of a fan-out fared.
public struct RPCFanOutResult<Value: Sendable>: Sendable {
    /// How one fared.
    public enum Status: Sendable {
        case success(Value)
        case failure(RPCError)
        /// It was cancelled, or never asked, since all was decided without it. It may have had its effect all the same.
        case notNeeded
    }

    /// The targets, in the order in which they were given.
    public let targets: [(name: String, status: Status)]
    /// Whether as many succeeded as were needed.
    public let isMet: Bool
    /// What is known of the effects of all that were asked: *maybe* when one of them is unknown, *yes* when there was one.
    let executed: Executed

    /// What came, in the order of the targets.
    public var values: [Value] {
        targets.compactMap { if case .success(let value) = $0.status { value } else { nil } }
    }

    /// What came, when that is enough.
    ///
    /// - Throws: how the first target failed, when it is not. Its `executed` is *maybe* when another target may have had its
    ///   effect, and it has no `retryAfter` then.
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
        throw RPCError(.failedPrecondition, "There are not as many to ask as must answer.", executed: .no)
    }
}
