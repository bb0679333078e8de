internal import RPCDiagnostics
internal import Synchronization

/// The spans that wait to be sent. A full queue drops further ones, so that a collector which is down costs a bounded
/// amount of memory and no call waits for it.
final class SpanQueue: Sendable {
    private struct State {
        var spans: [SpanRecord] = []
        var counts = SpanExportCounts()
    }

    private let state = Mutex(State())
    private let capacity: Int
    private let batch: Int

    init(capacity: Int, batch: Int) {
        (self.capacity, self.batch) = (capacity, batch)
        state.withLock { $0.spans.reserveCapacity(min(capacity, batch)) }
    }

    /// What an appended span makes necessary.
    enum Wake {
        case none
        /// It is the first: to be sent after a while.
        case later
        /// A batch is complete.
        case now
    }

    func append(_ span: SpanRecord) -> Wake {
        state.withLock { state in
            guard state.spans.count < capacity else {
                state.counts.overflowed += 1
                return .none
            }
            state.spans.append(span)
            return state.spans.count == batch ? .now : state.spans.count == 1 ? .later : .none
        }
    }

    /// Takes the oldest spans, a batch at most; nil when there are none.
    func take() -> [SpanRecord]? {
        state.withLock { state in
            guard !state.spans.isEmpty else { return nil }
            let taken = Array(state.spans.prefix(batch))
            state.spans.removeFirst(taken.count)
            return taken
        }
    }

    /// Returns a batch that was not sent, as far as there is room.
    func putBack(_ batch: [SpanRecord]) {
        state.withLock { state in
            let room = max(0, capacity - state.spans.count)
            state.spans.insert(contentsOf: batch.prefix(room), at: 0)
            state.counts.overflowed += UInt64(batch.count - min(room, batch.count))
        }
    }

    func count(_ change: (inout SpanExportCounts) -> Void) { state.withLock { change(&$0.counts) } }

    var counts: SpanExportCounts { state.withLock(\.counts) }
}

/// What has become of the spans of a process.
public struct SpanExportCounts: Sendable, Hashable {
    /// Accepted by the collector.
    public var exported: UInt64 = 0
    /// Dropped because too many were waiting.
    public var overflowed: UInt64 = 0
    /// Dropped because the collector has rejected them.
    public var rejected: UInt64 = 0
    /// Dropped because the collector could not be reached, or was overloaded, for too long.
    public var undelivered: UInt64 = 0

    /// None yet.
    public init() {}
}
