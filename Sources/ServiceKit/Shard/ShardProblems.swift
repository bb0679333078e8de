internal import Synchronization

/// Why shards failed to open the last time, by household.
final class ShardProblems: Sendable {
    private struct State {
        var problems: [String: String] = [:]
        var observers: [AsyncStream<Void>.Continuation] = []
        var isClosed = false
    }

    private let state = Mutex(State())

    /// All of them.
    var all: [String: String] { state.withLock { $0.problems } }

    /// Records a household's problem; nil when it has none.
    ///
    /// - Returns: whether it is another one than before.
    func note(_ problem: String?, of household: String) -> Bool {
        let (isNew, observers) = state.withLock { state in
            defer { state.problems[household] = problem }
            let isNew = state.problems[household] != problem
            return (isNew, isNew ? state.observers : [])
        }
        for observer in observers { observer.yield() }
        return isNew
    }

    /// Emits whenever ``all`` changes, until the end.
    func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            if state.isClosed { continuation.finish() } else { state.observers.append(continuation) }
        }
        return stream
    }

    /// Ends ``changes()``.
    func close() {
        let observers = state.withLock { state in
            state.isClosed = true
            defer { state.observers = [] }
            return state.observers
        }
        for observer in observers { observer.finish() }
    }
}
