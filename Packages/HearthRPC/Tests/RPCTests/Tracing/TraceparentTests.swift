import RPC
import Testing
import Tracing

@Suite struct TraceparentTests {
    @Test func `the example of the specification is read and written as it stands`() throws {
        let text = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let trace = try #require(TraceContext(traceparent: text))
        #expect(trace.traceID == (0x0af7_6519_16cd_43dd, 0x8448_eb21_1c80_319c))
        #expect(trace.spanID == 0xb7ad_6b71_6920_3331)
        #expect(trace.isSampled)
        #expect(trace.traceparent == text)
    }

    @Test(arguments: Seeds.some(50)) func `what is written is read again`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let trace = TraceContext(
            traceID: (random.next(), random.next() | 1), spanID: random.next() | 1, isSampled: random.next() & 1 == 1)
        #expect(TraceContext(traceparent: trace.traceparent) == trace, "seed \(seed)")
    }

    /// What section 3.2 of W3C's trace context forbids.
    @Test(arguments: [
        "", "00", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
        "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b716920333-01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-1",
        "0-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319g-b7ad6b7169203331-01",
        "00--b7ad6b7169203331-01",
    ]) func `anything else is no traceparent`(text: String) { #expect(TraceContext(traceparent: text) == nil) }

    @Test func `of a later version the fields of this one are read`() throws {
        let text = "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-what-the-future-has"
        #expect(try #require(TraceContext(traceparent: text)).spanIDText == "b7ad6b7169203331")
    }

    @Test func `a tracer's other fields do not get into the header`() {
        var carrier = TraceparentCarrier()
        TraceparentCarrier.Injector().inject("vendor=1", forKey: "tracestate", into: &carrier)
        #expect(carrier.trace == nil)
        #expect(TraceparentCarrier.Extractor().extract(key: "tracestate", from: carrier) == nil)
    }
}
