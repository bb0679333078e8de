internal import DequeModule
internal import Synchronization

/// The sending end of a stream, between the tasks that write and the loop that sends.
///
/// A write returns at once while the receiver has room, and waits otherwise: a slow reader slows its writer. It also
/// waits while this side's send buffer is full, whatever room the receiver has granted.
final class StreamSender: Sendable {
    private struct Waiter {
        let id: UInt64
        let item: StreamItem
        let continuation: UnsafeContinuation<RPCError?, Never>
    }

    private struct State {
        var items = Deque<StreamItem>()
        /// The longest item that the receiver accepts.
        var itemBytes: Int
        /// The receiver's free window.
        var room = StreamWindow.zero
        /// The send buffer's free room: written and unsent items fill it.
        var sendBufferRoom: StreamWindow
        var waiters = Deque<Waiter>()
        var lastWaiter: UInt64 = 0
        /// Writers cancelled before they began to wait.
        var cancelled: Set<UInt64> = []
        /// Whether the loop was notified of pending items.
        var isAnnounced = false
        var isClosed = false
        var failure: RPCError?

        var hasRoom: Bool { room.hasRoom && sendBufferRoom.hasRoom }
        /// Whether no more items come: it is closed, and no earlier write is waiting.
        var isEnded: Bool { isClosed && waiters.isEmpty }

        func refusal(of item: StreamItem) -> RPCError? {
            guard item.bytes.count > itemBytes else { return nil }
            return .tooLarge("item", bytes: item.bytes.count, limit: itemBytes, executed: .maybe)
        }

        mutating func put(_ item: StreamItem) {
            room.take(item)
            sendBufferRoom.take(item)
            items.append(item)
        }

        /// Admits as many waiting writes as there is room for.
        mutating func admitWaiters() -> [(Waiter, RPCError?)] {
            var ready: [(Waiter, RPCError?)] = []
            while hasRoom, let waiter = waiters.popFirst() {
                // The receiver's limit may have become known only now.
                let refusal = refusal(of: waiter.item)
                if refusal == nil { put(waiter.item) }
                ready.append((waiter, refusal))
            }
            return ready
        }

        /// Whether the loop must be notified.
        mutating func announce() -> Bool {
            defer { isAnnounced = true }
            return !isAnnounced
        }
    }

    private let state: Mutex<State>
    private let announce: @Sendable () -> Void

    /// - Parameters:
    ///   - itemBytes: The longest item.
    ///   - unsent: The size of the send buffer here and on the loop; the last item may exceed it.
    ///   - announce: notifies the loop that there are items; called once until they were taken.
    init(itemBytes: Int, unsent: StreamWindow, announce: @escaping @Sendable () -> Void) {
        state = Mutex(State(itemBytes: itemBytes, sendBufferRoom: unsent))
        self.announce = announce
    }

    /// Sends an item, as soon as the receiver has room for it.
    ///
    /// - Throws: why the stream is over; `RESOURCE_EXHAUSTED` when the item is longer than the receiver takes;
    ///   `CANCELLED` when the task is cancelled while it waits.
    func write(_ item: StreamItem) async throws(RPCError) {
        switch admit(item) {
        case .sent(let mustAnnounce): if mustAnnounce { announce() }
        case .over(let error): throw error
        case .wait(let id): if let error = await wait(id, item) { throw error }
        }
    }

    private enum Admission {
        case sent(mustAnnounce: Bool)
        case over(RPCError)
        case wait(UInt64)
    }

    private func admit(_ item: StreamItem) -> Admission {
        state.withLock { state in
            if let failure = state.failure { return .over(failure) }
            if state.isClosed { return .over(.closedStream) }
            if let error = state.refusal(of: item) { return .over(error) }
            if state.waiters.isEmpty, state.hasRoom {
                state.put(item)
                return .sent(mustAnnounce: state.announce())
            }
            state.lastWaiter += 1
            return .wait(state.lastWaiter)
        }
    }

