internal import RPC
internal import RPCDiagnostics
internal import ServiceKit
internal import TraceExport
internal import Tracing

/// Records everything that a command has done, in all services, as the root of a trace: to show it afterwards, to send
/// it to a collector of traces, or both.
struct CommandTrace {
    private let gateway: Gateway
    private let name: String
    private let isShown: Bool
    private let exporter: SpanExporter?

    /// How long a command waits at its end for the collector.
    private static let closingTime = Duration.milliseconds(500)

    /// nil when the command is not recorded: it is not to be shown, and there is no collector, or the sample leaves it
    /// out.
    init?(_ gateway: Gateway, _ name: String, isShown: Bool, isExported: Bool) {
        let settings = gateway.settings
        let collector = isExported ? settings.traceCollector.value : nil
        let isSampled = collector != nil && settings.tracePercent.value.samples(runtime: gateway.runtime)
        guard isShown || isSampled else { return nil }
        (self.gateway, self.name, self.isShown) = (gateway, name, isShown)
        exporter = isSampled ? collector.flatMap { Self.exporter(to: $0, gateway, reports: isShown) } : nil
    }

    private static func exporter(
        to collector: CollectorAddress, _ gateway: Gateway, reports: Bool
    ) -> SpanExporter? {
        var limits = ExportLimits()
        limits.closingTime = closingTime
        let source = SpanSource(
            name: "hearth", version: HearthVersion.current, instance: String(gateway.runtime.random(), radix: 16))
        // A command works as well without, and says so only to those who ask for its trace.
        return try? SpanExporter(to: collector, as: source, limits: limits, runtime: gateway.runtime) { reason in
            if reports { gateway.output.note("The trace was not sent: \(reason).") }
        }
    }

    /// Runs a command in a span; then fetches the services' spans and prints all as notes, and sends its own to the
    /// collector, as each service does with its.
    ///
    /// - Throws: what the command throws, after that.
    func around(_ command: () async throws -> Void) async throws {
        let recorder = SpanRecorder(runtime: gateway.runtime, recordsNewTraces: true, observer: exporter)
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
        if isShown, let trace = span.context.trace { await show(trace, recorder) }
        await exporter?.finish()
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
