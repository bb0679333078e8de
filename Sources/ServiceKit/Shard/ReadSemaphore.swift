internal import Basics
internal import RPC
internal import Synchronization

/// Limits concurrent reads to the number of connections; waiting callers are admitted fairly, and leave when cancelled.
///
/// GRDB's own wait for a reader blocks a thread and cannot be cancelled; with a permit it never waits.
final class ReadSemaphore: Sendable {
    /// The result of requesting a permit.
    enum Entry: Sendable {
        case entered
        /// The task was cancelled.
        case cancelled
        /// The queue is full.
        case crowded
        /// The semaphore is closed for good.
        case closed
    }

    private struct State {
        var free: Int
        /// What ``close()`` waits for: that all permits are returned.
        var closing: Promise<Void>?
        var isClosed = false
        var waiting = FairQueue<Promise<Entry>>()
    }

    private enum Admission {
        case decided(Entry)
        case waits(Promise<Entry>, evicting: Promise<Entry>?)
    }

    private let state: Mutex<State>
    private let permits: Int
    private let waitingMost: Int

    init(permits: Int, waitingMost: Int) {
        self.permits = permits
        state = Mutex(State(free: permits))
        self.waitingMost = waitingMost
    }

    /// The number of waiting reads.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Waits for a permit; a caller that got one must call ``leave()``.
    ///
    /// - Parameter share: the caller's share.
    func enter(of share: FairShare = .own) async -> Entry {
        switch admit(share) {
        case .decided(let entry): return entry
        case .waits(let entry, let evicted):
            evicted?.fulfill(.crowded)
            return await withTaskCancellationHandler {
                await entry.value
            } onCancel: {
                let isWaiting = state.withLock { $0.waiting.remove(of: share) { $0 === entry } != nil }
                if isWaiting { entry.fulfill(.cancelled) }
            }
        }
    }

    private func admit(_ share: FairShare) -> Admission {
        state.withLock { state in
            if state.isClosed { return .decided(.closed) }
            if Task.isCancelled { return .decided(.cancelled) }
            if state.free > 0 {
                state.free -= 1
                return .decided(.entered)
            }
            var evicted: Promise<Entry>?
            if state.waiting.count >= waitingMost {
                // Full: evict a read of the caller with the most waiting.
                evicted = state.waiting.removeLast(inFavourOf: share.caller)
                if evicted == nil { return .decided(.crowded) }
            }
            let entry = Promise<Entry>()
            state.waiting.append(entry, of: share)
            return .waits(entry, evicting: evicted)
        }
    }

    /// Returns the permit, which goes to the next caller in fair order.
    func leave() {
        let (next, closing) = state.withLock { state -> (Promise<Entry>?, Promise<Void>?) in
            if let next = state.waiting.popFirst() { return (next, nil) }
            state.free += 1
            return (nil, state.free == permits ? state.closing : nil)
        }
        next?.fulfill(.entered)
        closing?.fulfill()
    }

    /// Admits no further reads, rejects the waiting ones, and returns when all permits are returned.
    func close() async {
        let (waiting, closing) = state.withLock { state in
            state.isClosed = true
            let closing = state.closing ?? Promise()
            state.closing = closing
            if state.free == permits { closing.fulfill() }
            return (state.waiting.removeAll(), closing)
        }
        for entry in waiting { entry.fulfill(.closed) }
        await closing.wait()
    }
}
