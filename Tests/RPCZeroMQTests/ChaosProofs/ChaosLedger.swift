import RPC
import Synchronization

/// What the handlers did, call by call. It stands beside the servers, as a disk does, and outlives them.
final class ChaosLedger: Sendable {
    /// What is known of one call.
    struct Entry {
        /// When its handler was begun.
        var runs: [MonotonicInstant] = []
        var effects = 0
        var keys: Set<String> = []
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var running = 0
        var idle: [CheckedContinuation<Void, Never>] = []
    }

    /// What holds handlers up.
    let gate = ChaosGate()
    private let state = Mutex(State())

    func begin(_ call: String, at now: MonotonicInstant) {
        state.withLock { state in
            state.entries[call, default: Entry()].runs.append(now)
            state.running += 1
        }
    }

    /// Notes an effect; one of a key that was there is none.
    func commit(_ call: String, key: String) {
        state.withLock { state in
            if !key.isEmpty, !state.entries[call, default: Entry()].keys.insert(key).inserted { return }
            state.entries[call, default: Entry()].effects += 1
        }
    }

    func end(_ call: String) {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.running -= 1
            guard state.running == 0 else { return [] }
            defer { state.idle = [] }
            return state.idle
        }
        for waiter in waiting { waiter.resume() }
    }

    subscript(call: String) -> Entry { state.withLock { $0.entries[call] ?? Entry() } }

    /// Returns when no handler runs.
    func settled() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.running == 0 { return true }
                state.idle.append(continuation)
                return false
            }
            if isIdle { continuation.resume() }
        }
    }
}

/// Where handlers wait until a test lets them go on, or until they are cancelled.
final class ChaosGate: Sendable {
    private struct State {
        var isOpen = false
        var last = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())
    private let log = FlowLog()
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
                log.note(name)
            }
        } onCancel: {
            state.withLock { state in
                state.cancelled.insert(number)
                return state.waiting.removeValue(forKey: number)
            }?.resume()
        }
        try Task.checkCancellation()
    }

    /// Returns once somebody of this name has come.
    func reaches(_ name: String) async { await log.reaches(name) }

    func open() {
        let waiting = state.withLock { state in
            defer { (state.isOpen, state.waiting) = (true, [:]) }
            return state.waiting.sorted { $0.key < $1.key }
        }
        for (_, waiter) in waiting { waiter.resume() }
    }

    func shut() { state.withLock { $0.isOpen = false } }
}
