internal import Glibc

/// A thread for work that blocks, or that owns what only one thread may touch. On the cooperative pool such work would
/// occupy one of the few threads that run everything else.
public enum DedicatedThread {
    /// Starts a thread that runs `body` and then ends. The process does not wait for the thread at exit.
    ///
    /// - Returns: false when the system cannot create a thread.
    public static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        // The thread inherits the mask: other threads handle signals, which interrupt no system call here.
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let work = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let error = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        guard error == 0 else {
            work.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    /// The work of a thread, as an object that can be passed to a C function.
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
