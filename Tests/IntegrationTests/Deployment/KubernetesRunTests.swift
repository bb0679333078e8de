import Cluster
import Foundation
import RPC
import ServiceKit
import TestSupport
import Testing

/// The very command lines of deploy/kubernetes are run: the keys are made and copied, all services call each other over TCP with
/// CURVE, and the probes say what they are to say.
@Suite(.tags(.integration), .serialized)
struct KubernetesRunTests {
    @Test(arguments: Seeds.make(1))
    func `all together: ready, searched from the pod of profiles, served to browsers, scraped, and stopped`(
        seed: UInt64
    ) async throws {
        var random = SplitMix64(seed: seed)
        try await RealCluster.with { cluster in
            let fixture = try KubernetesFixture(cluster)
            try await fixture.prepare()
            var all: [(name: String, container: KubernetesFixture.Container)] = []
            let pods = KubernetesRules.pods(of: fixture.suite)
            for name in pods { all.append((name, try fixture.container(name, of: name))) }
            let exporter = try fixture.container(DeployedSuite.exporter, of: "profiles")
            all.append((DeployedSuite.exporter, exporter))
            let containers = all.shuffled(using: &random)
            let profiles = try fixture.container("profiles", of: "profiles")
            let ends = try await fixture.running(containers) {
                for (name, container) in containers where name != DeployedSuite.exporter {
                    try await cluster.until("\(name) is ready: \(fixture.log)") {
                        try await fixture.run(container.readiness, container.variables).code == 0
                    }
                    #expect(try await fixture.run(container.liveness, container.variables).code == 0)
                }
                func hearth(_ words: String...) async throws -> RealCluster.Outcome {
                    try await fixture.run(["hearth"] + words + ["--timeout", "60"], profiles.variables)
                }
                try await cluster.until("every service is well from there: \(fixture.log)") {
                    try await hearth("status").code == 0
                }
                let playlist = fixture.suite.checkout.appending(path: "examples-data/demo/channels.m3u").path
                let imported = try await hearth("import", playlist)
                #expect(imported.code == 0, "\(imported.err)\(fixture.log)")
                #expect(try await hearth("search", "harbour", "--json").json()["total"] as? Int == 3)
                // Its services are called from the pod of web, and none lacks a key.
                let ready = try await ExporterProbe.page("/readyz", port: fixture.web)
                #expect(ready.hasPrefix("HTTP/1.1 200"), "\(ready)\(fixture.log)")
                #expect(try await ExporterProbe.page("/", port: fixture.web).contains("<html"))
                let page = try await ExporterProbe.page("/metrics", port: fixture.exporter)
                for service in pods {
                    #expect(page.contains("hearth_up{service=\"\(service)\"} 1"), "\(page)")
                }
            }
            let names = pods.union([DeployedSuite.exporter])
            #expect(ends == Dictionary(uniqueKeysWithValues: names.map { ($0, .exited(0)) }), "\(fixture.log)")
        }
    }

    @Test
    func `a pod whose service does not run is neither alive nor ready`() async throws {
        try await RealCluster.with { cluster in
            let fixture = try KubernetesFixture(cluster)
            let catalog = try fixture.container("catalog", of: "catalog")
            try cluster.directory.directory("data-catalog")
            for probe in [catalog.liveness, catalog.readiness] {
                #expect(try await fixture.run(probe, catalog.variables).code != 0)
            }
        }
    }
}
