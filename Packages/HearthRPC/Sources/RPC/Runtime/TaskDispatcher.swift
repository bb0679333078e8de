internal import DequeModule
internal import Glibc
internal import Synchronization

/// Starts tasks that arrived together, for less than the pool's cost of starting each.
///
/// A task that is made on one thread and run on another costs a wake-up, and memory that one thread allocates and
/// another frees. Here a few tasks, the starters, make each task on the thread that runs it, up to its first
/// suspension; from there on it is a task like any other. There are as many starters as the pool has threads, so a long
/// computation delays no job that a free thread could run; and starters yield regularly to the rest of the pool.
final class TaskDispatcher: Sendable {
    private struct State {
        /// The priority jobs, and the others.
        var (ahead, waiting) = (Deque<any RuntimeJob>(), Deque<any RuntimeJob>())
        var starters = 0
    }

    /// How many tasks a starter starts before it yields its thread.
    private static let startsInARow = 32

    private let state = Mutex(State())
    private let most = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    /// Starts jobs after those submitted before.
    func start(_ jobs: [any RuntimeJob]) {
        let isNeeded = state.withLock { state in
            state.waiting.append(contentsOf: jobs)
            return addWorker(&state)
        }
        if isNeeded { startWorker() }
    }

    /// Starts a job before all that have not begun.
    func start(ahead job: any RuntimeJob) {
        let isNeeded = state.withLock { state in
            state.ahead.append(job)
            return addWorker(&state)
        }
        if isNeeded { startWorker() }
    }

    /// Adds a starter when there is work for it.
    private func addWorker(_ state: inout State) -> Bool {
        guard state.starters < most, !state.waiting.isEmpty || !state.ahead.isEmpty else { return false }
        state.starters += 1
        return true
    }

    private func startWorker() {
        Task.detached { [self] in
            var started = 0
            while let (job, needsHelp) = next() {
                if needsHelp { startWorker() }
                Task.immediateDetached { await job.run() }
                started += 1
                if started.isMultiple(of: Self.startsInARow) { await Task.yield() }
            }
        }
    }

    /// The next job to start, and whether another starter should help; nil when the queue is empty.
    private func next() -> (any RuntimeJob, needsHelp: Bool)? {
        state.withLock { state in
            guard let job = state.ahead.popFirst() ?? state.waiting.popFirst() else {
                state.starters -= 1
                return nil
            }
            return (job, addWorker(&state))
        }
    }
}
