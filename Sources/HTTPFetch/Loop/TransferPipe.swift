internal import Basics
internal import Synchronization

/// The pipe of one response from the loop, which writes, to the waiting task.
///
/// A streamed body is paused when `capacity` bytes are buffered, and resumed when half of them are read.
final class TransferPipe: Sendable {
    /// The events in order: one head, bytes, the end.
    enum Event: Sendable {
        case head(FetchHead)
        case bytes([UInt8])
        case end
    }

    private struct State {
        var head: FetchHead?
        var bytes: [UInt8] = []
        var received = 0
        var isPaused = false
        /// How it ended: with success when it is complete.
        var ending: Result<Void, any Error>?
        var waiter: Promise<Result<Event, any Error>>?
    }

    /// Buffered bytes at which the sender is paused; nil to buffer all of it and return it in one piece.
    private let capacity: Int?
    private let state = Mutex(State())

    init(capacity: Int?) { self.capacity = capacity }

    /// Writes the head.
    func put(_ head: FetchHead) { change { $0.head = head } }

    /// Writes bytes unless the buffer is full; then the loop has to pause.
    func put(_ bytes: UnsafeRawBufferPointer) -> Bool {
        change { state in
            state.isPaused = capacity.map { state.bytes.count >= $0 } ?? false
            guard !state.isPaused else { return false }
            state.bytes.append(contentsOf: bytes)
            state.received += bytes.count
            return true
        }
    }

    /// Ends it; the first ending counts.
    func end(_ ending: Result<Void, any Error>) {
        change { state in
            guard state.ending == nil else { return }
            state.ending = ending
            // Bytes received before a failure are of use only to streaming readers that continue to read.
            if case .failure(let error) = ending, capacity == nil || error is CancellationError {
                (state.head, state.bytes) = (nil, [])
            }
        }
    }

    /// Whether the body is returned as it arrives.
    var isStreaming: Bool { capacity != nil }

    /// Waits for the next event. One task at a time: a second waiting task gets an error.
    ///
    /// - Throws: `FetchError`; `CancellationError`.
    func next() async throws -> Event {
        let event = Promise<Result<Event, any Error>>()
        let isAlone = change { state in
            guard state.waiter == nil else { return false }
            state.waiter = event
            return true
        }
        guard isAlone else { throw FetchError(.invalidRequest("a second reader of one answer"), at: "") }
        return try await event.value.get()
    }

    /// Received bytes of the body.
    var received: Int { state.withLock { $0.received } }

    /// Whether the loop has paused and there is room again; true once.
    func takeResumeRequest() -> Bool {
        state.withLock { state in
            let hasRoom = state.bytes.count <= (capacity ?? 0) / 2
            guard state.isPaused, hasRoom, state.ending == nil else { return false }
            state.isPaused = false
            return true
        }
    }

    /// Changes the state and resumes the waiting task if there is an event for it.
    private func change<Value>(_ body: (inout State) -> Value) -> Value {
        let (value, waiter, outcome) = state.withLock { state in
            let value = body(&state)
            guard state.waiter != nil, let outcome = Self.takeEvent(from: &state, waitsForAll: capacity == nil) else {
                return (value, nil as Promise<Result<Event, any Error>>?, nil as Result<Event, any Error>?)
            }
            defer { state.waiter = nil }
            return (value, state.waiter, outcome)
        }
        if let waiter, let outcome { waiter.fulfill(outcome) }
        return value
    }

    private static func takeEvent(from state: inout State, waitsForAll: Bool) -> Result<Event, any Error>? {
        if let head = state.head {
            state.head = nil
            return .success(.head(head))
        }
        if !state.bytes.isEmpty, state.ending != nil || !waitsForAll {
            defer { state.bytes = [] }
            return .success(.bytes(state.bytes))
        }
        return state.ending.map { ending in ending.map { .end } }
    }
}
