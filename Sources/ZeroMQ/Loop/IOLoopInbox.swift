internal import CZeroMQ
internal import Glibc
internal import Synchronization

/// What other threads hand to a loop, and how they wake it.
///
/// Nobody is ever missed: the loop says that it is about to sleep (`isAsleep`) *before* it looks into the inbox, and
/// into the queues of its sources, for the last time; who brings something looks at `isAsleep` *after* having put it
/// there. Both look into the same place under the same lock, so one of them sees the other. Of many that bring
/// something while the loop sleeps, the one that turns `isAsleep` back writes to the eventfd, the others do not.
final class IOLoopInbox: Sendable {
    /// Something to run on the loop's thread.
    enum Item: Sendable {
        case operation(@Sendable () -> Void)
        case job(UnownedJob)
    }

    struct State {
        var items: [Item] = []
        /// The loop's thread takes nothing any more.
        var isClosed = false
        /// Somebody runs the jobs that came too late, see `IOLoop.runLate`.
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

    /// Puts an item in, unless the loop takes nothing any more.
    func put(_ item: Item) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.items.append(item)
            return true
        }
    }

    /// Exchanges the items for `taken`, which is empty, so that neither array is made anew.
    func take(_ taken: inout [Item]) { state.withLock { swap(&$0.items, &taken) } }

    /// Wakes the loop if it sleeps, and returns whether it did.
    func wake() -> Bool {
        guard isAsleep.load(ordering: .relaxed), isAsleep.exchange(false, ordering: .relaxed) else { return false }
        var one: UInt64 = 1
        // It fails only when the counter is full, and then the loop is awake already.
        _ = write(eventFile, &one, MemoryLayout<UInt64>.size)
        return true
    }

    /// Forgets that somebody has woken the loop.
    func clearSignal() {
        var count: UInt64 = 0
        _ = read(eventFile, &count, MemoryLayout<UInt64>.size)
    }

    deinit { close(eventFile) }
}
