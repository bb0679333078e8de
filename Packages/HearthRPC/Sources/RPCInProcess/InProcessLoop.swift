public import RPC
internal import Synchronization

/// A loop without a thread of its own: a queue that the runtime executes, one operation after another.
///
/// Under a `Simulation` it is deterministic.
public final class InProcessLoop: RPCLoop {
    private struct State {
        var operations: [@Sendable () -> Void] = []
        var isScheduled = false
        var isStopped = false
        var nextWake: MonotonicInstant?
        var endOfTurn: (@Sendable () -> MonotonicInstant?)?
        var tick: (@Sendable () -> Void)?
    }

    private let runtime: any Runtime
    private let state = Mutex(State())

    /// Makes a loop on a runtime.
    public init(runtime: any Runtime) { self.runtime = runtime }

    public func submit(_ operation: @escaping @Sendable () -> Void) {
        let mustSchedule = state.withLock { state in
            state.operations.append(operation)
            if state.isStopped { return false }
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { runtime.spawn { [self] in drain() } }
    }

    /// Suspends the loop until ``goOn()``, as the thread of a stopped process: operations wait.
    func stop() { state.withLock { $0.isStopped = true } }

    /// Resumes the loop with the waiting operations.
    func goOn() {
        let mustSchedule = state.withLock { state in
            guard state.isStopped else { return false }
            defer { (state.isStopped, state.isScheduled) = (false, true) }
            return !state.isScheduled
        }
        if mustSchedule { runtime.spawn { [self] in drain() } }
    }

    /// Sets the end-of-turn action, which returns when the next tick is due, and the tick.
    func attach(endOfTurn: @escaping @Sendable () -> MonotonicInstant?, tick: @escaping @Sendable () -> Void) {
        state.withLock { ($0.endOfTurn, $0.tick) = (endOfTurn, tick) }
    }

    /// Releases both; operations still run.
    func detach() { state.withLock { ($0.endOfTurn, $0.tick) = (nil, nil) } }

    private func drain() {
        while true {
            let operations = state.withLock { state -> [@Sendable () -> Void] in
                if state.operations.isEmpty || state.isStopped {
                    state.isScheduled = false
                    return []
                }
                defer { state.operations.removeAll() }
                return state.operations
            }
            if operations.isEmpty { return }
            for operation in operations { operation() }
            if let wake = state.withLock({ $0.endOfTurn })?() { wakeUp(at: wake) }
        }
    }

    private func wakeUp(at instant: MonotonicInstant) {
        let isEarlier = state.withLock { state in
            if let planned = state.nextWake, planned <= instant, planned > runtime.now { return false }
            state.nextWake = instant
            return true
        }
        guard isEarlier else { return }
        runtime.schedule(at: instant) { [self] in
            submit { [self] in
                state.withLock { state in if state.nextWake == instant { state.nextWake = nil } }
                state.withLock { $0.tick }?()
            }
        }
    }
}
