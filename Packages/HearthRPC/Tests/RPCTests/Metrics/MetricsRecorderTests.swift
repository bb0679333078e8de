import Metrics
import RPC
import RPCDiagnostics
import RPCMetrics
import Testing

@Suite struct MetricsRecorderTests {
    private let recorder = MetricsRecorder()

    @Test func `counters with the same label and dimensions are one`() {
        Counter(label: "jobs.done", dimensions: [("kind", "import")], factory: recorder).increment(by: 2)
        Counter(label: "jobs.done", dimensions: [("kind", "import")], factory: recorder).increment()
        Counter(label: "jobs.done", dimensions: [("kind", "erase")], factory: recorder).increment(by: 5)
        #expect(recorder.metrics.map(\.name) == ["jobs_done", "jobs_done"])
        #expect(recorder.metrics.map(\.value) == [5, 3])
        #expect(recorder.metrics.map(\.labels) == [["kind": "erase"], ["kind": "import"]])
    }

    @Test func `a counter takes no step back`() {
        let counter = FloatingPointCounter(label: "seconds", factory: recorder)
        counter.increment(by: 1.5)
        counter.increment(by: -1)
        counter.increment(by: Double.infinity)
        #expect(recorder.metrics.map(\.value) == [1.5])
    }

    @Test func `a gauge has the last value`() {
        let gauge = Gauge(label: "depth", factory: recorder)
        gauge.record(7)
        gauge.record(3)
        gauge.record(Double.nan)
        #expect(recorder.metrics.first?.kind == "gauge")
        #expect(recorder.metrics.first?.value == 3)
    }

    /// Against counting by hand: each bucket has the values up to its bound.
    @Test(arguments: Seeds.some(20)) func `a timer's buckets have what is not above their bounds`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let timer = Timer(label: "commit_seconds", factory: recorder)
        // From nanoseconds to over the last bound.
        let values = (0..<200).map { _ in Int64(random.next() >> (30 + random.next() % 30)) }
        for value in values { timer.recordNanoseconds(value) }
        let metric = try #require(recorder.metrics.first)
        #expect(metric.kind == "histogram")
        #expect(metric.count == 200)
        #expect(abs(metric.value - values.reduce(0) { $0 + Double($1) } / 1e9) < 1e-6 * max(1, metric.value))
        let buckets = try #require(metric.buckets)
        #expect(buckets.map(\.upTo) == buckets.map(\.upTo).sorted())
        for bucket in buckets {
            let expected = values.count { Double($0) / 1e9 <= bucket.upTo }
            #expect(bucket.count == UInt64(expected), "seed \(seed), up to \(bucket.upTo)")
        }
    }

    @Test func `dimensions without end are not kept without end`() {
        for number in 0..<(MetricsRecorder.mostMetrics + 50) {
            Counter(label: "hits", dimensions: [("path", "\(number)")], factory: recorder).increment()
        }
        #expect(recorder.metrics.count == MetricsRecorder.mostMetrics)
    }

    @Test func `one name is of one kind, and what is destroyed is forgotten`() {
        let counter = Counter(label: "things", factory: recorder)
        counter.increment()
        Gauge(label: "things", factory: recorder).record(9)
        #expect(recorder.metrics.map(\.kind) == ["counter"])
        #expect(recorder.metrics.map(\.value) == [1])
        counter.destroy()
        #expect(recorder.metrics.isEmpty)
    }

    @Test(arguments: TestRuntime.allCases) func `calls are timed by method and code`(mode: TestRuntime) async throws {
        let recorder = recorder
        try await mode.run(interceptors: [MetricsInterceptor(factory: recorder)]) { fixture in
            for _ in 0..<3 { _ = try await fixture.echo.send(Echo.Say(text: "hello")) }
            await #expect(throws: RPCError.self) { try await fixture.echo.send(Echo.Fail(how: "status")) }
            let reported = Dictionary(uniqueKeysWithValues: recorder.metrics.map { ($0.labels["code"] ?? "", $0) })
            #expect(reported["OK"]?.count == 3)
            #expect(reported["OK"]?.labels["rpc_method"] == "test.v1.Echo/Say")
            #expect(reported["FAILED_PRECONDITION"]?.count == 1)
        }
    }

    @Test(arguments: TestRuntime.allCases) func `a process that counts nothing says so`(mode: TestRuntime) async throws
    {
        try await mode.run { fixture in
            let refused = await #expect(throws: RPCError.self) { try await fixture.system.send(Sys.GetMetrics()) }
            #expect(refused?.code == .unimplemented)
        }
    }
}
