public import RPC
internal import Synchronization
public import Tracing

/// Receives the spans of recorded traces as they end.
public protocol SpanObserver: Sendable {
    /// Receives a span. Called within the operation that has ended, often a call: it must not wait, and take
    /// microseconds.
    func ended(_ span: SpanRecord)
}

/// A tracer that keeps the latest spans of recorded traces in memory, for ``Sys/GetSpans``.
///
/// Whether a trace is recorded is decided at its root and travels with it; `recordsNewTraces` decides for roots in this
/// process. For other tracers of swift-distributed-tracing see `RPCServer.tracer`.
public final class SpanRecorder: Tracer {
    /// The default number of ended spans that are kept.
    public static let standardCapacity = 4_096

    private let runtime: any Runtime
    private let recordsNewTraces: Bool
    private let capacity: Int
    private let observer: (any SpanObserver)?

    private struct Ring {
        var spans: [SpanRecord] = []
        var next = 0
    }

    private let ended = Mutex(Ring())

    /// Makes a recorder with no spans.
    ///
    /// - Parameters:
    ///   - runtime: generates ids.
    ///   - capacity: how many ended spans are kept; the oldest ones are dropped.
    ///   - recordsNewTraces: whether spans without a parent are recorded.
    ///   - observer: receives each recorded span when it ends, for an export.
    public init(
        runtime: any Runtime, capacity: Int = SpanRecorder.standardCapacity, recordsNewTraces: Bool = false,
        observer: (any SpanObserver)? = nil
    ) {
        self.observer = observer
        self.runtime = runtime
        self.capacity = capacity
        self.recordsNewTraces = recordsNewTraces
    }

    /// The ended spans of a trace, in the order in which they ended.
    public func spans(of trace: TraceContext) -> [SpanRecord] {
        ended.withLock { ring in
            (ring.spans[ring.next...] + ring.spans[..<ring.next]).filter { $0.trace.traceID == trace.traceID }
        }
    }

    /// Begins a child span of the context's span, or a new trace.
    public func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> InstrumentationContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> RecordedSpan {
        var context = context()
        let parent = context.trace
        var trace = parent?.child(runtime: runtime) ?? .root(runtime: runtime)
        if parent == nil { trace.isSampled = recordsNewTraces }
        context.trace = trace
        let record = SpanRecord(
            trace: trace, parent: parent?.spanID, name: operationName, kind: kind,
            began: WallTime(nanosecondsSince1970: Int64(clamping: instant().nanosecondsSinceEpoch)))
        return RecordedSpan(record, context: context, recorder: trace.isSampled ? self : nil)
    }

    /// Does nothing: ended spans are recorded already.
    public func forceFlush() {}

    /// Reads the trace from a `traceparent`.
    public func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout InstrumentationContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        context.trace = extractor.extract(key: "traceparent", from: carrier).flatMap { TraceContext(traceparent: $0) }
    }

    /// Writes the trace as a `traceparent`.
    public func inject<Carrier, Inject: Injector>(
        _ context: InstrumentationContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let trace = context.trace else { return }
        injector.inject(trace.traceparent, forKey: "traceparent", into: &carrier)
    }

    func keep(_ span: SpanRecord) {
        observer?.ended(span)
        ended.withLock { ring in
            if ring.spans.count < capacity {
                ring.spans.append(span)
            } else if capacity > 0 {
                ring.spans[ring.next] = span
                ring.next = (ring.next + 1) % capacity
            }
        }
    }
}

extension InstrumentationContext {
    private enum TraceKey: InstrumentationContextKey {
        typealias Value = TraceContext
        static let nameOverride: String? = "trace"
    }

    /// The current trace and span of a ``SpanRecorder``.
    public internal(set) var trace: TraceContext? {
        get { self[TraceKey.self] }
        set { self[TraceKey.self] = newValue }
    }
}
