internal import Basics
internal import RPC
internal import Synchronization

/// Shares one run of the same work among concurrent callers. A cancelled caller does not cancel it for the others.
final class SingleFlight<Value: Sendable>: Sendable {
    private typealias Flight = Promise<Result<Value, any Error>>

    private struct State {
        var flights: [String: Flight] = [:]
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
        let (flight, isFirst) = state.withLock { state in
            if let flight = state.flights[key] {
                state.shared += 1
                return (flight, false)
            }
            let flight = Flight()
            state.flights[key] = flight
            return (flight, true)
        }
        if isFirst { begin(key, work) }
        return try await flight.valueUnlessCancelled().get()
    }

    /// Starts the work unless it is in flight, and does not wait.
    func begin(ifIdle key: String, _ work: @escaping @Sendable () async throws -> Value) {
        let isIdle = state.withLock { state in
            guard state.flights[key] == nil else { return false }
            state.flights[key] = Flight()
            return true
        }
        if isIdle { begin(key, work) }
    }

    private func begin(_ key: String, _ work: @escaping @Sendable () async throws -> Value) {
        runtime.spawn { [self] in
            let result: Result<Value, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            state.withLock { $0.flights.removeValue(forKey: key) }?.fulfill(result)
        }
    }
}
