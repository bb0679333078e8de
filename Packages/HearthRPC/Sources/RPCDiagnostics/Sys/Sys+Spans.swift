public import RPC

extension Sys {
    /// The spans of a recorded trace that this process keeps. Only a process with a ``SpanRecorder`` has any.
    public struct GetSpans: Request {
        public typealias Response = Spans
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.roles(CallAccess.operatorRole)

        /// The most spans of one answer.
        public static let most = 2_000

        /// The trace's id: 32 hexadecimal digits.
        public var trace: String

        /// Asks for the spans of a trace.
        public init(trace: String) { self.trace = trace }
    }

    /// Spans of a trace.
    public struct Spans: Codable, Sendable, Hashable {
        /// In the order in which they ended.
        public var spans: [Span]
    }

    /// One span. Of errors it has the code, and no text.
    public struct Span: Codable, Sendable, Hashable {
        /// The span's id: 16 hexadecimal digits.
        public var id: String
        /// The id of the span around it; absent when it begins the trace.
        public var parent: String?
        /// The operation: a method's name, or a name given by the code.
        public var name: String
        /// `server`, `client`, `internal`, `producer` or `consumer`, as OpenTelemetry has them.
        public var kind: String
        /// When it began, in microseconds since 1970 by its process's clock.
        public var beganMicroseconds: Int64
        /// How long it took, in microseconds.
        public var microseconds: Int64
        /// Whether it failed.
        public var failed: Bool
        /// Attributes, under OpenTelemetry's names where there are any.
        public var attributes: [String: String]
        /// Events in the span.
        public var events: [SpanEvent]

        /// Makes a span without attributes and events.
        ///
        /// - Parameters:
        ///   - id: the span's id.
        ///   - parent: the id of the span around it.
        ///   - name: the operation.
        ///   - kind: the side of the operation.
        ///   - beganMicroseconds: when it began, in microseconds since 1970.
        ///   - microseconds: how long it took.
        public init(
            id: String, parent: String?, name: String, kind: String, beganMicroseconds: Int64, microseconds: Int64
        ) {
            (self.id, self.parent, self.name, self.kind) = (id, parent, name, kind)
            (self.beganMicroseconds, self.microseconds) = (beganMicroseconds, microseconds)
            (failed, attributes, events) = (false, [:], [])
        }

        /// Converts a recorded span.
        public init(_ record: SpanRecord) {
            id = record.trace.spanIDText
            parent = record.parent.map { TraceContext.text(ofSpan: $0) }
            name = record.name
            kind = "\(record.kind)"
            beganMicroseconds = record.began.nanosecondsSince1970 / 1_000
            microseconds = record.ended.nanosecondsSince1970 / 1_000 - beganMicroseconds
            failed = record.failed
            attributes = record.attributes
            events = record.events.map {
                SpanEvent(name: $0.name, microseconds: $0.time.nanosecondsSince1970 / 1_000)
            }
        }
    }

    /// An event in a span.
    public struct SpanEvent: Codable, Sendable, Hashable {
        /// The event's name.
        public var name: String
        /// Its time, in microseconds since 1970.
        public var microseconds: Int64
    }
}
