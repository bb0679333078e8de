internal import Synchronization

/// A call whose handler runs as a task: how the loop cancels it.
final class RunningCall: Sendable {
    let key: ServerEngine.CallKey
    /// The method's.
    let number: Int
    let method: MethodDescriptor
    private let run = Mutex(Run())

    // Unchecked: touched under the lock, and the task is there from `begin` to `end`, which it says itself.
    private struct Run: @unchecked Sendable {
        var task: UnsafeCurrentTask?
        var isCancelled = false
    }

    init(key: ServerEngine.CallKey, number: Int, method: MethodDescriptor) {
        (self.key, self.number, self.method) = (key, number, method)
    }

    /// The current task is the call's.
    func begin() {
        withUnsafeCurrentTask { task in
            let current = Run(task: task)
            run.withLock { run in
                run.task = current.task
                if run.isCancelled { run.task?.cancel() }
            }
        }
    }

    /// The current task does nothing more for the call.
    func end() { run.withLock { $0.task = nil } }

    /// Cancels the call's task, which may not have begun.
    func cancel() {
        run.withLock { run in
            run.isCancelled = true
            run.task?.cancel()
        }
    }
}

/// Calls whose handlers have ended, on their way to the loop: one operation there answers all that came meanwhile.
final class EndedCalls: Sendable {
    private let calls = Mutex<[(RunningCall, CallRun)]>([])

    /// Puts a call in; true when the loop has to be told, which it has been of those before.
    func put(_ call: RunningCall, _ run: CallRun) -> Bool {
        calls.withLock { calls in
            calls.append((call, run))
            return calls.count == 1
        }
    }

    /// Takes all out.
    func take() -> [(RunningCall, CallRun)] {
        calls.withLock { calls in
            defer { calls.removeAll() }
            return calls
        }
    }
}
