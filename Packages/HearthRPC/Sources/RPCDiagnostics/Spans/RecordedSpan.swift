public import RPC
internal import Synchronization
public import Tracing

/// A span that has ended.
public struct SpanRecord: Sendable, Hashable {
    /// The trace, and the span's own id.
    public let trace: TraceContext
    /// The parent span, nil when it begins the trace.
    public let parent: UInt64?
    /// The operation.
    public internal(set) var name: String
    /// The side of the operation.
    public let kind: SpanKind
    /// When it began, in civil time.
    public let began: WallTime
    /// When it ended.
    public internal(set) var ended: WallTime
    /// Whether its status was set to failed.
    public internal(set) var failed = false
    /// Its attributes, as text.
    public internal(set) var attributes: [String: String] = [:]
    /// Its events with their times.
    public internal(set) var events: [Event] = []

    /// An event in a span.
    public struct Event: Sendable, Hashable {
        /// The event's name.
        public let name: String
        /// The event's time.
        public let time: WallTime
    }

    init(trace: TraceContext, parent: UInt64?, name: String, kind: SpanKind, began: WallTime) {
        (self.trace, self.parent, self.name, self.kind, self.began) = (trace, parent, name, kind, began)
        ended = began
    }
}

/// A span of a ``SpanRecorder``. It is kept when it ends, unless its trace is not recorded.
public final class RecordedSpan: Tracing.Span {
    /// The most attributes and the most events of one span; more are not kept.
    static let mostAttributes = 32, mostEvents = 32
    /// The longest text of an attribute, in characters; what is longer is cut.
    static let longestText = 256

    /// The context for operations inside the span.
    public let context: InstrumentationContext
    private let recorder: SpanRecorder?

    private struct State: Sendable {
        var record: SpanRecord
        var attributes = SpanAttributes()
        var hasEnded = false
    }

    private let state: Mutex<State>

    init(_ record: SpanRecord, context: InstrumentationContext, recorder: SpanRecorder?) {
        (self.context, self.recorder) = (context, recorder)
        state = Mutex(State(record: record))
    }

    /// Whether changes are kept: its trace is recorded, and it has not ended.
    public var isRecording: Bool { recorder != nil && !state.withLock(\.hasEnded) }

    /// The operation.
    public var operationName: String {
        get { state.withLock(\.record.name) }
        set { change { $0.record.name = newValue } }
    }

    /// The attributes. Kept as text, up to 32.
    public var attributes: SpanAttributes {
        get { state.withLock(\.attributes) }
        set { change { $0.attributes = newValue } }
    }

    /// Sets whether it failed. A message is not kept.
    public func setStatus(_ status: SpanStatus) {
        change { $0.record.failed = status.code == .error }
    }

    /// Records an event's name and time.
    public func addEvent(_ event: SpanEvent) {
        let time = WallTime(nanosecondsSince1970: Int64(clamping: event.nanosecondsSinceEpoch))
        let event = SpanRecord.Event(name: event.name, time: time)
        change { state in
            if state.record.events.count < Self.mostEvents { state.record.events.append(event) }
        }
    }

    /// Records the error's type as an event: its text may contain private data.
    public func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {
        addEvent(SpanEvent(name: "\(type(of: error))", at: instant()))
    }

    /// Nothing: links are not kept.
    public func addLink(_ link: SpanLink) {}

    /// Ends it; later changes are ignored.
    public func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        let time = WallTime(nanosecondsSince1970: Int64(clamping: instant().nanosecondsSinceEpoch))
        guard let recorder else { return }
        let record: SpanRecord? = state.withLock { state in
            guard !state.hasEnded else { return nil }
            state.hasEnded = true
            state.record.ended = time
            state.record.attributes = Self.texts(state.attributes)
            return state.record
        }
        if let record { recorder.keep(record) }
    }

    /// Does nothing for a span that is not recorded, or has ended.
    private func change(_ body: (inout State) -> Void) {
        guard recorder != nil else { return }
        state.withLock { if !$0.hasEnded { body(&$0) } }
    }

    private static func texts(_ attributes: SpanAttributes) -> [String: String] {
        var texts: [String: String] = [:]
        func add(_ name: String, _ value: SpanAttribute) {
            guard texts.count < mostAttributes else { return }
            texts[name] = String(text(value).prefix(longestText))
        }
        attributes.forEach(add)
        return texts
    }

    private static func text(_ value: SpanAttribute) -> String {
        switch value {
        case .string(let text): text
        case .int32(let number): "\(number)"
        case .int64(let number): "\(number)"
        case .double(let number): "\(number)"
        case .bool(let flag): "\(flag)"
        case .stringConvertible(let value): "\(value)"
        default: "\(value)"
        }
    }
}
