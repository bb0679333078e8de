internal import Basics
internal import Synchronization

/// A fan-out in flight: counts results, and ends once.
final class FanOutRun<Value: Sendable>: Sendable {
    private struct State {
        var statuses: [RPCFanOutResult<Value>.Status?]
        /// How many of the targets were asked.
        var requested = 0
        var tasks: [Task<Void, Never>] = []
        var isOver = false
        var isCancelled = false
    }

    private let targets: [RPCTarget<Value>]
    /// How many must succeed; nil waits for all.
    private let needed: Int?
    private let effects: EffectTracker?
    private let state: Mutex<State>
    /// Fulfilled at the end, after the state says so.
    private let ended = Promise<Void>()

    init(_ targets: [RPCTarget<Value>], needed: Int?, effects: EffectTracker?) {
        (self.targets, self.needed, self.effects) = (targets, needed, effects)
        state = Mutex(State(statuses: Array(repeating: nil, count: targets.count)))
    }

    /// Calls all targets, unless the result is decided without them, and returns at the end.
    func run(until deadline: MonotonicInstant, surrounding: ServerCall?, on runtime: any Runtime) async {
        begin(deadline, surrounding, runtime)
        await ended.wait()
    }

    private func begin(_ deadline: MonotonicInstant, _ surrounding: ServerCall?, _ runtime: any Runtime) {
        endIfDecided()
        add { [self] in
            runtime.spawn { [self] in
                do { try await runtime.sleep(until: deadline) } catch { return }
                expire()
            }
        }
        for (index, target) in targets.enumerated() {
            add { [self] in
                state.withLock { $0.requested = index + 1 }
                return runtime.spawn { [self] in
                    // A new task inherits no task-local values.
                    await ServerCall.$current.withValue(surrounding) {
                        do throws(RPCError) {
                            let left = max(.zero, runtime.now.duration(to: deadline))
                            note(.success(try await target.send(left)), of: index)
                        } catch {
                            note(.failure(error), of: index)
                        }
                    }
                }
            }
        }
    }

    /// Starts a task, which is cancelled at the end of the fan-out.
    private func add(_ start: () -> Task<Void, Never>) {
        guard !state.withLock({ $0.isOver }) else { return }
        let task = start()
        let isOver = state.withLock { state in
            if !state.isOver { state.tasks.append(task) }
            return state.isOver
        }
        if isOver { task.cancel() }
    }

    private func note(_ status: RPCFanOutResult<Value>.Status, of index: Int) {
        state.withLock { state in
            // Statuses that arrive after the end are ignored: the result was delivered.
            if !state.isOver { state.statuses[index] = status }
        }
        endIfDecided()
    }

    private func endIfDecided() {
        end { state in
            let missing = state.statuses.count { $0 == nil }
            guard let needed else { return missing == 0 }
            let successes = Self.successes(in: state)
            return successes >= needed || successes + missing < needed
        }
    }

    private func expire() {
        end { state in
            for (index, status) in state.statuses.enumerated() where status == nil {
                let executed: Executed = targets[index].safety == .readOnly ? .no : .maybe
                state.statuses[index] = .failure(.deadlineExceeded("before the answer came", executed: executed))
            }
            return true
        }
    }

    /// The caller cancelled.
    func cancel() {
        end { state in
            state.isCancelled = true
            return true
        }
    }

    /// Ends the fan-out when `isDecided` says so and it is not over: targets that have not answered are cancelled.
    private func end(_ isDecided: (inout State) -> Bool) {
        let tasks = state.withLock { state -> [Task<Void, Never>]? in
            guard !state.isOver, isDecided(&state) else { return nil }
            state.isOver = true
            defer { state.tasks = [] }
            return state.tasks
        }
        guard let tasks else { return }
        for task in tasks { task.cancel() }
        ended.fulfill()
    }

    private static func successes(in state: State) -> Int {
        state.statuses.count { if case .success = $0 { true } else { false } }
    }

    /// The result, once it is over.
    func result() throws(RPCError) -> RPCFanOutResult<Value> {
        let state = state.withLock { $0 }
        let requested = zip(targets, state.statuses).prefix(state.requested)
        // The outcomes of cancelled targets remain unknown here.
        let executed = requested.filter { $0.0.safety != .readOnly }.map { Self.executed($0.1) }
        if executed.contains(.maybe) { effects?.raise(.maybe) }
        if state.isCancelled {
            let isHarmless = requested.allSatisfy { target, _ in target.safety == .readOnly }
            throw RPCError(.cancelled, "The call was cancelled.", executed: isHarmless ? .no : .maybe)
        }
        return RPCFanOutResult(
            targets: zip(targets, state.statuses).map { ($0.name, $1 ?? .notNeeded) },
            isMet: Self.successes(in: state) >= needed ?? 0,
            executed: executed.contains(.maybe) ? .maybe : executed.contains(.yes) ? .yes : .no)
    }

    /// The effect that a target reported; *maybe* when it was cancelled.
    private static func executed(_ status: RPCFanOutResult<Value>.Status?) -> Executed {
        switch status {
        case .success: .yes
        case .failure(let error): error.executed
        case .notNeeded, nil: .maybe
        }
    }
}
