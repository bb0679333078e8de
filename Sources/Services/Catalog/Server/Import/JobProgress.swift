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
    }

    private let runtime: any Runtime
    private let state = Mutex(State())

    init(runtime: any Runtime) { self.runtime = runtime }

    /// Begins a phase that has so much to do.
    func begin(_ phase: ImportPhase, total: Int64) {
        state.withLock { ($0.phase, $0.done, $0.total, $0.begun) = (phase, 0, total, runtime.now) }
    }

    /// Notes how much of the phase is done.
    func advance(to done: Int64) { state.withLock { $0.done = min(done, max($0.total, 0)) } }

    /// Asks the job to stop at the next occasion.
    func cancel() { state.withLock { $0.isCancelled = true } }

    /// Whether somebody has asked it to stop.
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
    private static let phases: [ImportPhase] = [.reading, .comparing, .matching, .publishing, .tidying]

    /// Where this state stands among the job's states: what is done grows within a phase, and the end comes after all.
    var sequence: UInt64 {
        if state.isEnd { return .max }
        if state == .waiting { return 0 }
        let phase = UInt64(Self.phases.firstIndex(of: phase) ?? 0) + 1
        return phase << 56 | UInt64(max(0, done))
    }
}

/// Why a job ends before it has published anything.
enum JobEnd: Error, Hashable {
    /// Somebody has stopped it.
    case cancelled
    /// What it read is so little that it wants to be confirmed.
    case held(String)
    /// It cannot go on, for a reason that is told.
    case failed(String)
}
