import HearthModel
import RPC
import RPCDiagnostics
import TestSupport
import Testing
import TraceExport
import Tracing

/// A contract whose front asks its back.
private enum Relay: RPCService {
    static let name = "test.v1.Relay"
    static let requests: [any RPCMethod.Type] = [Ask.self]

    struct Ask: RPCRequest {
        typealias Service = Relay
        typealias Response = Behaviour
        static let safety = CallSafety.readOnly
        static let access = CallAccess.anyone
        var text: String
    }

    struct Behaviour: Codable, Sendable {
        var text: String
    }
}

/// One trace over several processes, each with an exporter of its own.
@Suite(.timeLimit(.minutes(10)))
struct TwoServicesTests {
    private let runtime = SystemRuntime.shared

    private func exporter(_ name: String, _ collector: TraceCollector) throws -> SpanExporter {
        let address = try #require(CollectorAddress(collector.address))
        return try SpanExporter(
            to: address, as: SpanSource(name: name, version: "1", instance: name), runtime: runtime)
    }

    @Test
    func `a command, its call and the call that follows are one tree at the collector`() async throws {
        let collector = try TraceCollector()
        let exporters = try ["hearth", "front", "back"].map { try exporter($0, collector) }
        let clients = TestServiceClients(runtime: runtime)
        var back = RPCHandlers<Relay>()
        back.on(Relay.Ask.self) { request, _ in
            guard request.text != "secret" else { throw RPCError(.notFound, "There is no \(request.text).") }
            return Relay.Behaviour(text: request.text)
        }
        try clients.play("back", back) { [runtime] in
            $0.tracer = SpanRecorder(runtime: runtime, observer: exporters[2])
        }
        try await clients.connect(to: "back")
        let further = RPCClient<Relay>(clients.channel(to: "back"), defaults: patient)
        var front = RPCHandlers<Relay>()
        front.on(Relay.Ask.self) { request, _ in try await further.send(request) }
        try clients.play("front", front) { [runtime] in
            $0.tracer = SpanRecorder(runtime: runtime, observer: exporters[1])
        }
        try await clients.connect(to: "front")
        let recorder = SpanRecorder(runtime: runtime, recordsNewTraces: true, observer: exporters[0])
        let client = RPCClient<Relay>(clients.channel(to: "front"), defaults: patient, tracer: recorder)
        for text in ["hello", "secret"] {
            let root = recorder.startSpan("hearth ask", at: runtime.wallTime)
            await InstrumentationContext.$current.withValue(root.context) {
                _ = try? await client.send(Relay.Ask(text: text))
            }
            root.end(at: runtime.wallTime)
        }
        for exporter in exporters { await exporter.finish() }
        #expect(collector.violations == [])
        let traces = Dictionary(grouping: collector.spans, by: \.trace)
        try #require(traces.count == 2)
        for trace in traces.values { check(trace) }
        #expect(traces.values.count { $0.contains(where: \.isError) } == 1)
        let values = collector.spans.flatMap { [$0.name] + $0.attributes.values }
        #expect(!values.contains { $0.contains("secret") || $0.contains("hello") })
    }

    private var patient: CallOptions { CallOptions(timeout: .seconds(60)) }

    /// command > client > server in front > client in front > server at the back
    private func check(_ trace: [CollectedSpan]) {
        #expect(trace.count == 5)
        let expected = [("hearth", 1), ("hearth", 3), ("front", 2), ("front", 3), ("back", 2)]
        var around: CollectedSpan?
        for (service, kind) in expected {
            guard let span = trace.first(where: { $0.parent == around?.id }) else {
                Issue.record("nothing is in \(String(describing: around))")
                return
            }
            #expect(span.service == service && span.kind == kind)
            if let around {
                // One clock, so that the inner one is within the outer one.
                #expect(span.start >= around.start && span.end <= around.end)
                let code = span.isError ? "#5" : "#0"
                let facts = ["rpc.system": "hearth", "rpc.service": "test.v1.Relay", "rpc.method": "Ask"]
                for (key, value) in facts { #expect(span.attributes[key] == value) }
                #expect(span.attributes["rpc.grpc.status_code"] == code)
            }
            around = span
        }
    }
}
