public import Tracing

extension InstrumentationContext {
    private enum TracerKey: InstrumentationContextKey {
        typealias Value = any Tracer
    }

    /// The tracer of calls and other operations in this context; a server sets it around handlers of recorded calls,
    /// and a program may set it around its own operations.
    public var callTracer: (any Tracer)? {
        get { self[TracerKey.self] }
        set { self[TracerKey.self] = newValue }
    }
}

/// The trace context in a call's header, as tracers write and read it: W3C's `traceparent` alone. Other fields that a
/// tracer writes, such as `tracestate`, stay in the process.
public struct TraceparentCarrier: Sendable {
    /// The trace and the span, nil when the tracer wrote no valid `traceparent`.
    public fileprivate(set) var trace: TraceContext?

    private static let key = "traceparent"

    /// Makes a carrier, empty or with the context of a received call.
    public init(_ trace: TraceContext? = nil) { self.trace = trace }

    /// Writes a tracer's fields.
    public struct Injector: Instrumentation.Injector {
        /// Makes a writer.
        public init() {}

        /// Stores `traceparent`, and ignores other keys.
        public func inject(_ value: String, forKey key: String, into carrier: inout TraceparentCarrier) {
            guard key.lowercased() == TraceparentCarrier.key else { return }
            carrier.trace = TraceContext(traceparent: value)
        }
    }

    /// Reads a received context.
    public struct Extractor: Instrumentation.Extractor {
        /// Makes a reader.
        public init() {}

        /// Returns `traceparent`, and nil for other keys.
        public func extract(key: String, from carrier: TraceparentCarrier) -> String? {
            key.lowercased() == TraceparentCarrier.key ? carrier.trace?.traceparent : nil
        }
    }
}
