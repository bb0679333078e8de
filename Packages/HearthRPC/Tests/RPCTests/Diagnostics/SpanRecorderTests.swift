import RPC
import RPCDiagnostics
import Synchronization
import Testing
import Tracing

@Suite struct SpanRecorderTests {
    private func recorder(capacity: Int = 100, records: Bool = true) -> SpanRecorder {
        SpanRecorder(runtime: SystemRuntime.shared, capacity: capacity, recordsNewTraces: records)
    }

    @Test func `the last spans are kept, and older ones give way`() throws {
        let recorder = recorder(capacity: 3)
        let first = recorder.startSpan("all")
        for number in 1...5 { recorder.startSpan("\(number)", context: first.context).end() }
        let trace = try #require(first.context.trace)
        #expect(recorder.spans(of: trace).map(\.name) == ["3", "4", "5"])
    }

    @Test func `a span is kept once, as it was at its end`() throws {
        let recorder = recorder()
        let span = recorder.startSpan("one", at: WallTime(nanosecondsSince1970: 5_000))
        span.attributes["count"] = 3
        span.attributes["text"] = String(repeating: "x", count: 1_000)
        for number in 0..<100 { span.addEvent(SpanEvent(name: "event \(number)")) }
        span.operationName = "renamed"
        span.end(at: WallTime(nanosecondsSince1970: 9_000))
        #expect(!span.isRecording)
        span.attributes["late"] = true
        span.end(at: WallTime(nanosecondsSince1970: 20_000))
        let trace = try #require(span.context.trace)
        let kept = recorder.spans(of: trace)
        try #require(kept.count == 1)
        #expect(kept[0].name == "renamed")
        #expect(kept[0].attributes == ["count": "3", "text": String(repeating: "x", count: 256)])
        #expect(kept[0].events.count == 32)
        #expect(kept[0].ended == WallTime(nanosecondsSince1970: 9_000))
    }

    @Test func `an observer receives recorded spans when they end, and no others`() {
        final class Observer: SpanObserver {
            let names = Mutex<[String]>([])
            func ended(_ span: SpanRecord) { names.withLock { $0.append(span.name) } }
        }
        let observer = Observer()
        let recorded = SpanRecorder(runtime: SystemRuntime.shared, recordsNewTraces: true, observer: observer)
        let first = recorded.startSpan("first")
        #expect(observer.names.withLock(\.self) == [])
        first.end()
        first.end()
        let unrecorded = SpanRecorder(runtime: SystemRuntime.shared, recordsNewTraces: false, observer: observer)
        unrecorded.startSpan("second").end()
        #expect(observer.names.withLock(\.self) == ["first"])
    }

    @Test func `who does not record new traces records those that others began`() throws {
        let (own, others) = (recorder(records: false), recorder())
        let unrecorded = own.startSpan("own")
        #expect(!unrecorded.isRecording)
        unrecorded.end()
        let unrecordedTrace = try #require(unrecorded.context.trace)
        #expect(own.spans(of: unrecordedTrace).isEmpty)
        let parent = others.startSpan("other")
        var carrier = TraceparentCarrier()
        others.inject(parent.context, into: &carrier, using: TraceparentCarrier.Injector())
        var context = InstrumentationContext.topLevel
        own.extract(carrier, into: &context, using: TraceparentCarrier.Extractor())
        own.startSpan("child", context: context).end()
        let trace = try #require(parent.context.trace)
        #expect(own.spans(of: trace).map(\.parent) == [trace.spanID])
    }

    @Test func `an error leaves its type and not its text`() throws {
        struct Leak: Error { var password = "hunter2" }
        let recorder = recorder()
        let span = recorder.startSpan("one")
        span.recordError(Leak())
        span.end()
        let trace = try #require(span.context.trace)
        let kept = try #require(recorder.spans(of: trace).first)
        #expect(kept.events.map(\.name) == ["Leak"])
        #expect(!"\(kept)".contains("hunter2"))
    }
}
