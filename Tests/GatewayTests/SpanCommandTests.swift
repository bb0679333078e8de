import RPC
import RPCDiagnostics
import ServiceKit
import TestSupport
import Testing
import TraceExport

@testable import GatewayCommands

struct SpanCommandTests {
    private func bench() throws -> GatewayHarness {
        let bench = try GatewayHarness()
        try bench.clients.play("catalog", bench.catalog.handlers) {
            $0.tracer = SpanRecorder(runtime: SystemRuntime.shared)
        }
        return bench
    }

    @Test
    func `a traced command answers as ever, and then shows its calls in every service, each under its caller`()
        async throws
    {
        let bench = try bench()
        let plain = await bench.run("search", "alien")
        let outcome = await bench.run("search", "alien", "--trace")
        #expect(outcome.status == .success)
        #expect(outcome.out == plain.out)
        let lines = outcome.err.split(separator: "\n").map(String.init)
        let first = try #require(lines.first { $0.hasPrefix("trace ") })
        let trace = try #require(try #/trace ([0-9a-f]{32})/#.wholeMatch(in: first)).1
        #expect(lines.contains { $0.contains("hearth     hearth.catalog.v1.Catalog/Search >") })
        #expect(lines.contains { $0.contains("catalog      hearth.catalog.v1.Catalog/Search") })
        #expect(lines.contains { $0.contains("hearth search") })

        let again = await bench.run("sys", "spans", String(trace))
        #expect(again.out.contains("catalog  hearth.catalog.v1.Catalog/Search"))
        // Profiles, of which the bench makes a server without a tracer, is named as the one that knows nothing.
        #expect(again.err.contains("profiles"))
        let json = try await bench.run("sys", "spans", String(trace), "--json").json()
        let spans = try #require(json["spans"] as? [[String: Any]])
        // The search, and the note that it was made.
        #expect(spans.map { $0["service"] as? String } == ["catalog", "catalog"])
    }

    @Test
    func `a command that fails shows where, and fails as ever`() async throws {
        let bench = try bench()
        bench.stop("catalog")
        let outcome = await bench.run("search", "alien", "--trace")
        #expect(outcome.status == .unavailable)
        #expect(outcome.err.contains("UNAVAILABLE"))
        #expect(outcome.err.contains("hearth search"))
    }

    @Test
    func `with a collector a command is the root of its calls in every service, and is shown to no person`()
        async throws
    {
        let collector = try TraceCollector()
        let address = try #require(CollectorAddress(collector.address))
        let exporter = try SpanExporter(
            to: address, as: SpanSource(name: "catalog", version: "1", instance: "a"), runtime: SystemRuntime.shared)
        let bench = try GatewayHarness()
        try bench.clients.play("catalog", bench.catalog.handlers) {
            $0.tracer = SpanRecorder(runtime: SystemRuntime.shared, observer: exporter)
        }
        let variables = ["HEARTH_TRACE_COLLECTOR": collector.address]
        let outcome = await bench.run("search", "alien", variables: variables)
        #expect(outcome.status == .success && !outcome.err.contains("trace"))
        await exporter.finish()
        #expect(collector.violations == [])
        let spans = collector.spans
        let root = try #require(spans.first { $0.parent == nil })
        #expect(root.name == "hearth search" && root.service == "hearth")
        #expect(Set(spans.map(\.trace)) == [root.trace])
        let calls = spans.filter { $0.name == "hearth.catalog.v1.Catalog/Search" }
        let call = try #require(calls.first { $0.service == "hearth" })
        #expect(call.parent == root.id && call.kind == 3)
        #expect(calls.first { $0.service == "catalog" }?.parent == call.id)
        #expect(!spans.contains { $0.attributes.values.contains { $0.contains("alien") } })
    }

    @Test
    func `a command that the sample leaves out, or without a collector that answers, works as ever`() async throws {
        let (collector, down) = (try TraceCollector(), try TraceCollector())
        down.stop()
        let bench = try GatewayHarness()
        let plain = await bench.run("search", "alien")
        let out = ["HEARTH_TRACE_COLLECTOR": collector.address, "HEARTH_TRACE_PERCENT": "0"]
        #expect(await bench.run("search", "alien", variables: out).out == plain.out)
        #expect(collector.spans.isEmpty)
        let lost = await bench.run("search", "alien", variables: ["HEARTH_TRACE_COLLECTOR": down.address])
        #expect(lost.out == plain.out && lost.err == plain.err && lost.status == .success)
        let wrong = await bench.run("search", "alien", variables: ["HEARTH_TRACE_COLLECTOR": "http://a:b@c/"])
        #expect(wrong.status == .configuration)
    }

    @Test
    func `an unknown trace is not found, and a malformed one is refused`() async throws {
        let bench = try bench()
        let unknown = await bench.run("sys", "spans", String(repeating: "ab", count: 16))
        #expect(unknown.status == .failure)
        #expect(unknown.err.contains("(NOT_FOUND)"))
        #expect(await bench.run("sys", "spans", "nonsense", "--json").status != .success)
    }
}

struct SpanTreeTests {
    private func entry(_ id: UInt64, in parent: UInt64?, at began: Int64, _ name: String) -> SpanTree.Entry {
        let span = Sys.Span(
            id: "\(id)", parent: parent.map { "\($0)" }, name: name, kind: "internal", beganMicroseconds: began,
            microseconds: 10)
        return SpanTree.Entry("service", span)
    }

    @Test
    func `each is under the one that it is in, the earlier first; one without its parent begins a tree`() {
        let tree = SpanTree([
            entry(4, in: 2, at: 30, "d"), entry(3, in: 1, at: 40, "c"), entry(1, in: nil, at: 0, "a"),
            entry(9, in: 8, at: 5, "lost"), entry(2, in: 1, at: 20, "b"),
        ])
        #expect(tree.entries.map(\.span.name) == ["a", "b", "d", "c", "lost"])
        let lines = tree.table.lines(width: nil)
        #expect(lines.dropFirst().map { $0.contains("    d") } == [false, false, true, false, false])
        #expect(lines[1].contains("0 us  10 us"))
        #expect(lines[3].contains("30 us  10 us"))
    }

    @Test
    func `spans that name each other as parents, and odd times, do no harm`() {
        var odd = entry(3, in: nil, at: .max, "odd")
        odd.span.microseconds = .min
        let tree = SpanTree([entry(1, in: 2, at: 0, "a"), entry(2, in: 1, at: 0, "b"), odd, odd])
        #expect(tree.entries.map(\.span.name) == ["odd"])
        #expect(tree.table.lines(width: 80).count == 2)
    }
}
