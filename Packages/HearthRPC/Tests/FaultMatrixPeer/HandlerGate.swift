import Synchronization

/// Where handlers wait until a test lets them go on, or until they are cancelled.
final class HandlerGate: Sendable {
    private struct State {
        var isOpen = false
        var last = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())
    private let onArrival: @Sendable (String) -> Void

    /// Makes a gate that is shut, and says who has come to it.
    init(onArrival: @escaping @Sendable (String) -> Void = { _ in }) { self.onArrival = onArrival }

    func pass(noting name: String) async throws {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mayPass = state.withLock { state in
                    if state.isOpen || state.cancelled.contains(number) { return true }
                    state.waiting[number] = continuation
                    return false
                }
                if mayPass { continuation.resume() }
                onArrival(name)
            }
        } onCancel: {
            state.withLock { state in
                state.cancelled.insert(number)
                return state.waiting.removeValue(forKey: number)
            }?.resume()
        }
        try Task.checkCancellation()
    }

    func open() {
        let waiting = state.withLock { state in
            defer { (state.isOpen, state.waiting) = (true, [:]) }
            return state.waiting.sorted { $0.key < $1.key }
        }
        for (_, waiter) in waiting { waiter.resume() }
    }

    func shut() { state.withLock { $0.isOpen = false } }
}
