internal import RPC
internal import Synchronization

/// Shares one run of the same work among concurrent callers. A cancelled caller does not cancel it for the others.
final class SingleFlight<Value: Sendable>: Sendable {
    private struct State {
        var flights: [String: [UInt64: CheckedContinuation<Value, any Error>]] = [:]
        var nextID: UInt64 = 0
        var shared: UInt64 = 0
    }

    private let runtime: any Runtime
    private let state = Mutex(State())

    init(runtime: any Runtime) { self.runtime = runtime }

    /// Callers that joined a fetch in flight.
    var shared: UInt64 { state.withLock { $0.shared } }

    /// The result of `work`, started by the first caller of `key`.
    ///
    /// - Throws: what `work` throws; `CancellationError` to the cancelled caller only.
    func share(_ key: String, _ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if enter(key, id, continuation) { begin(key, work) }
                // The handler below may have run before there was anything to take out.
                if Task.isCancelled { leave(key, id) }
            }
        } onCancel: {
            leave(key, id)
        }
    }

    /// Starts the work unless it is in flight, and does not wait.
    func begin(ifIdle key: String, _ work: @escaping @Sendable () async throws -> Value) {
        let isIdle = state.withLock { state in
            guard state.flights[key] == nil else { return false }
            state.flights[key] = [:]
            return true
        }
        if isIdle { begin(key, work) }
    }

    /// Whether the caller is the first.
    private func enter(_ key: String, _ id: UInt64, _ continuation: CheckedContinuation<Value, any Error>) -> Bool {
        state.withLock { state in
            let isFirst = state.flights[key] == nil
            if !isFirst { state.shared += 1 }
            state.flights[key, default: [:]][id] = continuation
            return isFirst
        }
    }

    private func leave(_ key: String, _ id: UInt64) {
        let continuation = state.withLock { $0.flights[key]?.removeValue(forKey: id) }
        continuation?.resume(throwing: CancellationError())
    }

    private func begin(_ key: String, _ work: @escaping @Sendable () async throws -> Value) {
        runtime.spawn { [self] in
            let result: Result<Value, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            let waiting = state.withLock { $0.flights.removeValue(forKey: key) ?? [:] }
            for (_, continuation) in waiting.sorted(by: { $0.key < $1.key }) { continuation.resume(with: result) }
        }
    }
}
