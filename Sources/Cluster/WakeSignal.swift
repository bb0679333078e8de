internal import RPC
internal import Synchronization

/// Wakes waiting tasks. Without a waiting task, a ring is remembered, and the next wait returns at once.
final class WakeSignal: Sendable {
    private struct State {
        var isSignalled = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Wakes all waiting tasks, or else the next one.
    func ring() {
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            if state.waiters.isEmpty { state.isSignalled = true }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits for a ring, or for the task's cancellation; spurious wake-ups are possible.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isSignalled = state.withLock { state in
                    defer { state.isSignalled = false }
                    if !state.isSignalled { state.waiters.append(continuation) }
                    return state.isSignalled
                }
                if isSignalled { continuation.resume() }
            }
        } onCancel: {
            ring()
        }
    }

    /// Waits for a ring, at most until `instant`. Spurious wake-ups are possible: check the condition again.
    func wait(until instant: MonotonicInstant, runtime: any Runtime) async {
        runtime.schedule(at: instant) { [weak self] in self?.ring() }
        await wait()
    }
}
