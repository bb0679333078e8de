import Synchronization

/// Records a history during a run; may be used from any thread.
///
/// It takes the time from a closure and uses no randomness, so that in a simulation the same seed records the same
/// history. Recording is an append under a lock: cheap enough to leave on.
public final class HistoryRecorder: Sendable {
    private struct State {
        var operations: [RecordedOperation] = []
        var faults: [FaultEvent] = []
        var sequence = 0
        var phase = RecordedOperation.Phase.workload

        mutating func moment(_ nanoseconds: Int64) -> Moment {
            sequence += 1
            return Moment(nanoseconds, sequence: sequence)
        }
    }

    private let now: @Sendable () -> Int64
    private let state = Mutex(State())

    /// Creates an empty recorder; `now` gives nanoseconds of a monotonic clock: a runtime's or a simulation's.
    public init(now: @escaping @Sendable () -> Int64) { self.now = now }

    /// Records that a call begins, now; returns the ID for `end`.
    ///
    /// - Parameter deadline: its deadline, in nanoseconds of the recorder's clock.
    public func begin(
        process: String, service: String, method: String, object: String, action: Action, deadline: Int64? = nil
    ) -> Int {
        let time = now()
        return state.withLock { state in
            let operation = RecordedOperation(
                id: state.operations.count, process: process, service: service, method: method, object: object,
                action: action, invoked: state.moment(time), deadline: deadline, phase: state.phase)
            state.operations.append(operation)
            return operation.id
        }
    }

    /// Records how a call ended, now. A second end of the same call is ignored: the caller acted on the first.
    public func end(_ id: Int, _ outcome: Outcome, details: CallDetails? = nil) {
        let time = now()
        state.withLock { state in
            guard state.operations.indices.contains(id), state.operations[id].ended == nil else { return }
            state.operations[id].ended = state.moment(time)
            state.operations[id].outcome = outcome
            state.operations[id].details = details
        }
    }

    /// Makes a call, and records it from its beginning to its end.
    ///
    /// - Parameters:
    ///   - outcome: extracts the outcome. With `.open` the operation stays open: for a caller that died with it.
    /// - Throws: errors of `body`.
    public func call<Value>(
        process: String, service: String, method: String, object: String, action: Action, deadline: Int64? = nil,
        _ body: () async throws -> Value, outcome: (Result<Value, any Error>) -> Outcome
    ) async throws -> Value {
        let id = begin(
            process: process, service: service, method: method, object: object, action: action, deadline: deadline)
        let result: Result<Value, any Error>
        do {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        let ending = outcome(result)
        if ending != .open { end(id, ending) }
        return try result.get()
    }

    /// Records that a fault begins, now; returns the index for `endFault`.
    public func beginFault(_ kind: String, target: String, detail: String? = nil) -> Int {
        let time = now()
        return state.withLock { state in
            state.faults.append(FaultEvent(kind, target: target, begin: state.moment(time), detail: detail))
            return state.faults.count - 1
        }
    }

    /// Records that a fault ends, now.
    public func endFault(_ index: Int) {
        let time = now()
        state.withLock { state in
            guard state.faults.indices.contains(index), state.faults[index].end == nil else { return }
            state.faults[index].end = state.moment(time)
        }
    }

    /// Records an instantaneous fault, or a note.
    public func note(_ kind: String, target: String = "", detail: String? = nil) {
        _ = beginFault(kind, target: target, detail: detail)
    }

    /// Marks all later operations as final reads: all faults are healed and all events propagated.
    public func beginFinalPhase() {
        state.withLock { $0.phase = .final }
    }

    /// The history so far; operations that have not ended are open in it.
    public var history: History {
        state.withLock { History($0.operations, faults: $0.faults) }
    }
}
