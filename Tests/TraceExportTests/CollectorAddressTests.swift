import RPC
import Testing
import TraceExport

struct CollectorAddressTests {
    @Test(arguments: [
        ("http://127.0.0.1:4318", "http://127.0.0.1:4318/v1/traces"),
        ("http://127.0.0.1:4318/", "http://127.0.0.1:4318/v1/traces"),
        ("https://collector.lan/otlp/", "https://collector.lan/otlp/v1/traces"),
        ("https://collector.lan/v1/traces", "https://collector.lan/v1/traces"),
        ("http://[::1]:4318", "http://[::1]:4318/v1/traces"),
    ])
    func `the path of traces is added where it is missing`(text: String, full: String) {
        #expect(CollectorAddress(text)?.description == full)
    }

    @Test(arguments: [
        "", "collector:4318", "ftp://collector/", "http://", "http://user:word@collector:4318",
        "http://user@collector", "http://collector/?key=1", "http://collector/#a", "grpc://collector:4317",
    ])
    func `what is no address, or holds a secret, is rejected`(text: String) {
        #expect(CollectorAddress(text) == nil)
    }

    @Test
    func `a sample is as large as its percentage`() {
        let simulation = Simulation(seed: 27)
        for percent in [0, 10, 50, 100] {
            let rate = SamplingRate(percent: percent)
            let sampled = (0..<2_000).count { _ in rate.samples(runtime: simulation) }
            #expect(abs(sampled - 20 * percent) <= 100, "\(percent) %")
        }
        #expect(SamplingRate(percent: -1) == SamplingRate(percent: 0))
        #expect(SamplingRate(percent: 101) == .all)
    }
}
