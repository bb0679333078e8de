internal import CatalogAPI
internal import Synchronization

/// How far a running job is; asked for from outside while it runs.
final class JobProgress: Sendable {
    private struct State {
        var phase = ImportPhase.reading
        var done: Int64 = 0
        var total: Int64 = 0
        var isCancelled = false
    }

    private let state = Mutex(State())

    /// Begins a phase that has so much to do.
    func begin(_ phase: ImportPhase, total: Int64) {
        state.withLock { ($0.phase, $0.done, $0.total) = (phase, 0, total) }
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
