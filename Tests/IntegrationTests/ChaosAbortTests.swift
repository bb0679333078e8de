import Chaos
import Foundation
import Glibc
import ServiceKit
import TestSupport
import Testing

/// A run of `hearth chaos` that ends in the middle of its faults, on the real executables.
@Suite(.tags(.integration), .serialized)
struct ChaosAbortTests {
    private static let plan = """
        duration: 60s
        services: [profiles, catalog]
        faults:
          - at 1s stop catalog for 20s
          - at 1s disk-full profiles for 20s
        """

    /// The run's directory and process, once both faults are active.
    private struct Running {
        var directory: String
        var process: Int32
        var catalog: Int32
    }

    private func running(in cluster: RealCluster) -> Running? {
        struct Owner: Decodable { var process: Int32 }
        let files = FileManager.default
        let names = (try? files.contentsOfDirectory(atPath: cluster.directory.path)) ?? []
        for name in names where name.hasPrefix("hearth-chaos-") {
            let directory = cluster.directory.path(name)
            let paths = ServicePaths(runDirectory: "\(directory)/run")
            guard let data = files.contents(atPath: "\(directory)/owner.json"),
                let owner = try? JSONDecoder().decode(Owner.self, from: data),
                let catalog = ServiceRegistration.read(at: paths.notice(of: "catalog"))?.processID, isStopped(catalog)
            else { continue }
            return Running(directory: directory, process: owner.process, catalog: catalog)
        }
        return nil
    }

    private func isStopped(_ process: Int32) -> Bool {
        let stat = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        return stat.split(separator: ")").last?.hasPrefix(" T") == true
    }

    private func mounts() -> String { (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? "" }

    @Test(arguments: [SIGINT, SIGTERM, SIGKILL])
    func `leaves nothing behind: a signal reverts its faults, and after kill -9 clean does`(signal: Int32) async throws
    {
        try await RealCluster.with { cluster in
            let plan = try cluster.directory.write(Self.plan, to: "plan.yaml")
            // Its own directory for temporary files: runs of other tests are none of its business.
            let variables = ["TMPDIR": cluster.directory.path]
            async let outcome = cluster.execute(
                "hearth", ["chaos", "run", plan, "--seed", "1", "--report", cluster.directory.path("report")],
                variables: variables)
            try await cluster.until("the faults are active") { running(in: cluster) != nil }
            let run = try #require(running(in: cluster))
            kill(run.process, signal)
            let ended = try await outcome
            let cleaned = try await cluster.execute("hearth", ["chaos", "clean"], variables: variables)
            #expect(cleaned.code == 0, "\(cleaned.out)\(cleaned.err)")
            if signal == SIGKILL {
                #expect(ended.code == -1)
                #expect(cleaned.out.contains("The run of process \(run.process) ended without reverting its faults"))
                #expect(cleaned.out.contains("the run's household is removed"), "\(cleaned.out)")
            } else {
                #expect(ended.code == ExitStatus.failure.rawValue && ended.err.contains("CANCELLED"), "\(ended.err)")
                #expect(cleaned.out == "No run has left anything behind in \(cluster.directory.path).\n")
            }
            #expect(!FileManager.default.fileExists(atPath: run.directory))
            // Its parent is gone: the process that adopts it may take a moment to reap it.
            try await cluster.until("the run's catalog has ended") { !RealCluster.isAlive(run.catalog) }
            #expect(!mounts().contains(run.directory))
        }
    }
}
