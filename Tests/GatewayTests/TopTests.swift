import Foundation
import RPC
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
