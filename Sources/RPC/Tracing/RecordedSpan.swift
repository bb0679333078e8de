internal import Synchronization
public import Tracing

/// A span that has ended.
public struct SpanRecord: Sendable, Hashable {
    /// The trace, and the span's own id.
    public let trace: TraceContext
    /// The span around it, nil when it begins the trace.
    public let parent: UInt64?
    /// What was done.
    public internal(set) var name: String
    /// Which side of what it is.
    public let kind: SpanKind
    /// When it began, in civil time.
    public let began: WallTime
    /// When it ended.
    public internal(set) var ended: WallTime
    /// Whether it was said to have failed.
    public internal(set) var failed = false
    /// What else was said of it, as text.
    public internal(set) var attributes: [String: String] = [:]
    /// What happened in it, with its time.
    public internal(set) var events: [Event] = []

    /// Something that happened in a span.
    public struct Event: Sendable, Hashable {
        /// What happened.
        public let name: String
        /// When.
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

    /// The trace and the span, for what is done in it.
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

    /// Whether what is said of it is kept: its trace is recorded, and it has not ended.
    public var isRecording: Bool { recorder != nil && !state.withLock(\.hasEnded) }

    /// What is done.
    public var operationName: String {
        get { state.withLock(\.record.name) }
        set { change { $0.record.name = newValue } }
    }

    /// What else is known. Kept as text, up to 32.
    public var attributes: SpanAttributes {
        get { state.withLock(\.attributes) }
        set { change { $0.attributes = newValue } }
    }

    /// Says whether it failed. A message is not kept.
    public func setStatus(_ status: SpanStatus) {
        change { $0.record.failed = status.code == .error }
    }

    /// Notes that something happened, by its name and time.
    public func addEvent(_ event: SpanEvent) {
        let time = WallTime(nanosecondsSince1970: Int64(clamping: event.nanosecondsSinceEpoch))
        let event = SpanRecord.Event(name: event.name, time: time)
        change { state in
            if state.record.events.count < Self.mostEvents { state.record.events.append(event) }
        }
    }

    /// An event with the error's type: its text may have what nobody is to read here.
    public func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {
        addEvent(SpanEvent(name: "\(type(of: error))", at: instant()))
    }

    /// Nothing: links are not kept.
    public func addLink(_ link: SpanLink) {}

    /// Ends it; what is said afterwards is not kept.
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
