import Cluster
import Foundation
import Glibc
import ServiceKit
import TestSupport
import Testing

/// An open home screen, while services are restarted, upgraded and killed under it.
@Suite(.tags(.integration), .serialized)
struct RollingRestartTests {
    @Test
    func `a rolling restart, an upgrade and a second up fail no home screen`() async throws {
        try await RealCluster.with(upgradable: true) { cluster in
            try await cluster.up()
            try await fill(cluster)
            try await measure("restart of all", cluster) {
                let restart = try await cluster.hearth("restart")
                #expect(restart.code == 0, "\(restart)")
            }
            try await measure("upgrade of all", cluster) {
                for service in ServiceSettings.knownServices { try cluster.upgrade(service) }
                let up = try await cluster.hearth("up", "--json")
                #expect(up.code == 0, "\(up)")
                #expect((try up.json()["restarted"] as? [String])?.count == ServiceSettings.knownServices.count)
            }
            try await measure("one service killed", cluster) {
                let before = try cluster.process(of: "catalog")
                #expect(kill(before, SIGKILL) == 0)
                try await cluster.until("catalog is back") {
                    ServiceRegistration.read(at: cluster.paths.notice(of: "catalog")).map { $0.processID != before }
                        ?? false
                }
            }
        }
    }

    /// All that a command does before it is killed: the supervisor has the rest.
    @Test
    func `a restart whose command dies goes on, and leaves no service stopped`() async throws {
        try await RealCluster.with { cluster in
            try await cluster.up("--services", "profiles")
            let running = try #require(RunningCluster(paths: cluster.paths))
            let before = try cluster.process(of: "profiles")
            try RestartRequest(service: "profiles", paths: cluster.paths).set()
            running.reconcile()
            try await cluster.until("profiles serves again") {
                running.notice?.services.first.map { $0.starts == 2 && $0.phase == "serving" } ?? false
            }
            #expect(try cluster.process(of: "profiles") != before)
            #expect(!RestartRequest(service: "profiles", paths: cluster.paths).isPending)
            #expect(!cluster.log.contains("died"))
        }
    }

    private func fill(_ cluster: RealCluster) async throws {
        let playlist = try SharedData.checkout().appending(path: "examples-data/demo/channels.m3u").path
        #expect(try await cluster.hearth("import", playlist).code == 0)
        #expect(try await cluster.hearth("favourite", "add", "Harbour TV").code == 0)
    }

    private func measure(_ name: String, _ cluster: RealCluster, _ body: @Sendable () async throws -> Void) async throws
    {
        let calls = try await HomeScreenLoop.run(on: cluster, beside: body)
        let failed = calls.filter { !$0.isWhole }
        let slowest = calls.map(\.took).max() ?? .zero
        let different = calls.filter { $0.rows != calls[0].rows }
        print(
            "\(name): \(calls.count) calls, \(failed.count) failed, \(different.count) with other rows,"
                + " slowest \(slowest)")
        #expect(failed.isEmpty, "\(failed.first.map { "\($0.output)\($0.error)" } ?? "")")
        #expect(different.isEmpty, "\(calls[0].rows) \(different.first?.rows ?? [])")
    }
}
