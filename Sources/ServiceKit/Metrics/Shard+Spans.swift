internal import RPC
internal import Tracing

extension Shard {
    /// Runs database work in a span, when the running call's trace is recorded.
    func traced<Value>(_ name: String, _ body: () async throws -> Value) async throws -> Value {
        guard let context = InstrumentationContext.current, let tracer = context.callTracer else {
            return try await body()
        }
        let span = tracer.startSpan(name, context: context, at: runtime.wallTime)
        span.attributes["db.system.name"] = "sqlite"
        span.attributes["db.namespace"] = self.name
        defer { span.end(at: runtime.wallTime) }
        do {
            return try await body()
        } catch {
            span.setStatus(SpanStatus(code: .error))
            throw error
        }
    }
}
