import InMemoryTracing
import RPC
import RPCDiagnostics
import RPCInProcess
import Testing
import Tracing

/// A call to a front server, whose handler calls a back server; each process has a tracer of its own.
private struct TracedRelay {
    let runtime: any Runtime
    let caller: SpanRecorder, front: SpanRecorder, back: SpanRecorder
    private let backClient: InProcessClient
    let client: InProcessClient
    var echo: RPCClient<Echo> { RPCClient(client.channel, defaults: patient, tracer: caller) }
    private var patient: CallOptions { CallOptions(timeout: .seconds(60)) }

    init(runtime: any Runtime, records: Bool = true) throws {
        self.runtime = runtime
        caller = SpanRecorder(runtime: runtime, recordsNewTraces: records)
        (front, back) = (SpanRecorder(runtime: runtime), SpanRecorder(runtime: runtime))
        let backHost = InProcessHost(name: "back", runtime: runtime)
        var server = try makeEchoServer(runtime: runtime)
        server.tracer = back
        backHost.start(server)
        backClient = InProcessClient(backHost)
        let further = RPCClient<Echo>(
            backClient.channel, defaults: CallOptions(timeout: .seconds(60)))
        let frontHost = InProcessHost(name: "front", runtime: runtime)
        var relay = RPCServer(name: "front", version: "1", runtime: runtime)
        relay.diagnostics = Diagnostics()
        relay.tracer = front
        var handlers = RPCHandlers<Echo>()
        handlers.on(Echo.Say.self) { request, _ in try await further.send(request) }
        handlers.on(Echo.Fail.self) { request, _ in try await further.send(request) }
        handlers.on(Echo.Hold.self) { _, _ in Empty() }
        handlers.on(Echo.Add.self) { request, _ in try await further.send(request) }
        handlers.onLoop(Echo.SayInline.self) { request, _ in Echo.Said(text: request.text, attempt: 1) }
        handlers.on(Echo.Repeat.self) { request, writer, _ in
            for try await said in try await further.stream(request) { try await writer.write(said) }
        }
        try relay.add(handlers)
        frontHost.start(relay)
        client = InProcessClient(frontHost)
    }

    func close() {
        client.close()
        backClient.close()
    }

    /// Every span of the one trace that the caller began, the outermost first.
    func spans(_ trace: TraceContext) -> [SpanRecord] {
        (caller.spans(of: trace) + front.spans(of: trace) + back.spans(of: trace)).sorted { $0.began < $1.began }
    }
}

@Suite struct CallSpanTests {
    private static func run(
        _ mode: TestRuntime, records: Bool = true, _ body: @escaping @Sendable (TracedRelay) async throws -> Void
    ) async throws {
        try await mode.run { fixture in
            let relay = try TracedRelay(runtime: fixture.runtime, records: records)
            try await body(relay)
            relay.close()
        }
    }

    /// Runs `body` in a span of the caller's, and returns that.
    private static func traced(
        _ relay: TracedRelay, _ body: @Sendable () async throws -> Void
    ) async rethrows -> TraceContext {
        let span = relay.caller.startSpan("command", at: relay.runtime.wallTime)
        try await InstrumentationContext.$current.withValue(span.context) { try await body() }
        span.end(at: relay.runtime.wallTime)
        return span.context.trace ?? .root(runtime: relay.runtime)
    }

    @Test(arguments: TestRuntime.allCases)
    func `every call of a recorded trace has a span at both ends, one in the other`(
        mode: TestRuntime
    ) async throws {
        try await Self.run(mode) { relay in
            let trace = try await Self.traced(relay) { _ = try await relay.echo.send(Echo.Say(text: "hello")) }
            let spans = relay.spans(trace)
            // command > client at the caller > server in front > client in front > server at the back
            try #require(spans.count == 5)
            var parent: UInt64?
            for expected in [SpanKind.internal, .client, .server, .client, .server] {
                let span = try #require(spans.first { $0.parent == parent })
                #expect(span.kind == expected)
                #expect(span.trace.traceID == trace.traceID)
                #expect(span.ended >= span.began)
                if expected != .internal {
                    #expect(span.name == "test.v1.Echo/Say")
                    #expect(span.attributes["rpc.service"] == "test.v1.Echo")
                    #expect(span.attributes["rpc.method"] == "Say")
                    #expect(span.attributes["rpc.response.status_code"] == "OK")
                }
                parent = span.trace.spanID
            }
        }
    }

