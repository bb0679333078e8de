internal import Basics
internal import RPC
internal import Synchronization

/// Wakes waiting tasks. Without a waiting task, a ring is remembered, and the next wait returns at once.
final class WakeSignal: Sendable {
    private struct State {
        var isSignalled = false
        /// What tasks wait for: the next ring.
        var next: Promise<Void>?
    }

    private let state = Mutex(State())

    /// Wakes all waiting tasks, or else the next one.
    func ring() {
        let next = state.withLock { state in
            defer { state.next = nil }
            if state.next == nil { state.isSignalled = true }
            return state.next
        }
        next?.fulfill()
    }

    /// Waits for a ring, or for the task's cancellation; spurious wake-ups are possible.
    func wait() async {
        await withTaskCancellationHandler {
            let next = state.withLock { state -> Promise<Void>? in
                guard !state.isSignalled else {
                    state.isSignalled = false
                    return nil
                }
                let next = state.next ?? Promise()
                state.next = next
                return next
            }
            await next?.wait()
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
