import Cluster
import Foundation
import Glibc
import ServiceKit
import TestSupport
import Testing

@Suite(.tags(.integration), .serialized)
struct LogsTests {
    @Test
    func `logs are private files that survive the next up, and have the reason of the last death`() async throws {
        try await RealCluster.with { cluster in
            try await cluster.up("--services", "profiles,catalog")
            #expect(kill(try cluster.process(of: "catalog"), SIGKILL) == 0)
            try await cluster.until("the death is logged") {
                try await cluster.hearth("logs", "catalog").out.contains("catalog died")
            }
            #expect(try await cluster.hearth("down").code == 0)
            // Nothing runs any more.
            let death = try await cluster.hearth("logs", "catalog", "--level", "error")
            #expect(death.code == 0 && death.out.contains("hearth: catalog died ("), "\(death)")
            try await cluster.up("--services", "profiles,catalog")
            let all = try await cluster.hearth("logs", "--lines", "0")
            let lines = all.out.split(separator: "\n").map(String.init)
            #expect(lines.contains { $0.contains("catalog died") })
            #expect(lines.count { $0.contains("the supervisor starts") } == 2)
            let times = lines.map { String($0.prefix(24)) }
            #expect(times == times.sorted())
            let directory = "\(cluster.data)/logs"
            for name in [""] + (try FileManager.default.contentsOfDirectory(atPath: directory)) {
                let values = try FileManager.default.attributesOfItem(atPath: "\(directory)/\(name)")
                let mode = (values[.posixPermissions] as? NSNumber)?.intValue ?? 0
                #expect(mode & 0o077 == 0, "\(name)")
            }
        }
    }

    @Test
    func `a follower goes on across a restart`() async throws {
        try await RealCluster.with { cluster in
            try await cluster.up("--services", "profiles")
            let output = cluster.directory.path("followed")
            let arguments = ["logs", "-f", "profiles", "--data", cluster.data, "--run", cluster.run]
            let follower = try DetachedProcess(
                executable: "\(cluster.executables)/hearth", arguments: arguments, output: output)
            defer { kill(follower.id, SIGKILL) }
            func starts() -> Int {
                let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
                return text.matches(of: /profiles serves/).count
            }
            try await cluster.until("the first start is followed") { starts() == 1 }
            #expect(try await cluster.hearth("restart", "profiles").code == 0)
            try await cluster.until("the second start is followed") { starts() == 2 }
            #expect(try await cluster.hearth("down").code == 0)
            try await cluster.up("--services", "profiles")
            try await cluster.until("the next cluster is followed") { starts() == 3 }
        }
    }
}
