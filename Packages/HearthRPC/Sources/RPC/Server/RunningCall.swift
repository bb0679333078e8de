internal import Synchronization

/// A call that runs as a task: the loop makes and starts it, its task runs it, and the loop answers it.
// Unchecked: the task owns `run` while it runs, the loop before and after; what both touch is behind a lock.
final class RunningCall: RuntimeJob, @unchecked Sendable {
    let key: ServerEngine.CallKey
    /// Its handler runs here, unless it must run on the loop after the interceptors have admitted the call.
    let method: ServerEngine.EngineMethod
    let body: [UInt8]
    /// The call's result. One owner at a time, as said above: exclusivity need not be checked at run time.
    @exclusivity(unchecked) private(set) var run: CallRun
    private let undecided: [any ServerInterceptor]
    let stream: ServerStream?
    /// The kind of server slot it holds.
    let slotKind: ConcurrencyLimiter.Kind
    /// Its place in the engine's window, and when it was given to the task pool. The loop alone touches both.
    @exclusivity(unchecked) var dispatchSlot = DispatchWindow.Slot.none
    @exclusivity(unchecked) var started: MonotonicInstant
    /// Bytes of its request, if it is long and its caller is not authenticated yet; the loop alone touches it.
    let undecidedBytes: Int
    /// Whether the loop has received the interceptors' decision; the loop alone touches it.
    @exclusivity(unchecked) var isDecided: Bool
    /// State that the task does not change.
    let facts: ServerCall.SharedState
    private let engine: ServerEngine
    private let cancellation = Mutex(Cancellation())

    // Unchecked: accessed under the lock, and the task exists from `attach` to `detach`, which it calls itself.
    private struct Cancellation: @unchecked Sendable {
        var task: UnsafeCurrentTask?
        var hasBegun = false
        var isCancelled = false
    }

    /// Requests of up to this many bytes are not counted before authentication: all running calls together hold little
    /// of them.
    static let shortRequestBytes = 4 << 10

    init(
        key: ServerEngine.CallKey, method: ServerEngine.EngineMethod, call: ServerCall,
        undecided: [any ServerInterceptor], body: [UInt8], stream: ServerStream?, engine: ServerEngine
    ) {
        (self.key, self.method, self.undecided) = (key, method, undecided)
        (self.body, self.stream, self.engine) = (body, stream, engine)
        (facts, slotKind, started) = (call.facts, method.slotKind(call.header), call.received)
        isDecided = undecided.isEmpty
        undecidedBytes = undecided.isEmpty || body.count <= Self.shortRequestBytes ? 0 : body.count
        run = CallRun(call: call, result: .success([]), begun: call.received, ended: call.received)
    }

    // Functions called here are inlined: each async function on the way to the handler allocates and frees task memory,
    // for some 200 instructions a call.

    /// Runs the interceptors that need to wait, then the handler, and returns the call to the loop.
    func run() async {
        attach()
        run.begun = engine.runtime.now
        do {
            if !undecided.isEmpty {
                run.isAdmitted = false
                run.call = try await CallRun.check(run.call, undecided)
                run.isAdmitted = true
                if stream != nil { engine.noteIdentified(key, run.call) }
                if undecidedBytes > 0 {
                    let isKnown = run.call.identity != nil
                    engine.loop.submit { self.engine.decided(self, isKnown: isKnown) }
                }
            }
            if !method.handler.isInline { run.result = .success(try await response()) }
        } catch {
            run.result = .failure(error)
        }
        run.ended = engine.runtime.now
        detach()
        engine.submitCompletion(self)
    }

    /// Runs the handler, unless the deadline has passed or the call was cancelled.
    @inline(__always)
    private func response() async throws -> [UInt8] {
        let call = run.call
        try call.refuseIfTooLate(at: undecided.isEmpty ? run.begun : engine.runtime.now, isCancelled: isCancelled)
        return try await ServerCall.$current.withValue(call) {
            guard let tracer = engine.server.tracer,
                let span = CallSpan.inServer(call, tracer, runtime: engine.runtime)
            else { return try await handle(call) }
            return try await span.run(safety: call.method.safety) { try await handle(call) }
        }
    }

    @inline(__always)
    private func handle(_ call: ServerCall) async throws -> [UInt8] {
        switch method.handler {
        case .task(let handler): return try await handler(body, call)
        case .stream(let handler):
            guard let stream else { return [] }
            return try await handler(body, call, stream.sender, stream.receiver)
        case .inline: return []
        }
    }

    /// Cancels the call's task, which may not have begun.
    func cancel() {
        cancellation.withLock { cancellation in
            cancellation.isCancelled = true
            cancellation.task?.cancel()
        }
    }

    var isCancelled: Bool { cancellation.withLock(\.isCancelled) }

    /// A call's phase.
    enum Phase: String {
        case queued, running, stopping
    }

    /// Its current phase.
    var phase: Phase {
        cancellation.withLock { $0.isCancelled ? .stopping : $0.hasBegun ? .running : .queued }
    }

    /// Attaches the current task to the call.
    private func attach() {
        cancellation.withLock { cancellation in
            withUnsafeCurrentTask { task in
                (cancellation.task, cancellation.hasBegun) = (task, true)
                if cancellation.isCancelled { task?.cancel() }
            }
        }
    }

    /// Detaches the task: it does nothing more for the call.
    private func detach() { cancellation.withLock { $0.task = nil } }
}
