import Cluster
import Foundation
import RPC
import ServiceKit
import TestSupport
import Testing

/// The very command line of every unit and of every block is run: one service at a time, and all together in an order
/// that no file says anything about.
@Suite(.tags(.integration))
struct DeploymentRunTests {
    /// Where a command line comes from.
    enum Source: String, CaseIterable { case systemd, compose }

    @Test(arguments: Source.allCases)
    func `each by itself: it is healthy, and ends well when it is told to`(source: Source) async throws {
        for service in try DeployedSuite().services.sorted() {
            try await RealCluster.with { cluster in
                let stage = try DeploymentFixture(source, cluster)
                let end = try await stage.running([service]) {}
                #expect(end == [service: .exited(0)], "\(service)\n\(stage.log)")
            }
        }
    }

    @Test(arguments: Source.allCases, Seeds.make(1))
    func `all together, started and stopped in any order`(source: Source, seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let services = try DeployedSuite().services.shuffled(using: &random)
        try await RealCluster.with { cluster in
            let stage = try DeploymentFixture(source, cluster)
            let end = try await stage.running(services) {
                let status = try await cluster.hearth("status", "--json")
                #expect(status.code == 0, "\(services)\n\(status.out)\(status.err)")
                let home = try await cluster.hearth("home", "--json")
                #expect(home.code == 0, "\(home.out)\(home.err)")
            }
            #expect(end == Dictionary(uniqueKeysWithValues: services.map { ($0, .exited(0)) }), "\(stage.log)")
        }
    }

    @Test(arguments: Source.allCases)
    func `a value that a service refuses ends it, and is not tried again`(source: Source) async throws {
        try await RealCluster.with { cluster in
            let stage = try DeploymentFixture(source, cluster)
            var command = try stage.command("catalog")
            command.variables["HEARTH_DRAIN_SECONDS"] = "soon"
            let end = await stage.run(command) { _ in }
            #expect(end == .exited(ExitStatus.configuration.rawValue), "\(stage.log)")
            #expect(stage.log.contains("HEARTH_DRAIN_SECONDS"))
            let unit = try UnitRules.files(stage.suite, "catalog")[0]
            let given = unit.values("Service", "RestartPreventExitStatus").flatMap { $0.split(separator: " ") }
            #expect(given.contains("\(ExitStatus.configuration.rawValue)"))
        }
    }
}
