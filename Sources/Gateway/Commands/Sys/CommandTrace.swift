internal import RPC
internal import RPCDiagnostics
internal import Tracing

/// Records everything that a command has done, in all services, and shows it afterwards.
struct CommandTrace {
    let gateway: Gateway
    let name: String

    /// Runs a command in a span; then fetches the services' spans, and prints all as notes.
    ///
    /// - Throws: what the command throws, after the spans are printed.
    func around(_ command: () async throws -> Void) async throws {
        let recorder = SpanRecorder(runtime: gateway.runtime, recordsNewTraces: true)
        let span = recorder.startSpan("hearth \(name)", at: gateway.runtime.wallTime)
        var context = span.context
        context.callTracer = recorder
        let result: Result<Void, any Error>
        do {
            result = .success(try await InstrumentationContext.$current.withValue(context, operation: command))
        } catch {
            span.setStatus(SpanStatus(code: .error))
            result = .failure(error)
        }
        span.end(at: gateway.runtime.wallTime)
        if let trace = span.context.trace { await show(trace, recorder) }
        try result.get()
    }

    private func show(_ trace: TraceContext, _ recorder: SpanRecorder) async {
        var entries = recorder.spans(of: trace).map { SpanTree.Entry("hearth", Sys.Span($0)) }
        // Spans that cannot be fetched are missing in the output, and do not fail the command.
        let request = Sys.GetSpans(trace: trace.traceIDText)
        if let responses = try? await MultiServiceQuery(gateway: gateway).send(request, of: []) {
            entries += responses.all.flatMap { name, response in response.spans.map { SpanTree.Entry(name, $0) } }
        }
        gateway.output.note("trace \(trace.traceIDText)")
        gateway.output.secondaryTable(SpanTree(entries).table)
    }
}
