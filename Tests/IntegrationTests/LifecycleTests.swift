import Cluster
import Foundation
import Glibc
import ServiceKit
import TestSupport
import Testing

@Suite(.tags(.integration), .serialized)
struct LifecycleTests {
    @Test
    func `up, fill, search, down: nothing is left`() async throws {
        try await RealCluster.with { cluster in
            try await cluster.up()
            let status = try await cluster.hearth("status", "--json").json()
            #expect(status["missing"] as? [String] == [])
            let processes = try ["profiles", "catalog"].map { try cluster.process(of: $0) }
            let playlist = try SharedData.checkout().appending(path: "examples-data/demo/channels.m3u").path
            let report = try await cluster.hearth("import", playlist, "--json").json()
            #expect(report["read"] as? Int == 63)
            #expect(report["refused"] as? Int == 1)
            let again = try await cluster.hearth("import", playlist, "--json").json()
            #expect(again["unchanged"] as? Int == report["added"] as? Int)
            let found = try await cluster.hearth("search", "harbour", "--json").json()
            #expect(found["total"] as? Int == 3)
            let down = try await cluster.hearth("down")
            #expect(down.code == 0)
            for process in processes { #expect(!RealCluster.isAlive(process)) }
            #expect(ServiceRegistration.read(at: cluster.paths.notice(of: "catalog")) == nil)
            #expect(cluster.log.contains("catalog stopped (exit code 0, all well)"))
            #expect(cluster.log.contains("profiles stopped (exit code 0, all well)"))
        }
    }

    @Test(arguments: ["--detach", "--json"])
    func `a second up says who is running`(flag: String) async throws {
        try await RealCluster.with { cluster in
            try await cluster.up("--services", "profiles")
            let holder = try #require(RunningCluster(paths: cluster.paths)?.process)
            let second = try await cluster.hearth("up", flag)
            // It adds what it is asked for, and the cluster stays the same.
            #expect(second.code == 0)
            #expect((second.err + second.out).contains(flag == "--json" ? "\(holder)" : "process \(holder)"))
            #expect(RunningCluster(paths: cluster.paths)?.process == holder)
            // Another run directory, the same data.
            let third = try await cluster.hearth("up", flag, "--run", cluster.directory.path("other"))
            #expect(third.code == 73)
            #expect((third.err + third.out).contains("process \(holder)"))
        }
    }

    @Test(arguments: [Int32(15), 2])
    func `a service stops on SIGTERM and SIGINT with exit code 0`(signal: Int32) async throws {
        try await RealCluster.with { cluster in
            let paths = cluster.paths
            async let end = cluster.runService("profiles")
            try await cluster.until("profiles listens") {
                ServiceRegistration.read(at: paths.notice(of: "profiles")) != nil
            }
            #expect(kill(try cluster.process(of: "profiles"), signal) == 0)
            #expect(await end == .exited(0))
            #expect(ServiceRegistration.read(at: paths.notice(of: "profiles")) == nil)
        }
    }

    @Test
    func `two processes never serve one socket`() async throws {
        try await RealCluster.with { cluster in
            try await cluster.up("--services", "profiles")
            let end = await cluster.runService("profiles")
            #expect(end == .exited(ServiceKit.ExitStatus.held.rawValue))
            // With other data it is refused before it makes any.
            let other = "\(cluster.directory.path)/other"
            let second = await cluster.runService("profiles", ["--data", other])
            #expect(second == .exited(ServiceKit.ExitStatus.held.rawValue))
            #expect(!FileManager.default.fileExists(atPath: other))
            #expect(try await cluster.hearth("status", "profiles").code == 0)
        }
    }

    @Test
    func `a killed supervisor leaves no services behind, and its place is free`() async throws {
        try await RealCluster.with { cluster in
            try await cluster.up()
            let processes = try ["profiles", "catalog"].map { try cluster.process(of: $0) }
            let supervisor = try #require(RunningCluster(paths: cluster.paths)?.process)
            #expect(kill(supervisor, SIGKILL) == 0)
            try await cluster.until("the services end") { !processes.contains(where: RealCluster.isAlive) }
            try await cluster.up()
            #expect(try await cluster.hearth("status", "profiles", "catalog").code == 0)
        }
    }

    @Test
    func `sys.Drain stops a service, and the supervisor starts it again without counting a death`() async throws {
        try await RealCluster.with { cluster in
            try await cluster.up("--services", "profiles")
            let before = try cluster.process(of: "profiles")
            #expect(try await cluster.hearth("call", "Sys/Drain", "--service", "profiles").code == 0)
            try await cluster.until("profiles is back") {
                ServiceRegistration.read(at: cluster.paths.notice(of: "profiles")).map { $0.processID != before }
                    ?? false
            }
            #expect(cluster.log.contains("profiles was asked to stop; starting it again"))
            #expect(!cluster.log.contains("died"))
        }
    }
}
