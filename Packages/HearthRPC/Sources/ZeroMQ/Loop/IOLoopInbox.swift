internal import CZeroMQ
internal import Glibc
internal import Synchronization

/// The queue from other threads to a loop, and its wake-up.
///
/// No wake-up is lost: the loop announces that it is about to sleep (`isAsleep`) *before* it checks the inbox, and the
/// queues of its sources, for the last time; a submitter checks `isAsleep` *after* enqueueing. Both use the same lock,
/// so one of them sees the other. Of several threads that submit while the loop sleeps, the one that resets `isAsleep`
/// writes to the eventfd, the others do not.
final class IOLoopInbox: Sendable {
    /// An item to run on the loop's thread.
    enum Item: Sendable {
        case operation(@Sendable () -> Void)
        case job(UnownedJob)
    }

    struct State {
        var items: [Item] = []
        /// The loop's thread accepts no more items.
        var isClosed = false
        /// A thread runs the items that were submitted too late, see `IOLoop.runLate`.
        var isRunningLate = false
    }

    let state = Mutex(State())
    let isAsleep = Atomic<Bool>(false)
    let eventFile: Int32

    init() throws(IOLoopError) {
        eventFile = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        guard eventFile >= 0 else {
            throw .cannotStart(errorNumber: errno, operation: "make an eventfd")
        }
    }

    /// Enqueues an item, unless the inbox is closed.
    func put(_ item: Item) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.items.append(item)
            return true
        }
    }

    /// Swaps the items with `taken`, which is empty, so that neither array is allocated again.
    func take(_ taken: inout [Item]) { state.withLock { swap(&$0.items, &taken) } }

    /// Wakes the loop if it sleeps, and returns whether it did.
    func wake() -> Bool {
        guard isAsleep.load(ordering: .relaxed), isAsleep.exchange(false, ordering: .relaxed) else { return false }
        var one: UInt64 = 1
        // It fails only when the counter is full, and then the loop is awake already.
        _ = write(eventFile, &one, MemoryLayout<UInt64>.size)
        return true
    }

    /// Resets the eventfd after a wake-up.
    func clearSignal() {
        var count: UInt64 = 0
        _ = read(eventFile, &count, MemoryLayout<UInt64>.size)
    }

    deinit { close(eventFile) }
}
