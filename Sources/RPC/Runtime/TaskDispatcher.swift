internal import DequeModule
internal import Glibc
internal import Synchronization

/// Starts tasks that came together, for less than the pool takes for each of them.
///
/// A task that is made on one thread and run on another costs a wake-up, and memory that one thread allocates and
/// another frees. Here a few tasks, the starters, make each task on the thread that runs it, up to where it waits for the
/// first time; from there on it is a task like any other. There are as many starters as the pool has threads, so what
/// computes for long holds up nothing that a free thread could run; and they take turns with everything else on the pool.
final class TaskDispatcher: Sendable {
    private struct State {
        /// Those that go before the others, and the others.
        var (ahead, waiting) = (Deque<any RuntimeJob>(), Deque<any RuntimeJob>())
        var starters = 0
    }

    /// How many tasks a starter starts before it lets others have its thread.
    private static let startsInARow = 32

    private let state = Mutex(State())
    private let most = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    /// Starts these after those that were given before.
    func start(_ jobs: [any RuntimeJob]) {
        let isNeeded = state.withLock { state in
            state.waiting.append(contentsOf: jobs)
            return addWorker(&state)
        }
        if isNeeded { startWorker() }
    }

    /// Starts one before all that have not begun.
    func start(ahead job: any RuntimeJob) {
        let isNeeded = state.withLock { state in
            state.ahead.append(job)
            return addWorker(&state)
        }
        if isNeeded { startWorker() }
    }

    /// Counts one more starter where there is work for it.
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

    /// The next to be started, and whether another starter should help; nil when nothing is left.
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
