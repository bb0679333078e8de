internal import DequeModule
internal import Synchronization

/// The receiving end of a stream, between the loop that receives and the task that reads.
final class StreamReceiver: Sendable {
    // Continuations rather than promises: a reader that keeps up waits for each item, and allocates nothing for it.
    private struct Waiter {
        let id: UInt64
        let continuation: UnsafeContinuation<Outcome, Never>
    }

    /// The next item, nil at the end, or the error.
    typealias Outcome = Result<StreamItem?, RPCError>

    private struct State {
        var items = Deque<StreamItem>()
        var end: Result<EncodedResponse, RPCError>?
        var waiters = Deque<Waiter>()
        var lastWaiter: UInt64 = 0
        var cancelled: Set<UInt64> = []
        /// Consumed by the reader and not reported to the loop.
        var consumed = StreamWindow.zero

        mutating func next() -> Outcome? {
            if let item = items.popFirst() {
                consumed.items += 1
                consumed.bytes += item.bytes.count
                return .success(item)
            }
            return end.map { $0.map { _ in nil } }
        }
    }

    private let window: StreamWindow
    private let onConsumed: @Sendable (StreamWindow) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - window: How much may be buffered here; consumption is reported in halves of it.
    ///   - onConsumed: Receives what the reader consumed.
    init(window: StreamWindow, onConsumed: @escaping @Sendable (StreamWindow) -> Void) {
        (self.window, self.onConsumed) = (window, onConsumed)
    }

    /// The next item, nil at the stream's end.
    ///
    /// - Throws: why the stream failed; `CANCELLED` when the task is cancelled while it waits.
    func next() async throws(RPCError) -> StreamItem? {
        let (outcome, id, consumed) = state.withLock { state -> (Outcome?, UInt64, StreamWindow?) in
            if state.waiters.isEmpty, let outcome = state.next() { return (outcome, 0, tell(&state)) }
            state.lastWaiter += 1
            return (nil, state.lastWaiter, nil)
        }
        if let consumed { onConsumed(consumed) }
        if let outcome { return try outcome.get() }
        return try await wait(id).get()
    }

    private func tell(_ state: inout State) -> StreamWindow? {
        guard state.end == nil,
            state.consumed.items >= (window.items + 1) / 2 || state.consumed.bytes >= (window.bytes + 1) / 2
        else { return nil }
        defer { state.consumed = StreamWindow.zero }
        return state.consumed
    }

    private func wait(_ id: UInt64) async -> Outcome {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let (outcome, consumed) = state.withLock { state -> (Outcome?, StreamWindow?) in
                    if state.cancelled.remove(id) != nil { return (.failure(.cancelledRead), nil) }
                    if state.waiters.isEmpty, let outcome = state.next() { return (outcome, tell(&state)) }
                    state.waiters.append(Waiter(id: id, continuation: continuation))
                    return (nil, nil)
                }
                if let consumed { onConsumed(consumed) }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                guard let index = state.waiters.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.waiters.remove(at: index)
            }
            waiter?.continuation.resume(returning: .failure(.cancelledRead))
        }
    }

    /// Waits for the end, and drops the items before it.
    ///
    /// - Throws: why the call failed.
    func response() async throws(RPCError) -> EncodedResponse {
        while try await next() != nil {}
        return try state.withLock { $0.end ?? .failure(.cancelledRead) }.get()
    }

    // MARK: For the loop

    /// Items have arrived; they are moved out of `arrived`.
    func push(_ arrived: inout [StreamItem]) {
        let (resumed, consumed) = state.withLock { state -> ([(Waiter, Outcome)], StreamWindow?) in
            guard state.end == nil else { return ([], nil) }
            state.items.append(contentsOf: arrived)
            var resumed: [(Waiter, Outcome)] = []
            while let waiter = state.waiters.first, let outcome = state.next() {
                state.waiters.removeFirst()
                resumed.append((waiter, outcome))
            }
            return (resumed, resumed.isEmpty ? nil : tell(&state))
        }
        arrived.removeAll(keepingCapacity: true)
        for (waiter, outcome) in resumed { waiter.continuation.resume(returning: outcome) }
        if let consumed { onConsumed(consumed) }
    }

    /// The stream is over; items that have arrived can still be read. The first end counts.
    func finish(_ end: Result<EncodedResponse, RPCError>) {
        let waiters = state.withLock { state in
            guard state.end == nil else { return Deque<Waiter>() }
            state.end = end
            defer { state.waiters.removeAll() }
            return state.waiters
        }
        for waiter in waiters { waiter.continuation.resume(returning: end.map { _ in nil }) }
    }
}

extension RPCError {
    fileprivate static let cancelledRead = RPCError(
        .cancelled, "Reading the stream was cancelled.", executed: .maybe)
}
