public import RPC
internal import Synchronization

/// A log of events in memory, for fakes of services that tell what happens: each event has a place of its own.
public final class FakeEventLog<Event: Codable & Sendable>: Sendable {
    private struct State {
        var events: [Event] = []
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// A log without events.
    public init() {}

    /// Appends an event.
    public func tell(_ event: Event) {
        let waiters = state.withLock { state in
            state.events.append(event)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Sends a follower the events after its place, and those that come, for as long as its call lasts.
    ///
    /// - Throws: what the writer throws when the follower is gone.
    public func send(to writer: RPCWriter<Event>, after position: StreamPosition?) async throws {
        var sequence = Int(clamping: position?.sequence ?? 0)
        while true {
            let event = state.withLock { $0.events.indices.contains(sequence) ? $0.events[sequence] : nil }
            if let event {
                sequence += 1
                try await writer.write(event, at: StreamPosition(generation: 1, sequence: UInt64(sequence)))
            } else {
                await wait(for: sequence)
                try Task.checkCancellation()
            }
        }
    }

    /// Waits until there are more than `count` events, or the task is cancelled.
    private func wait(for count: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isDue = state.withLock { state in
                    if state.events.count > count || Task.isCancelled { return true }
                    state.waiters.append(waiter)
                    return false
                }
                if isDue { waiter.resume() }
            }
        } onCancel: {
            // All others that wait look again, too.
            let waiters = state.withLock { state in
                defer { state.waiters = [] }
                return state.waiters
            }
            for waiter in waiters { waiter.resume() }
        }
    }
}
