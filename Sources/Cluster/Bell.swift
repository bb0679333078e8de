internal import RPC
internal import Synchronization

/// Wakes one waiting task. Rung while nobody waits, the next wait returns at once.
final class Bell: Sendable {
    private struct State {
        var isRung = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Wakes the waiter, now or when it comes.
    func ring() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            if state.waiter == nil { state.isRung = true }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Waits for a ring, or for the task's cancellation. One task waits at a time.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isRung = state.withLock { state in
                    defer { state.isRung = false }
                    if !state.isRung { state.waiter = continuation }
                    return state.isRung
                }
                if isRung { continuation.resume() }
            }
        } onCancel: {
            ring()
        }
    }

    /// Waits for a ring, at most until `instant`. A ring may come for no reason: look again after it.
    func wait(until instant: MonotonicInstant, runtime: any Runtime) async {
        runtime.schedule(at: instant) { [weak self] in self?.ring() }
        await wait()
    }
}
