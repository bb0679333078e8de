import RPC
import RPCDiagnostics
import TestSupport
import Testing
import TraceExport
import Tracing

/// Spans on their way to a collector, a good one and bad ones.
@Suite(.timeLimit(.minutes(10)))
struct SpanExporterTests {
    private static let runtime = SystemRuntime.shared

    /// Limits under which a test does not wait.
    private static var quick: ExportLimits {
        var limits = ExportLimits()
        (limits.batchTime, limits.firstPause) = (.milliseconds(5), .milliseconds(1))
        (limits.batchSpans, limits.queuedSpans) = (10, 100)
        (limits.requestTime, limits.closingTime) = (.seconds(60), .seconds(60))
        return limits
    }

    /// An exporter that runs, and a recorder of the spans that it sends.
    private struct Pipeline {
        let exporter: SpanExporter
        let recorder: SpanRecorder
        private let running: Task<Void, Never>

        init(to address: String, _ limits: ExportLimits = quick, runs: Bool = true) throws {
            let collector = try #require(CollectorAddress(address))
            let exporter = try SpanExporter(
                to: collector, as: SpanSource(name: "test", version: "1", instance: "a"), limits: limits,
                runtime: runtime)
            self.exporter = exporter
            recorder = SpanRecorder(runtime: runtime, recordsNewTraces: true, observer: exporter)
            running = runtime.spawn { if runs { await exporter.run() } }
        }

        func span(_ name: String = "one") { recorder.startSpan(name, at: runtime.wallTime).end(at: runtime.wallTime) }

        func stop() async {
            running.cancel()
            await running.value
            await exporter.finish()
        }
    }

    private func accounted(_ counts: SpanExportCounts) -> UInt64 {
        counts.exported + counts.overflowed + counts.rejected + counts.undelivered
    }

    @Test
    func `spans are sent in batches, the last of them when the process ends`() async throws {
        let collector = try TraceCollector()
        let pipeline = try Pipeline(to: collector.address)
        for number in 1...35 { pipeline.span("span \(number)") }
        await pipeline.stop()
        #expect(collector.violations == [])
        #expect(collector.spans.map(\.name).sorted() == (1...35).map { "span \($0)" }.sorted())
        #expect(collector.requests.allSatisfy { $0 <= 10 })
        #expect(pipeline.exporter.counts.exported == 35)
    }

    @Test
    func `one span is sent after a while, without others`() async throws {
        let collector = try TraceCollector()
        let pipeline = try Pipeline(to: collector.address)
        pipeline.span()
        #expect(try await comes { collector.spans.count == 1 })
        let span = try #require(collector.spans.first)
        #expect(span.service == "test" && span.parent == nil && span.kind == 1 && !span.isError)
        await pipeline.stop()
    }

