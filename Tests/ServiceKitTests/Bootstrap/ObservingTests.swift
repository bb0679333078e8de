import RPC
import RPCDiagnostics
import ServiceKit
import TestSupport
import Testing
import Tracing

/// What a service tells of its database beside its calls.
struct ObservingTests {
    @Test(arguments: TestTransport.allCases)
    func `writes and reads are measured`(transport: TestTransport) async throws {
        try await ServiceHarness.with(CounterService.self, transport) { harness in
            let counter = try await harness.client(Counter.self, as: .owner)
            let sys = try await harness.client(Sys.self, as: .owner)
            for _ in 0..<3 { _ = try await counter.send(Counter.Add()) }
            for _ in 0..<2 { _ = try await counter.send(Counter.Get()) }
            let metrics = try await sys.send(Sys.GetMetrics()).metrics
            func metric(_ name: String, _ labels: [String: String] = [:]) throws -> Sys.Metric {
                try #require(metrics.first { $0.name == name && $0.labels == labels }, "\(name)")
            }
            let batches = try metric("shard_batch_writes")
            #expect(batches.value >= 3)
            #expect(try metric("shard_commit_seconds").count == batches.count)
            #expect(try metric("shard_write_wait_seconds").count == UInt64(batches.value))
            #expect(try #require(try metric("shard_read_seconds").count) >= 2)
            #expect(try metric("shard_refused_writes_total").value == 0)
            #expect(try metric("shard_bytes", ["file": "database"]).value > 0)
            #expect(try metric("process_resident_memory_bytes").value > 1_000_000)
            #expect(try metric("process_open_fds").value > 2)
            #expect(try metric("process_cpu_seconds_total").value > 0)
        }
    }

    @Test(arguments: TestTransport.allCases)
    func `a recorded call shows its way through the database`(transport: TestTransport) async throws {
        try await ServiceHarness.with(CounterService.self, transport) { harness in
            let tracer = SpanRecorder(runtime: SystemRuntime.shared, recordsNewTraces: true)
            let own = try await harness.client(Counter.self, as: .owner)
            let counter = RPCClient<Counter>(own.channel, defaults: own.defaults, tracer: tracer)
            let sys = try await harness.client(Sys.self, as: .owner)
            let span = tracer.startSpan("test")
            try await InstrumentationContext.$current.withValue(span.context) {
                _ = try await counter.send(Counter.Add())
                _ = try await counter.send(Counter.Get())
            }
            let trace = try #require(span.context.trace).traceIDText
            let spans = try await sys.send(Sys.GetSpans(trace: trace)).spans
            let work = spans.filter { $0.kind == "internal" }
            #expect(work.map(\.name) == ["write", "read"])
            let servers = spans.filter { $0.kind == "server" }.map(\.id)
            #expect(work.map(\.parent) == servers)
            #expect(work.allSatisfy { $0.attributes["db.namespace"] == "counter" })
        }
    }
}
