public import Tracing

/// The span of one call, at its client or in its server, named by OpenTelemetry's conventions for RPC.
///
/// The caller decides whether a trace is recorded (W3C's flag `sampled`); a call of a trace that is not has no span and
/// costs nothing. A tracer is asked only about calls that begin a trace.
struct CallSpan: Sendable {
    private let span: any Span
    private let runtime: any Runtime
    /// The trace context sent to the callee; nil when the tracer supports no W3C context.
    let trace: TraceContext?
    /// The context of code that runs in the span, `InstrumentationContext.current`.
    let context: InstrumentationContext

    /// The span of a client's call; nil when its trace is not recorded.
    static func ofClient(
        _ method: MethodDescriptor, _ tracer: any Tracer, surrounding: ServerCall?, runtime: any Runtime
    ) -> CallSpan? {
        var parent = InstrumentationContext.current
        if parent == nil, let surrounding {
            guard surrounding.trace.isSampled else { return nil }
            parent = tracer.context(of: surrounding.trace)
        }
        return CallSpan(method, tracer, parent: parent ?? .topLevel, .client, at: runtime.wallTime, runtime)
    }

    /// The span of a call in a server, from its arrival on; nil when its trace is not recorded.
    static func inServer(_ call: ServerCall, _ tracer: any Tracer, runtime: any Runtime) -> CallSpan? {
        guard call.trace.isSampled else { return nil }
        let waited = call.received.duration(to: runtime.now)
        let arrival = runtime.wallTime.advanced(by: .zero - waited)
        let span = CallSpan(call.method, tracer, parent: tracer.context(of: call.trace), .server, at: arrival, runtime)
        span.span.attributes["rpc.queue_us"] = Int64(waited.wholeMicroseconds)
        if call.attempt > 1 { span.span.attributes["rpc.attempt"] = Int64(call.attempt) }
        return span
    }

    private init(
        _ method: MethodDescriptor, _ tracer: any Tracer, parent: InstrumentationContext, _ kind: SpanKind,
        at begin: WallTime, _ runtime: any Runtime
    ) {
        span = tracer.startSpan(method.name, context: parent, ofKind: kind, at: begin)
        self.runtime = runtime
        var context = span.context
        context.callTracer = tracer
        self.context = context
        trace = tracer.trace(in: context)
        span.attributes["rpc.service"] = method.service
        span.attributes["rpc.method"] = String(method.name.drop { $0 != "/" }.dropFirst())
    }

    /// Ends the span. Of an error it records the code and `executed`, and no text.
    func end(_ error: RPCError?) {
        span.attributes["rpc.response.status_code"] = (error?.code ?? .ok).description
        if let error { span.attributes["rpc.executed"] = "\(error.executed)" }
        span.setStatus(SpanStatus(code: error == nil ? .ok : .error))
        span.end(at: runtime.wallTime)
    }

    /// Runs a call's handler in its span.
    func run<Value>(
        safety: CallSafety, _ handler: () async throws -> Value
    ) async throws -> Value {
        do {
            let value = try await InstrumentationContext.$current.withValue(context, operation: handler)
            end(nil)
            return value
        } catch {
            end(.boundary(error, safety: safety))
            throw error
        }
    }
}

extension Tracer {
    /// The trace context of a call without a client span of its own, as a stream: its reader's end is not observable.
    var parentTrace: TraceContext? { InstrumentationContext.current.flatMap { trace(in: $0) } }

    fileprivate func trace(in context: InstrumentationContext) -> TraceContext? {
        var carrier = TraceparentCarrier()
        inject(context, into: &carrier, using: TraceparentCarrier.Injector())
        return carrier.trace
    }

    /// The tracer's context of a received trace.
    fileprivate func context(of trace: TraceContext) -> InstrumentationContext {
        var context = InstrumentationContext.topLevel
        extract(TraceparentCarrier(trace), into: &context, using: TraceparentCarrier.Extractor())
        return context
    }
}

extension WallTime: TracerInstant {
    /// Nanoseconds since 1970, as tracers count them.
    public var nanosecondsSinceEpoch: UInt64 { UInt64(clamping: nanosecondsSince1970) }
}
