public import Tracing

extension InstrumentationContext {
    private enum TracerKey: InstrumentationContextKey {
        typealias Value = any Tracer
    }

    /// What makes spans of the calls and the other work that is done in this context; a server sets it around handlers of
    /// recorded calls, and a program may around what it begins itself.
    public var callTracer: (any Tracer)? {
        get { self[TracerKey.self] }
        set { self[TracerKey.self] = newValue }
    }
}

/// What a call's header carries of a trace, as tracers write and read it: the `traceparent` of W3C alone. What a tracer
/// writes under other names, such as `tracestate`, stays in the process.
public struct TraceparentCarrier: Sendable {
    /// The trace and the span, nil when the tracer has said nothing that W3C allows.
    public fileprivate(set) var trace: TraceContext?

    private static let key = "traceparent"

    /// Nothing yet, or what has come with a call.
    public init(_ trace: TraceContext? = nil) { self.trace = trace }

    /// Writes what a tracer says.
    public struct Injector: Instrumentation.Injector {
        /// Makes a writer.
        public init() {}

        /// Takes `traceparent`, and nothing else.
        public func inject(_ value: String, forKey key: String, into carrier: inout TraceparentCarrier) {
            guard key.lowercased() == TraceparentCarrier.key else { return }
            carrier.trace = TraceContext(traceparent: value)
        }
    }

    /// Reads what has come.
    public struct Extractor: Instrumentation.Extractor {
        /// Makes a reader.
        public init() {}

        /// Tells `traceparent`, and nothing else.
        public func extract(key: String, from carrier: TraceparentCarrier) -> String? {
            key.lowercased() == TraceparentCarrier.key ? carrier.trace?.traceparent : nil
        }
    }
}
