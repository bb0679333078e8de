internal import Synchronization

/// Runs the client's side of one connection on a transport's loop, and is the channel that clients call through.
///
/// A transport feeds it `connected`, `disconnected`, `refused`, `receive` and `tick` on the loop, and at the end of each
/// turn sends what ``takeFrame()`` hands out. It throws the connection away when ``failure`` is set.
// Unchecked: the machine is confined to the loop; callers reach it through `loop.submit` only.
public final class ClientEngine: RPCChannel, @unchecked Sendable {
    public let runtime: any Runtime
    public let retryBudget = SharedRetryBudget()
    let loop: any RPCLoop
    // State on the path of every call is marked: on one thread exclusivity need not be checked at run time.
    @exclusivity(unchecked) var machine: ClientMachine<ClientCall>
    let streamWindow: StreamWindow
    /// Calls submitted and not opened yet.
    private let made = LoopMailbox<ClientCall>()
    @exclusivity(unchecked) private var madeNow: [ClientCall] = []
    /// Swapped with the machine's list of ended calls, so that neither array is allocated again.
    @exclusivity(unchecked) private var ended: [(owner: ClientCall, outcome: ClientCall.Outcome)] = []
    /// Swapped with the machine's list of stream events.
    var streamEvents: [(owner: ClientCall, event: ClientMachine<ClientCall>.StreamEvent)] = []
    /// Streams with items to deliver to their readers.
    var readableStreams: [ClientStream] = []
    private(set) var isClosed = false

    /// Makes an engine on a loop.
    ///
    /// - Parameters:
    ///   - name: what the client calls itself.
    ///   - target: the server's name in messages for people.
    ///   - runtime: the clock and the random numbers.
    ///   - loop: where the connection's state lives.
    ///   - limits: this side's limits, which it also announces.
    public init(
        name: String, target: String, runtime: any Runtime, loop: any RPCLoop, limits: RPCLimits = RPCLimits()
    ) {
        self.runtime = runtime
        self.loop = loop
        streamWindow = limits.streamWindow
        machine = ClientMachine(
            configuration: ClientConfiguration(
                limits: limits, name: name, target: target, instance: runtime.randomBytes(16),
                clockDomain: runtime.clockDomain))
    }

    public func call(_ call: EncodedCall) async throws(RPCError) -> EncodedResponse {
        guard call.method.shape == .unary else { throw .isStream(call.method.name) }
        let waiter = ClientCall(call)
        await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                waiter.continuation = continuation
                if made.put(waiter) { loop.submit { self.openSubmitted() } }
            }
        } onCancel: {
            loop.submit { self.cancel(waiter) }
        }
        guard let outcome = waiter.outcome else {
            throw RPCError(.unknown, "The call has not ended.", executed: .maybe)
        }
        return try outcome.get()
    }

    /// Opens all calls submitted since the last turn.
    private func openSubmitted() {
        let now = runtime.now
        made.take(into: &madeNow)
        for waiter in madeNow { open(waiter, now: now) }
        madeNow.removeAll(keepingCapacity: true)
        settle()
    }

    func open(_ waiter: ClientCall, now: MonotonicInstant) {
        if isClosed || waiter.isCancelled {
            let error =
                isClosed
                ? RPCError(.unavailable, "The client has been closed.", executed: .no)
                : RPCError(.cancelled, "The call was cancelled before it was sent.", executed: .no)
            return waiter.end(.failure(error))
        }
        waiter.id = machine.open(waiter.call, owner: waiter, now: now)
    }

    func cancel(_ waiter: ClientCall) {
        waiter.isCancelled = true
        if let id = waiter.id { machine.cancel(id) }
        settle()
    }

    /// Delivers items and outcomes to callers.
    func settle() {
        if !machine.renumbered.isEmpty {
            for (waiter, id) in machine.renumbered { waiter.id = id }
            machine.renumbered.removeAll()
        }
        if !machine.streamEvents.isEmpty { deliverStreamEvents() }
        guard !machine.ended.isEmpty else { return }
        swap(&ended, &machine.ended)
        // Taken out at the end, an outcome is moved: a loop over all would copy each.
        ended.reverse()
        while let (waiter, outcome) = ended.popLast() { waiter.end(outcome) }
    }

    // MARK: What the transport feeds

    /// The transport can send.
    public func connected() {
        machine.connected(now: runtime.now)
        settle()
    }

    /// The connection is gone, and everything that had arrived was received.
    public func disconnected(reason: String) {
        machine.disconnected(reason: reason, now: runtime.now)
        settle()
    }

    /// No server is listening, or the server refuses this client. `reason`, if known, is a part of a sentence that
    /// begins with the server's name.
    public func refused(_ reason: String? = nil) {
        machine.refused(reason)
        settle()
    }

    /// Processes a received frame.
    public func receive(_ frame: UnsafeRawBufferPointer) {
        machine.receive(frame, now: runtime.now)
        settle()
    }

    /// Ends calls whose deadline has passed and keeps the connection alive.
    public func tick() {
        machine.tick(now: runtime.now)
        settle()
    }

    /// Ends every call: the client is closed.
    public func close() {
        isClosed = true
        machine.close()
        settle()
    }

    // MARK: What the transport takes

    /// When ``tick()`` must be called next.
    public var nextWake: MonotonicInstant? { machine.nextWake }

    /// Whether there is something to send.
    public var hasOutput: Bool { !machine.frames.isEmpty }

    /// The next frame to send, nil when there is none.
    public func takeFrame() -> [UInt8]? { machine.frames.takeFrame() }

    /// Puts back a frame that the socket did not take.
    public func putBack(_ frame: [UInt8]) { machine.frames.putBack(frame) }

    /// Gives back the buffer of a frame that was sent, to be used again.
    public func recycle(_ frame: consuming [UInt8]) { machine.frames.recycle(frame) }

    /// Why the connection must be thrown away, nil when it need not.
    public var failure: ProtocolViolation? { machine.failure }

    /// The number of open and waiting calls.
    public var callCount: Int { machine.callCount }

    /// The server's liveness as this client sees it.
    public var server: ServerLiveness { machine.sight }
}

/// A caller waiting for its call's end.
// Unchecked: the caller sets the continuation before it submits the call, and reads the outcome after it is resumed;
// the loop alone touches the rest. A cancellation that reaches the loop before the call does not touch the
// continuation.
final class ClientCall: @unchecked Sendable {
    typealias Outcome = Result<EncodedResponse, RPCError>

    let call: EncodedCall
    var id: UInt64?
    var isCancelled = false
    var continuation: UnsafeContinuation<Void, Never>?
    /// The sender and receiver of a streaming call.
    var stream: ClientStream?
    /// Nil until it has ended.
    private(set) var outcome: Outcome?

    init(_ call: EncodedCall) { self.call = call }

    func end(_ outcome: Outcome) {
        id = nil
        self.outcome = outcome
        stream?.end(outcome)
        stream = nil
        continuation?.resume()
        continuation = nil
    }
}
