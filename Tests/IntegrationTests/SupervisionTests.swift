import Cluster
import Foundation
import Glibc
import ProfilesAPI
import RPC
import ServiceKit
import Subprocess
import TestSupport
import Testing

@Suite(.tags(.integration), .serialized)
struct SupervisionTests {
    @Test
    func `services end with their supervisor, and the next up starts each once`() async throws {
        try await RealCluster.with { cluster in
            try await cluster.up("--services", "profiles,catalog")
            let processes = [try cluster.process(of: "profiles"), try cluster.process(of: "catalog")]
            let supervisor = try #require(RunningCluster(paths: cluster.paths)?.process)
            try #require(kill(supervisor, SIGKILL) == 0)
            // At once: it may find them still ending.
            try await cluster.up("--services", "profiles,catalog")
            try await cluster.until("the services before have ended") {
                !processes.contains(where: RealCluster.isAlive)
            }
            let status = try await cluster.hearth("status", "--json").json()
            let services = try #require(status["services"] as? [[String: Any]])
            #expect(services.compactMap { $0["starts"] as? Int } == [1, 1])
        }
    }

    @Test
    func `a service that was started by hand is left alone, and the one that cannot start names it`() async throws {
        try await RealCluster.with { cluster in
            let paths = cluster.paths
            async let end = cluster.runService("profiles")
            try await cluster.until("profiles listens") {
                ServiceRegistration.read(at: paths.notice(of: "profiles")) != nil
            }
            let process = try cluster.process(of: "profiles")
            async let up = cluster.hearth("up", "--detach", "--services", "profiles")
            try await cluster.until("it is named") {
                cluster.log.contains("profiles cannot start: process \(process) (profiles) holds its socket or shard")
            }
            #expect(RealCluster.isAlive(process))
            #expect(kill(process, SIGTERM) == 0)
            #expect(await end == .exited(0))
            #expect(try await up.code == 0)
            #expect(try cluster.process(of: "profiles") != process)
        }
    }

    @Test
    func `two ups at once: one runs, the other says so, and the services are started once`() async throws {
        try await RealCluster.with { cluster in
            async let one = cluster.hearth("up", "--detach", "--services", "profiles")
            async let other = cluster.hearth("up", "--detach", "--services", "profiles")
            let outcomes = try await [one, other]
            #expect(outcomes.map(\.code) == [0, 0], "\(outcomes)")
            #expect(outcomes.count { $0.err.contains("A cluster runs already: process") } == 1, "\(outcomes)")
            #expect(cluster.log.matches(of: /profiles started/).count == 1)
        }
    }

    @Test
    func `the log of the cluster before is still there after the next up`() async throws {
        try await RealCluster.with { cluster in
            try await cluster.up("--services", "profiles")
            let process = try cluster.process(of: "profiles")
            #expect(kill(process, SIGKILL) == 0)
            try await cluster.until("the death is told") { cluster.log.contains("profiles died (killed by SIGKILL)") }
            #expect(try await cluster.hearth("down").code == 0)
            try await cluster.up("--services", "profiles")
            #expect(cluster.log.contains("profiles died (killed by SIGKILL)"))
        }
    }

    @Test
    func `a secret is in the files of the service that needs it, and nowhere else`() async throws {
        let canaries = [
            "HEARTH_TMDB_KEY": "canary-tmdb", "HEARTH_TVDB_KEY": "canary-tvdb", "HEARTH_TOKEN": "canary-token",
        ]
        try await RealCluster.with { cluster in
            try await cluster.up("--services", "profiles,metadata-gateway", "--log-level", "trace", variables: canaries)
            let supervisor = try #require(RunningCluster(paths: cluster.paths)?.process)
            let processes = try ["profiles", "metadata-gateway"].map { try cluster.process(of: $0) } + [supervisor]
            for process in processes {
                for file in ["environ", "cmdline"] {
                    let text = String(
                        decoding: FileManager.default.contents(atPath: "/proc/\(process)/\(file)") ?? Data(),
                        as: UTF8.self)
                    #expect(!text.isEmpty && !text.contains("canary"), "\(process) \(file)")
                    let isKeyed = file == "environ" && process == processes[1]
                    #expect(text.contains("CREDENTIALS_DIRECTORY") == isKeyed)
                }
            }
            #expect(!cluster.log.contains("canary"))
            let place = cluster.paths.secrets(of: "metadata-gateway")
            #expect(try String(contentsOfFile: "\(place)/tmdb-key", encoding: .utf8) == "canary-tmdb")
            // It has the key, and has it again after a restart.
            for _ in 0..<2 {
                let status = try await cluster.hearth(
                    "call", "hearth.metadata.v1.MetadataGateway/GetSourceStatus", "--json")
                #expect(status.out.contains("\"hasKey\":true"), "\(status)")
                #expect(try await cluster.hearth("restart", "metadata-gateway").code == 0)
            }
            #expect(try await cluster.hearth("down").code == 0)
            #expect(!FileManager.default.fileExists(atPath: cluster.paths.secretsDirectory))
        }
    }

    @Test
    func `a service alone refuses a secret in its environment, and too few descriptors`() async throws {
        try await RealCluster.with { cluster in
            let arguments = ["--data", cluster.data, "--run", cluster.run]
            let secret = try await cluster.execute(
                "metadata-gateway", arguments, variables: ["HEARTH_TMDB_KEY": "canary"])
            #expect(secret.code == 78)
            #expect(secret.err.contains("HEARTH_TMDB_KEY_FILE") && !secret.err.contains("canary"))
            #expect(!FileManager.default.fileExists(atPath: cluster.data))
            for name in ["profiles", "catalog", "hearth"] {
                let command = ["\(cluster.executables)/\(name)"] + (name == "hearth" ? ["up"] : []) + arguments
                let outcome = try await Subprocess.run(
                    .name("prlimit"), arguments: Arguments(["--nofile=64:64"] + command),
                    output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
                #expect(outcome.terminationStatus == .exited(78), "\(name)")
                #expect(outcome.standardError.contains("may open 64 files and needs"), "\(outcome.standardError)")
            }
        }
    }

    @Test
    func `a supervisor that does not read what its services write does not stop them`() async throws {
        try await RealCluster.with { cluster in
            try await cluster.up("--services", "profiles,catalog", "--log-level", "trace")
            try await HouseholdClients.with(of: cluster) { clients in
                let supervisor = try #require(RunningCluster(paths: cluster.paths)?.process)
                try #require(kill(supervisor, SIGSTOP) == 0)
                defer { kill(supervisor, SIGCONT) }
                // Each writes more than 200 bytes, and a pipe holds 64 KiB.
                for _ in 1...1_000 { _ = try await clients.profiles.send(Profiles.GetHousehold()) }
            }
            let last = "hearth.profiles.v1.Profiles/GetHousehold"
            try await cluster.until("all of it is in the log") { cluster.log.ranges(of: last).count >= 1_000 }
        }
    }
}
