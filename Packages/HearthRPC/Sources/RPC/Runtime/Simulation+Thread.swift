internal import Glibc

extension Simulation {
    /// Runs a simulation, from its ``init(seed:defects:)`` on, on a thread of its own.
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

#if DEBUG
extension Simulation {
    /// The simulation that runs on the calling thread.
    public static var onThisThread: Simulation? {
        pthread_getspecific(threadKey).map { Unmanaged<Simulation>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let threadKey: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// Sets the simulation as the calling thread's while `body` runs.
    func withCurrent<Value>(_ body: () -> Value) -> Value {
        let outer = pthread_getspecific(Self.threadKey)
        pthread_setspecific(Self.threadKey, Unmanaged.passUnretained(self).toOpaque())
        defer { pthread_setspecific(Self.threadKey, outer) }
        return body()
    }
}
#else
extension Simulation {
    func withCurrent<Value>(_ body: () -> Value) -> Value { body() }
}
#endif

/// The work of a thread, as an object that can be passed to a C function.
private final class ThreadWork: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
