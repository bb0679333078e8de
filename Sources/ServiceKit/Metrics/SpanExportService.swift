internal import Logging
internal import RPC
internal import ServiceLifecycle
internal import TraceExport

/// Exports a service's spans beside its calls. It is stopped last, so that the spans of the last calls leave, too.
struct SpanExportService: Service {
    let exporter: SpanExporter
    let runtime: any Runtime

    func run() async throws {
        await runtime.untilShutdown { [exporter] in await exporter.run() }
        await exporter.finish()
    }
}

extension SpanExporter {
    /// The exporter that the settings ask for; nil without a collector.
    ///
    /// - Throws: `FetchError` when the system has no thread for it.
    static func configured(
        _ settings: ServiceSettings, for name: String, runtime: any Runtime, logger: Logger
    ) throws -> SpanExporter? {
        guard let collector = settings.traceCollector.value else { return nil }
        let log = RateLimitedLog(runtime: runtime, interval: Self.logInterval) { count, reason in
            logger.warning(
                "Spans were not accepted by the collector; calls are not affected.",
                metadata: ["reason": "\(reason)", "count": "\(count)"])
        }
        return try SpanExporter(
            to: collector,
            as: SpanSource(
                name: name, version: HearthVersion.current, instance: String(runtime.random(), radix: 16)),
            runtime: runtime, onProblem: { log.note($0) })
    }

    private static let logInterval = Duration.seconds(60)

    /// What has become of the spans, for the metrics; zeros without an exporter.
    static func readings(of counts: SpanExportCounts?) -> [ServiceMetrics.Reading] {
        let counts = counts ?? SpanExportCounts()
        let dropped = [
            ("queue-full", counts.overflowed), ("rejected", counts.rejected), ("undelivered", counts.undelivered),
        ]
        return [ServiceMetrics.Reading("trace_spans_exported_total", [:], Double(counts.exported))]
            + dropped.map { ServiceMetrics.Reading("trace_spans_dropped_total", ["reason": $0.0], Double($0.1)) }
    }
}
