internal import Glibc

extension Simulation {
    /// Runs a simulation, from its ``init(seed:)`` on, on a thread of its own.
    ///
    /// A simulation never waits: in a task it would block a thread of the cooperative pool until it ends.
    ///
    /// - Throws: what `body` throws.
    public static func runOnDedicatedThread<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Value, any Error>) in
            let work = Unmanaged.passRetained(ThreadWork { continuation.resume(with: Result { try body() }) })
            var thread = pthread_t()
            let error = pthread_create(
                &thread, nil,
                { argument in
                    argument.map { Unmanaged<ThreadWork>.fromOpaque($0).takeRetainedValue().run() }
                    return nil
                }, work.toOpaque())
            guard error == 0 else {
                work.release()
                return continuation.resume(
                    throwing: RPCError(.resourceExhausted, "The thread cannot be created.", executed: .no))
            }
            pthread_detach(thread)
        }
    }
}

/// The work of a thread, as an object that can be passed to a C function.
private final class ThreadWork: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
