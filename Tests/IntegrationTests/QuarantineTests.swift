import Foundation
import TestSupport
import Testing

/// An older copy of profiles' shard is put back: what the others keep of a profile that it does not have is not erased.
@Suite(.tags(.integration), .serialized)
struct QuarantineTests {
    private static let page = "https://second.example/"

    /// The command's results as JSON, and how it ended.
    private func run(_ cluster: RealCluster, _ arguments: String...) async throws -> (code: Int32, json: [String: Any])
    {
        let outcome = try await cluster.execute("hearth", arguments + ["--json", "--timeout", "60"])
        return (outcome.code, try outcome.json())
    }

    private func entries(_ cluster: RealCluster) async throws -> [[String: Any]] {
        try await run(cluster, "quarantine").json["entries"] as? [[String: Any]] ?? []
    }

    private func links(_ cluster: RealCluster, of profile: String) async throws -> Int {
        let list = try await run(cluster, "read", "list", "--profile", profile)
        return (list.json["links"] as? [Any])?.count ?? -1
    }

    private func shard(_ cluster: RealCluster, _ service: String) -> String { "\(cluster.data)/home/\(service).sqlite" }

    /// Stops everything, puts the older copy in place, and waits until reading-list has heard of it.
    private func restoreOlderCopy(_ old: Data, _ cluster: RealCluster) async throws {
        try #require(try await cluster.hearth("down").code == 0)
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: shard(cluster, "profiles") + suffix)
        }
        try old.write(to: URL(fileURLWithPath: shard(cluster, "profiles")))
        try await cluster.up()
        try await cluster.until("the profile is in quarantine") {
            try await entries(cluster).contains { $0["service"] as? String == "reading-list" }
        }
    }

    private func holdsPages(_ cluster: RealCluster) throws -> Bool {
        try ["", "-wal"].contains { suffix in
            let path = shard(cluster, "reading-list") + suffix
            guard FileManager.default.fileExists(atPath: path) else { return false }
            return try Data(contentsOf: URL(fileURLWithPath: path)).range(of: Data("second.example".utf8)) != nil
        }
    }

    @Test
    func `is kept, hidden and named, taken back by one command, and erased by another`() async throws {
        try await RealCluster.with { cluster in
            try await cluster.up()
            try #require(try await cluster.hearth("read", "save", "https://first.example/1").code == 0)
            try #require(try await cluster.hearth("down").code == 0)
            let old = try Data(contentsOf: URL(fileURLWithPath: shard(cluster, "profiles")))
            try await cluster.up()
            let made = try await run(cluster, "profile", "create", "Second")
            let id = try #require(made.json["id"] as? String)
            for number in 1...3 {
                let saved = try await cluster.hearth("read", "save", Self.page + "\(number)", "--profile", "Second")
                try #require(saved.code == 0, "\(saved.err)")
            }

            try await restoreOlderCopy(old, cluster)
            #expect(try holdsPages(cluster), "the links are erased")
            let entry = try #require(try await entries(cluster).first { $0["id"] as? String == id })
            #expect(entry["kind"] as? String == "profile")
            let status = try await cluster.hearth("status")
            #expect(status.out.contains("1 profile that profiles no longer lists"))
            #expect(status.out.contains("hearth quarantine"))
            let doctor = try await cluster.hearth("doctor")
            #expect(doctor.code == 1)
            #expect(doctor.out.contains("hearth quarantine"))
            // The token that is left from before is good for some minutes, and shows nothing.
            let refused = try await cluster.hearth("read", "list", "--profile", "Second")
            #expect(refused.code != 0)
            #expect(try await links(cluster, of: "Adult") == 1)

            let restored = try await cluster.hearth(
                "quarantine", "restore", id, "--name", "Second", "--kind", "adult")
            #expect(restored.code == 0, "\(restored.err)")
            try await cluster.until("its links are back") { try await links(cluster, of: "Second") == 3 }
            #expect(try await entries(cluster).isEmpty)
            #expect(try await cluster.hearth("doctor").code == 0)

            try await restoreOlderCopy(old, cluster)
            // Without --yes nothing happens.
            #expect(try await cluster.hearth("quarantine", "confirm", id).code == 64)
            #expect(try await entries(cluster).count == 1)
            let confirmed = try await cluster.hearth("quarantine", "confirm", id, "--yes")
            #expect(confirmed.code == 0, "\(confirmed.err)")
            #expect(try await entries(cluster).isEmpty)
            #expect(try await cluster.hearth("quarantine", "restore", id).code == 1)
            #expect(try await links(cluster, of: "Adult") == 1)
            try #require(try await cluster.hearth("down").code == 0)
            #expect(try !holdsPages(cluster))
        }
    }
}
