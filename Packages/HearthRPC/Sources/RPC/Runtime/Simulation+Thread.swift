internal import Basics

extension Simulation {
    /// Runs a simulation, from its ``init(seed:)`` on, on a thread of its own.
    ///
    /// A simulation never waits: in a task it would block a thread of the cooperative pool until it ends.
    ///
    /// - Throws: what `body` throws.
    public static func runOnDedicatedThread<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let outcome = Promise<Result<Value, any Error>>()
        guard DedicatedThread.start({ outcome.fulfill(Result(catching: body)) }) else {
            throw RPCError(.resourceExhausted, "The thread cannot be created.", executed: .no)
        }
        return try await outcome.value.get()
    }
}
