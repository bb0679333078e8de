internal import Synchronization

/// The way of one answer from the loop, which puts in, to the task that waits for it.
///
/// A body that is streamed is paused when `capacity` bytes wait, and goes on when half of them are taken.
final class TransferPipe: Sendable {
    /// What comes out: one head, bytes, the end.
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
        /// How it ended: with nil when all of it came.
        var ending: Result<Void, any Error>?
        var waiter: CheckedContinuation<Event, any Error>?
    }

    /// Bytes that wait before the sender is paused; nil to hold all of it and give it out in one piece.
    private let capacity: Int?
    private let state = Mutex(State())

    init(capacity: Int?) { self.capacity = capacity }

    /// Takes the head.
    func put(_ head: FetchHead) { change { $0.head = head } }

    /// Takes bytes unless as many as there is room for wait already; then the loop has to pause.
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
            // What came before a failure is of use only to who reads piece by piece and goes on reading.
            if case .failure(let error) = ending, capacity == nil || error is CancellationError {
                (state.head, state.bytes) = (nil, [])
            }
        }
    }

    /// The body is given out as it comes.
    var isStreaming: Bool { capacity != nil }

    /// Waits for what comes next. One task at a time: one that comes while another waits is refused.
    ///
    /// - Throws: `FetchError`; `CancellationError`.
    func next() async throws -> Event {
        try await withCheckedThrowingContinuation { continuation in
            let isAlone = change { state in
                guard state.waiter == nil else { return false }
                state.waiter = continuation
                return true
            }
            guard !isAlone else { return }
            continuation.resume(throwing: FetchError(.invalidRequest("a second reader of one answer"), at: ""))
        }
    }

    /// Bytes of the body that have come.
    var received: Int { state.withLock { $0.received } }

    /// The loop has paused and there is room again; says so once.
    func takeResumeRequest() -> Bool {
        state.withLock { state in
            let hasRoom = state.bytes.count <= (capacity ?? 0) / 2
            guard state.isPaused, hasRoom, state.ending == nil else { return false }
            state.isPaused = false
            return true
        }
    }

    /// Changes the state and gives the waiting task what there is for it now.
    private func change<Value>(_ body: (inout State) -> Value) -> Value {
        let (value, waiter, outcome) = state.withLock { state in
            let value = body(&state)
            guard state.waiter != nil, let outcome = Self.takeEvent(from: &state, waitsForAll: capacity == nil) else {
                return (value, nil as CheckedContinuation<Event, any Error>?, nil as Result<Event, any Error>?)
            }
            defer { state.waiter = nil }
            return (value, state.waiter, outcome)
        }
        if let waiter, let outcome { waiter.resume(with: outcome) }
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
