internal import Basics
internal import CZeroMQ
internal import Glibc
internal import Synchronization

extension IOLoop {
    /// The thread's state.
    struct Lifecycle {
        var thread: pthread_t?
        var isJoined = false
    }

    /// Stops the loop after the current turn and waits for its thread: sources are notified, and everything submitted
    /// before runs. Must not be called on the loop. Stopping twice does nothing.
    public func stop() {
        precondition(!isCurrent, "the loop \(name) cannot wait for its own end")
        requestStop()
        join()
    }

    /// Stops the loop as `stop` does, without blocking the caller's thread.
    public func shutDown() async {
        requestStop()
        await end.wait()
        join()
    }

    /// The loop has stopped, and its thread runs nothing any more.
    public var hasStopped: Bool { end.isFulfilled }

    private func requestStop() {
        shouldStop.store(true, ordering: .releasing)
        // An operation rather than a mere wake-up: it is enqueued under the lock that the loop checks under.
        submit {}
    }

    private func join() {
        let thread = lifecycle.withLock { lifecycle -> pthread_t? in
            defer { lifecycle.isJoined = true }
            return lifecycle.isJoined ? nil : lifecycle.thread
        }
        if let thread { pthread_join(thread, nil) }
    }

    func startThread() throws(IOLoopError) {
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        // The thread inherits the mask: signals are for other threads, and no call here is ever interrupted.
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let retained = Unmanaged.passRetained(self)
        let error = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<IOLoop>.fromOpaque(argument).takeRetainedValue().threadMain()
                return nil
            }, retained.toOpaque())
        guard error == 0 else {
            retained.release()
            throw .cannotStart(errorNumber: error, operation: "make a thread")
        }
        pthread_setname_np(thread, String(name.prefix(15)))
        lifecycle.withLock { $0.thread = thread }
    }

    private func threadMain() {
        setCurrentThread(UInt(pthread_self()))
        runUntilStopped()
        end.fulfill()
    }
}