    @Test(arguments: TestRuntime.allCases) func `a failed call's spans have its code and none of its text`(
        mode: TestRuntime
    ) async throws {
        try await Self.run(mode) { relay in
            let trace = await Self.traced(relay) {
                await #expect(throws: RPCError.self) { try await relay.echo.send(Echo.Fail(how: "secret")) }
            }
            let calls = relay.spans(trace).filter { $0.kind != .internal }
            try #require(calls.count == 4)
            for span in calls {
                #expect(span.failed)
                #expect(span.attributes["rpc.response.status_code"] == "UNKNOWN")
                #expect(span.attributes["rpc.executed"] == "no" || span.attributes["rpc.executed"] == "maybe")
                #expect(!"\(span)".localizedLowercaseContains("secret"))
            }
        }
    }

    @Test(arguments: TestRuntime.allCases) func `a trace that is not recorded leaves no span and goes on being one`(
        mode: TestRuntime
    ) async throws {
        try await Self.run(mode, records: false) { relay in
            let trace = try await Self.traced(relay) { _ = try await relay.echo.send(Echo.Say(text: "hello")) }
            #expect(!trace.isSampled)
            #expect(relay.spans(trace).isEmpty)
        }
    }

    @Test(arguments: TestRuntime.allCases) func `a stream's handler has a span around all of it`(
        mode: TestRuntime
    ) async throws {
        try await Self.run(mode) { relay in
            let trace = try await Self.traced(relay) {
                var count = 0
                for try await _ in try await relay.echo.stream(Echo.Repeat(text: "again", times: 3)) { count += 1 }
                #expect(count == 3)
            }
            // The client of a stream has no span: nothing tells it when the stream is over for its reader.
            #expect(relay.spans(trace).map(\.kind) == [.internal, .server, .server])
        }
    }

    @Test(arguments: TestRuntime.allCases) func `sys tells the spans of a trace to who asks for it`(
        mode: TestRuntime
    ) async throws {
        try await Self.run(mode) { relay in
            let trace = try await Self.traced(relay) { _ = try await relay.echo.send(Echo.Say(text: "hello")) }
            let system = RPCClient<Sys>(relay.client.channel, defaults: CallOptions(timeout: .seconds(60)))
            let spans = try await system.send(Sys.GetSpans(trace: trace.traceIDText)).spans
            #expect(spans.map(\.kind).sorted() == ["client", "server"])
            #expect(spans.allSatisfy { $0.name == "test.v1.Echo/Say" && $0.microseconds >= 0 && $0.parent != nil })
            #expect(try await system.send(Sys.GetSpans(trace: String(repeating: "ab", count: 16))).spans.isEmpty)
            let error = await #expect(throws: RPCError.self) { try await system.send(Sys.GetSpans(trace: "nonsense")) }
            #expect(error?.code == .invalidArgument)
        }
    }

    @Test func `a tracer of another library gets the same calls`() async throws {
        let tracer = InMemoryTracer()
        let host = InProcessHost(name: "echo", runtime: SystemRuntime.shared)
        var server = try makeEchoServer(runtime: SystemRuntime.shared)
        server.tracer = SpanRecorder(runtime: SystemRuntime.shared)
        host.start(server)
        let client = InProcessClient(host)
        let echo = RPCClient<Echo>(client.channel, defaults: CallOptions(timeout: .seconds(60)), tracer: tracer)
        _ = try await echo.send(Echo.Say(text: "hello"))
        // It speaks a format of its own, so that the header has none of it; its spans are there all the same.
        #expect(tracer.finishedSpans.map(\.operationName) == ["test.v1.Echo/Say"])
        #expect(tracer.finishedSpans.first?.kind == .client)
        client.close()
    }
}

extension String {
    fileprivate func localizedLowercaseContains(_ text: String) -> Bool { lowercased().contains(text) }
}
