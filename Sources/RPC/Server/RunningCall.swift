internal import Synchronization

/// One call that runs as a task: the loop makes it and starts it, its task runs it, and the loop answers it.
// Unchecked: while it runs `run` is its task's, and the loop's before and after; what both touch is behind a lock.
final class RunningCall: RuntimeJob, @unchecked Sendable {
    let key: ServerEngine.CallKey
    /// Its handler runs here, unless it is to be run on the loop when the interceptors have let the call pass.
    let method: ServerEngine.EngineMethod
    let body: [UInt8]
    /// What came of it. One at a time has it, as said above: exclusivity need not be checked at run time.
    @exclusivity(unchecked) private(set) var run: CallRun
    private let undecided: [any ServerInterceptor]
    let stream: ServerStream?
    /// Which place of the server's it has.
    let place: ConcurrencyLimiter.Kind
    /// Its place in the engine's window, and when it was given to the task pool. Both are the loop's.
    @exclusivity(unchecked) var dispatchSlot = DispatchWindow.Slot.none
    @exclusivity(unchecked) var started: MonotonicInstant
    /// Bytes of its request, where that is long and its caller is not known yet; the loop's.
    let undecidedBytes: Int
    /// Whether the loop has been told what the interceptors found out; the loop's.
    @exclusivity(unchecked) var isDecided: Bool
    /// What the task does not change.
    let facts: ServerCall.SharedState
    private let engine: ServerEngine
    private let cancellation = Mutex(Cancellation())

    // Unchecked: touched under the lock, and a task is there from `attach` to `detach`, which it calls itself.
    private struct Cancellation: @unchecked Sendable {
        var task: UnsafeCurrentTask?
        var hasBegun = false
        var isCancelled = false
    }

    /// Requests of up to so many bytes are not counted while their callers are not known: as many as may run are little.
    static let shortRequestBytes = 4 << 10

    init(
        key: ServerEngine.CallKey, method: ServerEngine.EngineMethod, call: ServerCall,
        undecided: [any ServerInterceptor], body: [UInt8], stream: ServerStream?, engine: ServerEngine
    ) {
        (self.key, self.method, self.undecided) = (key, method, undecided)
        (self.body, self.stream, self.engine) = (body, stream, engine)
        (facts, place, started) = (call.facts, method.place(call.header), call.received)
        isDecided = undecided.isEmpty
        undecidedBytes = undecided.isEmpty || body.count <= Self.shortRequestBytes ? 0 : body.count
        run = CallRun(call: call, result: .success([]), begun: call.received, ended: call.received)
    }

    // What it calls is inlined: each async function between here and the handler takes and gives back memory of the task, for
    // some 200 instructions a call.

    /// Asks the interceptors that had to wait, runs the handler, and hands the call back to the loop.
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
            if !method.handler.isInline { run.result = .success(try await answer()) }
        } catch {
            run.result = .failure(error)
        }
        run.ended = engine.runtime.now
        detach()
        engine.submitCompletion(self)
    }

    /// Runs the handler, unless it is too late.
    @inline(__always)
    private func answer() async throws -> [UInt8] {
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

    /// How far a call is.
    enum Phase: String {
        case queued, running, stopping
    }

    /// How far it is now.
    var phase: Phase {
        cancellation.withLock { $0.isCancelled ? .stopping : $0.hasBegun ? .running : .queued }
    }

    /// The current task runs the call.
    private func attach() {
        cancellation.withLock { cancellation in
            withUnsafeCurrentTask { task in
                (cancellation.task, cancellation.hasBegun) = (task, true)
                if cancellation.isCancelled { task?.cancel() }
            }
        }
    }

    /// The current task does nothing more for the call.
    private func detach() { cancellation.withLock { $0.task = nil } }
}