    // A continuation rather than a promise, as in `Simulation.sleep`: a promise's wait is a step more for the simulation,
    // which would then record other frames for the protocol's vectors.
    private func wait(_ id: UInt64, _ item: StreamItem) async -> RPCError? {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let (error, isOver, mustAnnounce) = state.withLock { state -> (RPCError?, Bool, Bool) in
                    if state.cancelled.remove(id) != nil { return (.cancelledWrite, true, false) }
                    if let failure = state.failure { return (failure, true, false) }
                    if state.isClosed { return (.closedStream, true, false) }
                    // Room may have been granted since.
                    if state.waiters.isEmpty, state.hasRoom {
                        state.put(item)
                        return (nil, true, state.announce())
                    }
                    state.waiters.append(Waiter(id: id, item: item, continuation: continuation))
                    return (nil, false, false)
                }
                if mustAnnounce { announce() }
                if isOver { continuation.resume(returning: error) }
            }
        } onCancel: {
            let (waiter, mustAnnounce) = state.withLock { state -> (Waiter?, Bool) in
                guard let index = state.waiters.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return (nil, false)
                }
                let waiter = state.waiters.remove(at: index)
                // The end that waited for it can be sent.
                return (waiter, state.isEnded && state.announce())
            }
            waiter?.continuation.resume(returning: .cancelledWrite)
            if mustAnnounce { announce() }
        }
    }

    /// Whether the call has ended, so that nothing can be written.
    var isOver: Bool { state.withLock { $0.failure != nil } }

    /// Ends the items; written items are still sent, waiting writes included, before the end.
    func close() {
        let mustAnnounce = state.withLock { state in
            guard !state.isClosed, state.failure == nil else { return false }
            state.isClosed = true
            return state.announce()
        }
        if mustAnnounce { announce() }
    }

    // MARK: For the loop

    /// The receiver has granted more room, for items of at most `itemBytes` each.
    func grant(_ room: StreamWindow, itemBytes: Int = .max) {
        makeRoom { state in
            state.itemBytes = min(state.itemBytes, itemBytes)
            state.room.add(room)
        }
    }

    /// A part of the taken items was sent.
    func sent(_ window: StreamWindow) { makeRoom { $0.sendBufferRoom.add(window) } }

    private func makeRoom(_ change: (inout State) -> Void) {
        let (ready, mustAnnounce) = state.withLock { state -> ([(Waiter, RPCError?)], Bool) in
            change(&state)
            let ready = state.admitWaiters()
            // A rejected item may have been the last one before the end.
            let isDue = !state.items.isEmpty || !ready.isEmpty && state.isEnded
            return (ready, isDue && state.announce())
        }
        for (waiter, refusal) in ready { waiter.continuation.resume(returning: refusal) }
        if mustAnnounce { announce() }
    }

    /// Takes the written items; true when they were the last.
    func take(into items: inout Deque<StreamItem>) -> Bool {
        state.withLock { state in
            state.isAnnounced = false
            if items.isEmpty {
                swap(&items, &state.items)
            } else {
                items.append(contentsOf: state.items)
                state.items.removeAll(keepingCapacity: true)
            }
            return state.isEnded
        }
    }

    /// The stream is over: further writes fail, and unsent items are dropped.
    func fail(_ error: RPCError) {
        let waiters = state.withLock { state in
            guard state.failure == nil else { return Deque<Waiter>() }
            state.failure = error
            state.items.removeAll()
            defer { state.waiters.removeAll() }
            return state.waiters
        }
        for waiter in waiters { waiter.continuation.resume(returning: error) }
    }
}

extension RPCError {
    fileprivate static let closedStream = RPCError(
        .failedPrecondition, "The stream was closed: nothing can be written to it any more.", executed: .no)
    fileprivate static let cancelledWrite = RPCError(
        .cancelled, "The write was cancelled while it waited for its reader.", executed: .no)
}
