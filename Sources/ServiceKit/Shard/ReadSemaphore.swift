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

    private enum Ticket {
        /// Has a ticket, and is about to wait.
        case arriving
        case waiting(CheckedContinuation<Entry, Never>, FairShare)
    }

    private struct State {
        var free: Int
        /// The task in ``close()``, which waits until all permits are returned.
        var closing: CheckedContinuation<Void, Never>?
        var isClosed = false
        var tickets: [UInt64: Ticket] = [:]
        var order = FairQueue<UInt64>()
        var nextTicket: UInt64 = 0
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
    var waiting: Int { state.withLock { $0.order.count } }

    /// Waits for a permit; a caller that got one must call ``leave()``.
    ///
    /// - Parameter share: the caller's share.
    func enter(of share: FairShare = .own) async -> Entry {
        let (entry, ticket, evicted) = state.withLock {
            state -> (Entry?, UInt64, CheckedContinuation<Entry, Never>?) in
            if state.isClosed { return (.closed, 0, nil) }
            if Task.isCancelled { return (.cancelled, 0, nil) }
            if state.free > 0 {
                state.free -= 1
                return (.entered, 0, nil)
            }
            var evicted: CheckedContinuation<Entry, Never>?
            if state.tickets.count >= waitingMost {
                // Full: evict a read of the caller with the most waiting.
                guard let last = state.order.removeLast(inFavourOf: share.caller),
                    case .waiting(let continuation, _) = state.tickets.removeValue(forKey: last)
                else { return (.crowded, 0, nil) }
                evicted = continuation
            }
            state.nextTicket += 1
            state.tickets[state.nextTicket] = .arriving
            return (nil, state.nextTicket, evicted)
        }
        evicted?.resume(returning: .crowded)
        if let entry { return entry }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { wait(ticket, $0, share) }
        } onCancel: {
            cancel(ticket)
        }
    }

    /// Returns the permit, which goes to the next caller in fair order.
    func leave() {
        let (next, closing) = state.withLock {
            state -> (CheckedContinuation<Entry, Never>?, CheckedContinuation<Void, Never>?) in
            while let ticket = state.order.popFirst() {
                if case .waiting(let next, _) = state.tickets.removeValue(forKey: ticket) { return (next, nil) }
            }
            state.free += 1
            guard state.free == permits else { return (nil, nil) }
            defer { state.closing = nil }
            return (nil, state.closing)
        }
        next?.resume(returning: .entered)
        closing?.resume()
    }

    /// Admits no further reads, rejects the waiting ones, and returns when all permits are returned.
    func close() async {
        let waiting = state.withLock { state in
            state.isClosed = true
            return state.order.removeAll().compactMap { state.tickets.removeValue(forKey: $0) }
        }
        for case .waiting(let continuation, _) in waiting { continuation.resume(returning: .closed) }
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if state.free == permits { return true }
                state.closing = continuation
                return false
            }
            if isEmpty { continuation.resume() }
        }
    }

    private func wait(_ ticket: UInt64, _ continuation: CheckedContinuation<Entry, Never>, _ share: FairShare) {
        let entry = state.withLock { state -> Entry? in
            // The ticket is gone: cancelled between arriving and waiting.
            guard state.tickets[ticket] != nil else { return .cancelled }
            if state.isClosed {
                state.tickets[ticket] = nil
                return .closed
            }
            if state.free > 0 {
                state.free -= 1
                state.tickets[ticket] = nil
                return .entered
            }
            state.tickets[ticket] = .waiting(continuation, share)
            state.order.append(ticket, of: share)
            return nil
        }
        if let entry { continuation.resume(returning: entry) }
    }

    private func cancel(_ ticket: UInt64) {
        let waiting = state.withLock { state -> CheckedContinuation<Entry, Never>? in
            guard case .waiting(let continuation, let share) = state.tickets.removeValue(forKey: ticket) else {
                return nil
            }
            state.order.remove(of: share) { $0 == ticket }
            return continuation
        }
        waiting?.resume(returning: .cancelled)
    }
}
