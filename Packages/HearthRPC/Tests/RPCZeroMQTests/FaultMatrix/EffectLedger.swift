import RPC
import Synchronization

@testable import FaultMatrixPeer

/// What the handlers did, call by call. It stands beside the servers, as a disk does, and outlives them.
final class EffectLedger: EffectRecorder {
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
        var drops = 0
        var idle: [CheckedContinuation<Void, Never>] = []
    }

    /// Who has come to the gate.
    let arrivals = StreamLog()
    let gate: HandlerGate
    private let state = Mutex(State())

    init() { gate = HandlerGate { [arrivals] in arrivals.note($0) } }

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

    /// Notes that a server in another process has dropped a client that did not take what waited for it.
    func noteDrop() { state.withLock { $0.drops += 1 } }

    /// How often that happened.
    var drops: Int { state.withLock(\.drops) }

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
