internal import RPC

/// A limit of time has passed.
struct TimedOut: Error {}

/// Runs an operation within a time; then it is cancelled.
///
/// - Throws: ``TimedOut``; what the operation throws.
func within<Value: Sendable>(
    _ limit: Duration, on runtime: any Runtime, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await runtime.sleep(for: limit)
            return nil
        }
        defer { group.cancelAll() }
        guard let first = try await group.next(), let value = first else { throw TimedOut() }
        return value
    }
}
