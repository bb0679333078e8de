import Foundation
import RPC
import RPCDiagnostics
import ServiceKit
import TestSupport
import Testing

@testable import GatewayCommands

struct TopTests {
    private func report(_ calls: UInt64, _ errors: UInt64, incarnation: String = "1") -> StatusReport {
        var service = ServiceReport(service: "catalog", state: "serving")
        (service.calls, service.errors, service.incarnation, service.starts) = (calls, errors, incarnation, 3)
        return StatusReport(runDirectory: "/run", services: [service], missing: [])
    }

    @Test
    func `rates are of the interval, and are left out across a restart`() {
        let load = ClusterLoad(from: report(100, 4), to: report(150, 5), in: .seconds(2))
        #expect(load.services.first?.callsPerSecond == 25)
        #expect(load.services.first?.failuresPerSecond == 0.5)
        #expect(load.services.first?.restarts == 2)
        let restarted = ClusterLoad(from: report(100, 4), to: report(150, 5, incarnation: "2"), in: .seconds(2))
        #expect(restarted.services.first?.callsPerSecond == nil)
        let back = ClusterLoad(from: report(100, 4), to: report(90, 4), in: .seconds(2))
        #expect(back.services.first?.callsPerSecond == nil)
    }

    /// The latencies of a service since its start, up to 100 us, 1 ms and 10 ms.
    private func latency(_ counts: [UInt64], sum: UInt64) throws -> LatencyHistogram {
        let latency: [String: Any] = [
            "count": counts[2], "p50Microseconds": 1, "p90Microseconds": 1, "p99Microseconds": 1,
            "p999Microseconds": 1, "maxMicroseconds": 1, "sumMicroseconds": sum, "cumulativeCounts": counts,
        ]
        let data = try JSONSerialization.data(withJSONObject: latency)
        let read = try JSONDecoder().decode(Sys.Latency.self, from: data)
        return try #require(LatencyHistogram([read], bounds: [100, 1_000, 10_000]))
    }

    @Test
    func `durations are of the interval: what was before it does not count`() throws {
        var (before, after) = (report(1_000, 0), report(1_010, 0))
        before.services[0].latency = try latency([1_000, 1_000, 1_000], sum: 50_000)
        after.services[0].latency = try latency([1_000, 1_000, 1_010], sum: 100_000)
        let load = try #require(ClusterLoad(from: before, to: after, in: .seconds(2)).services.first)
        #expect(load.p50Microseconds == 5_500 && load.p99Microseconds == 9_910)
        // Nothing was called, or another process.
        #expect(ClusterLoad(from: after, to: after, in: .seconds(2)).services.first?.p99Microseconds == nil)
        before.services[0].incarnation = "2"
        #expect(ClusterLoad(from: before, to: after, in: .seconds(2)).services.first?.p99Microseconds == nil)
    }

    @Test
    func `a quantile is found within its bucket, and one above all bounds is the highest`() throws {
        let latency = try latency([50, 90, 95], sum: 0)
        #expect(latency.quantile(0.25) == 47)
        #expect(latency.quantile(1) == 10_000)
        #expect(LatencyHistogram(bounds: [100]).quantile(0.5) == nil)
        // Of a service that tells no buckets yet.
        #expect(LatencyHistogram([], bounds: nil) == nil)
    }

    @Test
    func `once prints one table, or one object for scripts, with why a service is degraded`() async throws {
        let bench = try GatewayHarness()
        try bench.clients.play("catalog", bench.catalog.handlers) { server in
            server.health.set("shards", .degraded, reason: "the disk is full")
        }
        let table = await bench.run("top", "--once", "--every", "50ms")
        #expect(table.status == .success)
        #expect(table.out.hasPrefix("SERVICE") && table.out.contains("shards: the disk is full"))
        let json = try await bench.run("top", "--once", "--json", "--every", "50ms").json()
        let services = try #require(json["services"] as? [[String: Any]])
        #expect(services.map { $0["service"] as? String } == ["catalog", "profiles"])
        #expect(services.first?["state"] as? String == "degraded")
        #expect(await bench.run("top", "--every", "1ms").status == .usage)
    }
}
