internal import CatalogAPI
internal import RPC
internal import Synchronization

/// How far a running job is; asked for from outside while it runs.
final class JobProgress: Sendable {
    private struct State {
        var phase = ImportPhase.reading
        var done: Int64 = 0
        var total: Int64 = 0
        /// When the phase began.
        var begun: MonotonicInstant?
        var isCancelled = false
        /// Whether the service is what has it stop, and not a person.
        var isInterrupted = false
        /// Those who wait for the job to be stopped.
        var waiters: [UInt64: AsyncStream<Never>.Continuation] = [:]
        var nextWaiter: UInt64 = 0
    }

    private let runtime: any Runtime
    private let state = Mutex(State())

    init(runtime: any Runtime) { self.runtime = runtime }

    /// Begins a phase that has so much to do.
    func begin(_ phase: ImportPhase, total: Int64) {
        state.withLock { ($0.phase, $0.done, $0.total, $0.begun) = (phase, 0, total, runtime.now) }
    }

    /// Notes how much of the phase is done.
    func advance(to done: Int64) { state.withLock { $0.done = $0.total > 0 ? min(done, $0.total) : done } }

    /// Asks the job to stop at the next occasion.
    ///
    /// - Parameter isInterruption: Whether the service stops, and may resume the job at its next start.
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

    /// Whether it stops because the service does, and no person has asked for that.
    var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

    /// Whether a caller has cancelled the job.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Writes the progress into what callers see.
    func fill(_ job: inout ImportJob) {
        let now = state.withLock { $0 }
        (job.phase, job.done, job.total) = (now.phase, now.done, now.total)
        let seconds = now.begun.map { Double($0.duration(to: runtime.now).wholeNanoseconds) / 1e9 } ?? 0
        job.rate = seconds > 0 && now.done > 0 ? Double(now.done) / seconds : nil
    }
}

extension ImportJob {
    /// The phases in the order in which a job goes through them.
    private static let phases: [ImportPhase] = [
        .fetching, .reading, .comparing, .matching, .publishing, .tidying,
    ]

    /// Where this state stands among the job's states: what is done grows within a phase, and the end comes after all.
    var sequence: UInt64 {
        if state.isEnd { return .max }
        // Who waits comes forward.
        let forward = place.map { UInt64(max(0, 1_000 - $0)) } ?? 1_000
        if state == .waiting { return forward }
        let phase = UInt64(Self.phases.firstIndex(of: phase) ?? 0) + 1
        // Fetched, and waiting for its turn.
        if place != nil { return phase << 56 | 1 << 55 | forward }
        return phase << 56 | UInt64(max(0, done))
    }
}

/// Why a job ends before it has published anything.
enum JobAbort: Error, Hashable {
    /// A caller has cancelled it.
    case cancelled
    /// What it read is so little that it wants to be confirmed.
    case held(String)
    /// It cannot go on, for a reason that is told.
    case failed(String)
    /// What there is cannot be taken in, and the same thing could not be another time either.
    case unusable(String)
    /// The server did not give what was to be fetched.
    case unreachable(String, FetchFailure)
    /// The source's address is not one that may be fetched from: asked again it would be the same.
    case forbidden(String)
    /// It was only to find out what would change, and has.
    case compared(ImportReport)
}
