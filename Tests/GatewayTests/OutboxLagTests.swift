import Foundation
import RPCDiagnostics
import TestSupport
import Testing

@testable import GatewayCommands

struct OutboxLagTests {
    private func figures(_ service: String, _ metrics: [Sys.Metric]) -> ClusterMetrics.Figures {
        ClusterMetrics.Figures(service: service, metrics: Self.response(metrics))
    }

    private static func response(_ metrics: [Sys.Metric]) -> Sys.Metrics? {
        struct Response: Encodable { var metrics: [Sys.Metric] }
        return try? JSONDecoder().decode(Sys.Metrics.self, from: JSONEncoder().encode(Response(metrics: metrics)))
    }

    /// A log whose entries 1 to 10 were written at these ages in seconds.
    private func log(household: String = "home", generation: String = "7", oldest: Double = 1) -> [Sys.Metric] {
        [("oldest", oldest), ("0", 10), ("60", 8), ("3600", 5), ("86400", 0)].map { age, position in
            Sys.Metric(
                name: "outbox_sequence", kind: "gauge",
                labels: ["household": household, "generation": generation, "age": age], value: position)
        }
    }

    private func cursor(_ position: Double, household: String = "home", generation: String = "7") -> Sys.Metric {
        Sys.Metric(
            name: "inbox_sequence", kind: "gauge",
            labels: ["household": household, "source": "catalog", "generation": generation], value: position)
    }

    private func lag(_ log: [Sys.Metric], _ cursors: Sys.Metric...) -> [OutboxLag] {
        OutboxLag.all(of: [figures("catalog", log), figures("playback-state", cursors)])
    }

    private func expected(_ events: Double, _ seconds: Double) -> [OutboxLag] {
        [OutboxLag(follower: "playback-state", source: "catalog", events: events, seconds: seconds)]
    }

    @Test
    func
        `a follower is behind by the events after its cursor, and the oldest has at most the age at which it was last`()
    {
        #expect(lag(log(), cursor(10)) == expected(0, 0))
        #expect(lag(log(), cursor(9)) == expected(1, 60))
        #expect(lag(log(), cursor(8)) == expected(2, 60))
        #expect(lag(log(), cursor(7)) == expected(3, 3_600))
        #expect(lag(log(), cursor(0)) == expected(10, 86_400))
    }

    @Test
    func `a cursor in another log, or before its beginning, needs all that is kept`() {
        #expect(lag(log(oldest: 4), cursor(10, generation: "8")) == expected(7, 86_400))
        #expect(lag(log(oldest: 4), cursor(1)) == expected(7, 86_400))
    }

    @Test
    func `households are added up, the oldest event counts, and a source that did not answer is left out`() {
        let both = log() + log(household: "lake")
        #expect(lag(both, cursor(9), cursor(7, household: "lake")) == expected(4, 3_600))
        #expect(OutboxLag.all(of: [figures("playback-state", [cursor(9)])]) == [])
        #expect(lag(log(), cursor(9, household: "elsewhere")) == [])
    }

    @Test
    func `the exporter tells the lag by service, and no household`() async throws {
        let bench = try GatewayHarness()
        try bench.clients.play("catalog", bench.catalog.handlers) { [log = log()] server in
            server.diagnostics.onGetMetrics = { log }
        }
        try bench.clients.play("profiles", bench.profiles.handlers) { [cursor = cursor(8)] server in
            server.diagnostics.onGetMetrics = { [cursor] }
        }
        let text = await bench.run("metrics").out
        #expect(text.contains(#"hearth_outbox_behind_events{service="profiles",source="catalog"} 2"#))
        #expect(text.contains(#"hearth_outbox_lag_seconds{service="profiles",source="catalog"} 60"#))
        #expect(!text.contains("household") && !text.contains("_sequence"))
    }
}
