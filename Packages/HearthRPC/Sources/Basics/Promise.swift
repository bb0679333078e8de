internal import Synchronization

/// A value that is delivered once, and the tasks that wait for it.
///
/// It connects tasks with code that cannot be `async`: a callback, a thread, a state behind a lock. A promise is made
/// under the lock that decides whether the task has to wait, so that nothing happens between the two; it may be
/// fulfilled before a task begins to wait.
///
///     let promise = Promise<Int>()
///     queue.async { promise.fulfill(compute()) }
///     return await promise.value
///
/// For work that fails, `Value` is a `Result`.
public final class Promise<Value: Sendable>: Sendable {
    private struct Waiter {
        let id: UInt64
        /// Resumed with nil when its task was cancelled.
        let continuation: UnsafeContinuation<Value?, Never>
    }

    private struct State {
        var value: Value?
        var waiters: [Waiter] = []
        var lastWaiter: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Makes a promise without a value.
    public init() {}

    /// Whether there is a value.
    public var isFulfilled: Bool { state.withLock { $0.value != nil } }

    /// Whether a task waits for the value.
    public var isAwaited: Bool { state.withLock { !$0.waiters.isEmpty } }

    /// Delivers the value to the waiting tasks, in the order in which they began to wait, and to all later ones.
    ///
    /// - Returns: false when there was a value already, which stays.
    @discardableResult
    public func fulfill(_ value: Value) -> Bool {
        let waiters = state.withLock { state -> [Waiter]? in
            guard state.value == nil else { return nil }
            state.value = value
            defer { state.waiters = [] }
            return state.waiters
        }
        guard let waiters else { return false }
        for waiter in waiters { waiter.continuation.resume(returning: value) }
        return true
    }

    /// The value, as soon as there is one. Cancelling the task does not end the wait.
    public var value: Value {
        get async {
            // Without an id nothing ends the wait early, so there is one turn.
            while true {
                if let value = await wait(nil) { return value }
            }
        }
    }

    /// The value, as soon as there is one, unless the task is cancelled first: then this task alone stops waiting.
    ///
    /// - Throws: `CancellationError` when the task is cancelled and there is no value.
    public func valueUnlessCancelled() async throws(CancellationError) -> Value {
        let id = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        let value = await withTaskCancellationHandler {
            await wait(id)
        } onCancel: {
            cancel(id)
        }
        guard let value else { throw CancellationError() }
        return value
    }

    /// - Parameter id: under which the wait is cancelled; nil when it is not.
    private func wait(_ id: UInt64?) async -> Value? {
        await withUnsafeContinuation { continuation in
            let (isOver, value) = state.withLock { state -> (Bool, Value?) in
                if let value = state.value { return (true, value) }
                // The cancellation may have come before there was a waiter to remove.
                if id != nil, Task.isCancelled { return (true, nil) }
                state.waiters.append(Waiter(id: id ?? 0, continuation: continuation))
                return (false, nil)
            }
            if isOver { continuation.resume(returning: value) }
        }
    }

    private func cancel(_ id: UInt64) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
        }
        waiter?.continuation.resume(returning: nil)
    }
}

extension Promise where Value == Void {
    /// Resumes the waiting tasks, and all later ones at once.
    ///
    /// - Returns: false when it was fulfilled already.
    @discardableResult
    public func fulfill() -> Bool { fulfill(()) }

    /// Waits until it is fulfilled. Cancelling the task does not end the wait.
    public func wait() async { _ = await value }

    /// Waits until it is fulfilled, or until the task is cancelled.
    public func waitUnlessCancelled() async { _ = try? await valueUnlessCancelled() }
}