    @Test
    func `only known attributes leave, with their types, and no text of an error`() async throws {
        let collector = try TraceCollector()
        let pipeline = try Pipeline(to: collector.address)
        let span = pipeline.recorder.startSpan("call", ofKind: .server, at: Self.runtime.wallTime)
        span.attributes["rpc.service"] = "test.v1.Echo"
        span.attributes["rpc.method"] = "Say"
        span.attributes["rpc.response.status_code"] = "NOT_FOUND"
        span.attributes["rpc.queue_us"] = Int64(12)
        span.attributes["search.text"] = "glass harbour"
        span.attributes["db.namespace"] = "lake-house"
        span.setStatus(SpanStatus(code: .error, message: "no title glass harbour"))
        span.end(at: Self.runtime.wallTime)
        await pipeline.stop()
        #expect(collector.violations == [])
        #expect(
            collector.spans.map(\.attributes) == [
                [
                    "rpc.service": "test.v1.Echo", "rpc.method": "Say", "rpc.response.status_code": "NOT_FOUND",
                    "rpc.queue_us": "#12", "rpc.system": "hearth", "rpc.grpc.status_code": "#5",
                ]
            ])
        #expect(collector.spans.map(\.isError) == [true] && collector.spans.map(\.kind) == [2])
    }

    @Test(arguments: [
        [TraceCollector.Behaviour.status(429, ["Retry-After": "0"])], [.status(503), .status(503)], [.hangUp],
        [.status(502), .status(504)],
    ])
    func `a collector that is overloaded or breaks off gets the same spans again`(
        behaviours: [TraceCollector.Behaviour]
    ) async throws {
        let collector =
            behaviours.count == 1 ? try TraceCollector(behaviours[0]) : try TraceCollector(behaviours[0], behaviours[1])
        let pipeline = try Pipeline(to: collector.address)
        for _ in 0..<10 { pipeline.span() }
        #expect(try await comes { pipeline.exporter.counts.exported == 10 })
        #expect(collector.spans.count == 10 && collector.requests.count > behaviours.count)
        #expect(Set(collector.spans.map(\.id)).count == 10)
        await pipeline.stop()
    }

    @Test
    func `a demanded pause is kept, up to a limit`() async throws {
        let collector = try TraceCollector(.status(503, ["Retry-After": "3600"]))
        var limits = Self.quick
        limits.longestPause = .milliseconds(300)
        let pipeline = try Pipeline(to: collector.address, limits)
        let begun = Self.runtime.now
        for _ in 0..<10 { pipeline.span() }
        #expect(try await comes { pipeline.exporter.counts.exported == 10 })
        #expect(begun.duration(to: Self.runtime.now) >= .milliseconds(300))
        await pipeline.stop()
    }

    @Test(arguments: [400, 401, 404, 413, 500, 301])
    func `what a collector refuses for good is dropped and counted, and later spans are sent`(
        status: Int
    ) async throws {
        let collector = try TraceCollector(.status(status, ["Location": "http://127.0.0.1:1/"]))
        let pipeline = try Pipeline(to: collector.address)
        for _ in 0..<10 { pipeline.span("first") }
        #expect(try await comes { pipeline.exporter.counts.rejected == 10 })
        pipeline.span("second")
        #expect(try await comes { pipeline.exporter.counts.exported == 1 })
        #expect(collector.spans.map(\.name) == ["second"])
        await pipeline.stop()
    }

    @Test
    func `a part that is rejected is counted as that`() async throws {
        let collector = try TraceCollector(.acceptAllBut(3))
        let pipeline = try Pipeline(to: collector.address)
        for _ in 0..<10 { pipeline.span() }
        #expect(try await comes { accounted(pipeline.exporter.counts) == 10 })
        #expect(pipeline.exporter.counts.exported == 7 && pipeline.exporter.counts.rejected == 3)
        await pipeline.stop()
    }

    @Test
    func `a collector that is down or says nothing costs spans, and no call waits for it`() async throws {
        let silent = try TraceCollector(later: .silence)
        let down = try TraceCollector()
        down.stop()
        for address in [silent.address, down.address] {
            var limits = Self.quick
            (limits.attempts, limits.closingTime) = (2, .milliseconds(100))
            let pipeline = try Pipeline(to: address, limits)
            // Each waits for no longer than a lock: a thousand of them would take hours otherwise.
            for _ in 0..<1_000 { pipeline.span() }
            await pipeline.stop()
            let counts = pipeline.exporter.counts
            #expect(counts.exported == 0)
            #expect(accounted(counts) == 1_000, "\(counts)")
        }
    }

    @Test
    func `the queue is bounded, and what does not fit is counted`() async throws {
        let collector = try TraceCollector()
        let pipeline = try Pipeline(to: collector.address, runs: false)
        for _ in 0..<130 { pipeline.span() }
        #expect(pipeline.exporter.counts.overflowed == 30)
        await pipeline.stop()
        #expect(pipeline.exporter.counts.exported == 100 && collector.spans.count == 100)
    }
}
