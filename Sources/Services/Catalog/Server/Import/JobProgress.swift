internal import CatalogAPI
internal import RPC
internal import Synchronization

/// The progress of a running job, readable from outside.
final class JobProgress: Sendable {
    private struct State {
        var phase = ImportPhase.reading
        var done: Int64 = 0
        var total: Int64 = 0
        /// When the phase started.
        var begun: MonotonicInstant?
        var isCancelled = false
        /// Whether the shutdown of the service cancels it, and not a caller.
        var isInterrupted = false
        /// Streams that end when the job is cancelled.
        var waiters: [UInt64: AsyncStream<Never>.Continuation] = [:]
        var nextWaiter: UInt64 = 0
    }

    private let runtime: any Runtime
    private let state = Mutex(State())

    init(runtime: any Runtime) { self.runtime = runtime }

    /// Starts a phase with its total.
    func begin(_ phase: ImportPhase, total: Int64) {
        state.withLock { ($0.phase, $0.done, $0.total, $0.begun) = (phase, 0, total, runtime.now) }
    }

    /// Records the progress of the phase.
    func advance(to done: Int64) { state.withLock { $0.done = $0.total > 0 ? min(done, $0.total) : done } }

    /// Cancels the job at the next checkpoint.
    ///
    /// - Parameter isInterruption: Whether the service shuts down, and may resume the job at its next start.
    func cancel(isInterruption: Bool = false) {
        let waiters = state.withLock { state in
            if isInterruption, !state.isCancelled { state.isInterrupted = true }
            if !isInterruption { state.isInterrupted = false }
            state.isCancelled = true
            defer { state.waiters = [:] }
            return state.waiters.values.map(\.self)
        }
        for waiter in waiters { waiter.finish() }
    }

    /// Runs a body that waits for others, and ends it at once when the job is cancelled.
    ///
    /// - Throws: what it throws; ``JobAbort/cancelled`` when it was cancelled.
    func stoppable<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await body() }
            group.addTask {
                for await _ in self.end() {}
                return nil
            }
            guard let first = try await group.next(), let value = first else { throw JobAbort.cancelled }
            return value
        }
    }

    /// An empty stream that ends when the job is cancelled.
    private func end() -> AsyncStream<Never> {
        let (stream, waiter) = AsyncStream<Never>.makeStream()
        let number = state.withLock { state -> UInt64? in
            guard !state.isCancelled else { return nil }
            state.nextWaiter += 1
            state.waiters[state.nextWaiter] = waiter
            return state.nextWaiter
        }
        guard let number else {
            waiter.finish()
            return stream
        }
        waiter.onTermination = { [weak self] _ in self?.state.withLock { $0.waiters[number] = nil } }
        return stream
    }

    /// Whether the shutdown of the service cancels it, and no caller.
    var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

    /// Whether a caller has cancelled the job.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Fills the progress into a job.
    func fill(_ job: inout ImportJob) {
        let now = state.withLock { $0 }
        (job.phase, job.done, job.total) = (now.phase, now.done, now.total)
        let seconds = now.begun.map { Double($0.duration(to: runtime.now).wholeNanoseconds) / 1e9 } ?? 0
        job.rate = seconds > 0 && now.done > 0 ? Double(now.done) / seconds : nil
    }
}

extension ImportJob {
    /// The phases in order.
    private static let phases: [ImportPhase] = [
        .fetching, .reading, .comparing, .matching, .publishing, .tidying,
    ]

    /// The order of this state among the job's states: progress grows within a phase, and the end comes last.
    var sequence: UInt64 {
        if state.isEnd { return .max }
        // A pending job moves forward in the queue.
        let forward = place.map { UInt64(max(0, 1_000 - $0)) } ?? 1_000
        if state == .waiting { return forward }
        let phase = UInt64(Self.phases.firstIndex(of: phase) ?? 0) + 1
        // Fetched, and waiting for its turn.
        if place != nil { return phase << 56 | 1 << 55 | forward }
        return phase << 56 | UInt64(max(0, done))
    }
}

/// Why a job ends without a publication.
enum JobAbort: Error, Hashable {
    /// A caller has cancelled it.
    case cancelled
    /// The import shrank too much and requires confirmation.
    case held(String)
    /// It failed, for the given reason.
    case failed(String)
    /// The input cannot be imported, and a retry would fail alike.
    case unusable(String)
    /// The server did not deliver the file.
    case unreachable(String, FetchFailure)
    /// The source's address is forbidden: a retry would fail alike.
    case forbidden(String)
    /// The report of a completed dry run.
    case compared(ImportReport)
}
