import Cluster
import Foundation
import Glibc
import ServiceKit
import Synchronization
import TestSupport
import Testing

@Suite(.tags(.integration), .serialized)
struct ReconcileTests {
    private static func names(_ outcome: RealCluster.Outcome, _ field: String) throws -> [String] {
        try outcome.json()[field] as? [String] ?? []
    }

    @Test
    func `a second up adds, drops and restarts what changed, and says so`() async throws {
        try await RealCluster.with { cluster in
            let file = try cluster.directory.write("services: [profiles, catalog]\n", to: "cluster.yaml")
            try await cluster.up("--config", file)
            let before = try cluster.process(of: "profiles")
            let same = try await cluster.hearth("up", "--json", "--config", file)
            #expect(same.code == 0, "\(same)")
            for field in ["started", "stopped", "restarted"] { #expect(try Self.names(same, field) == []) }
            let status = try await cluster.hearth("status", "--json", "--config", file).json()
            #expect(status["notStarted"] as? [String] == [])
            #expect(try await cluster.hearth("status").out.contains("Not started: downloads"))

            try cluster.directory.write(
                "services: [profiles, catalog, scheduler]\ncatalog:\n  source-hosts: [nas.lan]\n", to: "cluster.yaml")
            let catalog = try cluster.process(of: "catalog")
            let added = try await cluster.hearth("up", "--config", file)
            #expect(added.code == 0, "\(added)")
            #expect(added.out.contains("Started: scheduler."))
            #expect(added.out.contains("Restarted: catalog, as settings or executables have changed."))
            #expect(try cluster.process(of: "profiles") == before && cluster.process(of: "catalog") != catalog)

            try cluster.directory.write("services: [profiles, catalog]\n", to: "cluster.yaml")
            let dropped = try await cluster.hearth("up", "--json", "--config", file)
            #expect(try Self.names(dropped, "stopped") == ["scheduler"])
            #expect(try Self.names(dropped, "restarted") == ["catalog"])
            #expect(ServiceRegistration.read(at: cluster.paths.notice(of: "scheduler")) == nil)
            #expect(try cluster.process(of: "profiles") == before)
        }
    }

    @Test
    func `up with names adds only these, and starts what was stopped`() async throws {
        try await RealCluster.with { cluster in
            try await cluster.up("--services", "profiles,catalog")
            #expect(try await cluster.hearth("down", "catalog").code == 0)
            let added = try await cluster.hearth("up", "scheduler", "--json")
            #expect(try Self.names(added, "started") == ["scheduler"])
            #expect(try Self.names(added, "missing") == ["catalog"])
            let back = try await cluster.hearth("up", "catalog", "--json")
            #expect(try Self.names(back, "started") == ["catalog"] && Self.names(back, "missing") == [])
            let wrong = try await cluster.hearth("up", "catalogue")
            #expect(wrong.code == 64 && wrong.err.contains("did you mean \"catalog\"?"))
        }
    }

    @Test
    func `settings that a service would refuse stop nothing`() async throws {
        try await RealCluster.with { cluster in
            let file = try cluster.directory.write("services: [profiles]\n", to: "cluster.yaml")
            try await cluster.up("--config", file)
            let before = try cluster.process(of: "profiles")
            // A setting that all services have, and one of this service alone.
            for setting in ["drain-seconds: soon", "key-rotation-days: soon"] {
                try cluster.directory.write("services: [profiles]\nprofiles:\n  \(setting)\n", to: "cluster.yaml")
                let refused = try await cluster.hearth("up", "--config", file)
                #expect(refused.code == 78 && refused.err.contains("\(file):3:"), "\(refused)")
            }
            #expect(try cluster.process(of: "profiles") == before)
        }
    }

    /// One after the other, as a screen that is open does; its calls wait for a service that is not ready, as the RPC
    /// client does where a method or the configuration says so.
    @Test
    func `a rolling restart of all fails no call of a client that retries`() async throws {
        try await RealCluster.with { cluster in
            try await cluster.up()
            _ = try await cluster.hearth("home")
            let ready = ServiceSettings.knownServices.sorted().map { "\($0) wait-for-ready=yes timeout=30s attempts=5" }
            let variables = ["HEARTH_CALLS": ready.joined(separator: ", ")]
            let progress = Progress()
            async let homes = Self.repeatHome(cluster, variables, until: progress)
            let restart = try await cluster.hearth("restart", "--json")
            progress.end()
            #expect(restart.code == 0, "\(restart)")
            let order = try restart.out.split(separator: "\n").map {
                try JSONDecoder().decode([String: String].self, from: Data($0.utf8))["restarted"]
            }
            #expect(order.first == "profiles" && order.count == ServiceSettings.knownServices.count)
            let outcomes = try await homes
            #expect(outcomes.count > 3)
            for home in outcomes {
                let missing = try home.json()["missing"] as? [[String: Any]] ?? []
                #expect(home.code == 0 && missing.isEmpty, "\(missing) \(home.err)")
            }
        }
    }

    private final class Progress: Sendable {
        private let isDone = Mutex(false)

        var hasEnded: Bool { isDone.withLock { $0 } }
        func end() { isDone.withLock { $0 = true } }
    }

    private static func repeatHome(
        _ cluster: RealCluster, _ variables: [String: String], until progress: Progress
    ) async throws -> [RealCluster.Outcome] {
        var outcomes: [RealCluster.Outcome] = []
        while !progress.hasEnded {
            outcomes.append(try await cluster.hearth("home", "--json", variables: variables))
        }
        return outcomes
    }
}
