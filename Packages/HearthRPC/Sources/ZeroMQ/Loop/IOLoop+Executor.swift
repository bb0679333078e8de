internal import CZeroMQ
internal import Glibc
internal import Synchronization

extension IOLoop {
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if inbox.put(.job(job)) { wake() } else { runLate(.job(job)) }
    }

    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    public func checkIsolated() { preconditionIsCurrent() }

    public func isIsolatingCurrentContext() -> Bool? { isCurrent }

    /// Runs an item that was submitted after the loop had stopped, on the submitting thread.
    ///
    /// A task that ends late must not hang forever. One at a time: a thread that submits while another one runs items
    /// leaves its item to that thread.
    func runLate(_ item: IOLoopInbox.Item) {
        let isFirst = inbox.state.withLock { state in
            state.items.append(item)
            defer { state.isRunningLate = true }
            return !state.isRunningLate
        }
        guard isFirst else { return }
        var late: [IOLoopInbox.Item] = []
        while true {
            let isDone = inbox.state.withLock { state in
                swap(&state.items, &late)
                state.isRunningLate = !late.isEmpty
                if late.isEmpty { setCurrentThread(0) } else { setCurrentThread(UInt(pthread_self())) }
                return late.isEmpty
            }
            if isDone { return }
            run(late)
            late.removeAll()
        }
    }

    /// Runs operations and jobs in their order.
    func run(_ items: [IOLoopInbox.Item]) {
        let executor = asUnownedSerialExecutor()
        for item in items {
            switch item {
            case .operation(let operation): operation()
            case .job(let job): job.runSynchronously(on: executor)
            }
        }
    }
}
