import BackupFormat
import Foundation
import ServiceKit
import Synchronization
import TestSupport
import Testing

/// Backups of the real executables, restored and compared, with kills at every stage.
@Suite(.tags(.integration), .serialized)
struct BackupTests {
    private static let key = String(repeating: "5c", count: 32)

    private func keyFile(_ cluster: RealCluster) throws -> String {
        let path = try cluster.directory.write(Self.key, to: "backup.key")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return path
    }

    private func succeed(
        _ cluster: RealCluster, _ arguments: [String], _ variables: [String: String] = [:]
    ) async throws {
        let outcome = try await cluster.execute("hearth", arguments, variables: variables)
        try #require(outcome.code == 0, "\(arguments): \(outcome.out)\(outcome.err)\(cluster.log)")
    }

    private func links(_ cluster: RealCluster, _ variables: [String: String]) async throws -> Set<String> {
        let outcome = try await cluster.hearth("read", "list", "--limit", "200", "--json", variables: variables)
        let found = try outcome.json()["links"] as? [[String: Any]] ?? []
        return Set(found.compactMap { $0["url"] as? String ?? $0["address"] as? String })
    }

    /// Files that only the making of copies leaves.
    private func leftovers(_ cluster: RealCluster) -> [String] {
        (FileManager.default.subpaths(atPath: cluster.directory.path) ?? []).filter {
            $0.contains(".copy") || $0.contains(".partial") || $0.contains(".restored")
        }
    }

    @Test
    func `a backup under load is restored with every write acknowledged before it`() async throws {
        try await RealCluster.with { cluster in
            try await cluster.up()
            let (key, backup) = (try keyFile(cluster), cluster.directory.path("home.hearth-backup"))
            let saved = SavedLinks()
            let before = try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for number in 0..<100 where !Task.isCancelled {
                        let url = "https://example.org/\(number)"
                        let outcome = try await cluster.hearth("read", "save", url)
                        if outcome.code == 0 { saved.add(url) }
                    }
                }
                try await cluster.until("some links are saved") { saved.all.count >= 5 }
                let before = saved.all
                try await succeed(cluster, ["backup", "--to", backup, "--key-file", key])
                group.cancelAll()
                return before
            }
            #expect(leftovers(cluster) == [])
            try await succeed(cluster, ["backup", "verify", backup, "--key-file", key])
            try await succeed(
                cluster, ["restore", backup, "--key-file", key, "--data", cluster.directory.path("other")])
            _ = try await cluster.hearth("down")
            let other = ["HEARTH_DATA": cluster.directory.path("other")]
            try await cluster.up(variables: other)
            let found = try await links(cluster, other)
            #expect(Set(before).isSubset(of: found), "\(before.count) of \(found.count)")
            let status = try await cluster.hearth("status", variables: other)
            // Without a key of TMDB metadata-gateway always is.
            let degraded = status.out.split(separator: "\n").filter {
                $0.contains("egraded") && !$0.contains("no TMDB key")
            }
            #expect(status.code == 0 && degraded.isEmpty, "\(status.out)")
        }
    }

    /// A service that dies at a step of its copy is started again, and copied; nothing is left of the first copy.
    @Test
    func `services that die while they are copied are copied again`() async throws {
        try await RealCluster.with { cluster in
            let chaos = try cluster.directory.directory("chaos")
            try await cluster.up("--restart-limit", "0", variables: ["HEARTH_CHAOS_DIRECTORY": chaos])
            try await succeed(cluster, ["read", "save", "https://example.org/1"])
            let points: [BackupFailPoint] = [.copyBegun, .copyMade, .copySending]
            for (number, point) in points.enumerated() {
                for service in ["reading-list", "profiles"] {
                    try Data().write(to: URL(filePath: FailPoints.file(of: point, process: service, in: chaos)))
                }
                let path = cluster.directory.path("copy\(number)")
                try await succeed(cluster, ["backup", "--to", path])
                try await succeed(cluster, ["backup", "verify", path])
                #expect(try FileManager.default.contentsOfDirectory(atPath: chaos) == [], "\(point) was not reached")
                try await cluster.until("all serve") {
                    try await cluster.hearth("status", "profiles", "reading-list").code == 0
                }
                #expect(leftovers(cluster) == [], "\(point)")
            }
        }
    }

    /// Wherever `hearth` is killed: a backup that has its name is whole, and the same command works afterwards.
    @Test
    func `a killed backup or restore is run again`() async throws {
        try await RealCluster.with { cluster in
            try await cluster.up()
            try await succeed(cluster, ["read", "save", "https://example.org/1"])
            _ = try await cluster.hearth("down")
            let chaos = try cluster.directory.directory("chaos")
            let variables = ["HEARTH_CHAOS_DIRECTORY": chaos]
            let points = BackupFailPoint.allCases.filter { !$0.rawValue.hasPrefix("copy") }
            for point in points where point.rawValue.hasPrefix("backup") {
                for name in ["\(point)", "\(point).hearth-backup"] {
                    let path = cluster.directory.path(name)
                    try Data().write(to: URL(filePath: FailPoints.file(of: point, process: "hearth", in: chaos)))
                    let killed = try await cluster.execute("hearth", ["backup", "--to", path], variables: variables)
                    #expect(killed.code == -1, "\(point) was not reached: \(killed.err)")
                    #expect(FileManager.default.fileExists(atPath: path) == (point == .backupNamed))
                    if point != .backupNamed { try await succeed(cluster, ["backup", "--to", path], variables) }
                    try await succeed(cluster, ["backup", "verify", path])
                }
            }
            #expect(leftovers(cluster) == [])
            let backup = cluster.directory.path("\(BackupFailPoint.backupNamed)")
            let manifest = try BackupReader(backup).manifest
            for point in points where point.rawValue.hasPrefix("restore") {
                for target in [cluster.data, cluster.directory.path("empty-\(point)")] {
                    let command = ["restore", backup, "--data", target, "--yes"]
                    try Data().write(to: URL(filePath: FailPoints.file(of: point, process: "hearth", in: chaos)))
                    let killed = try await cluster.execute("hearth", command, variables: variables)
                    #expect(killed.code == -1, "\(point) was not reached: \(killed.err)")
                    if point != .restoreStaged {
                        let up = try await cluster.execute("hearth", ["up", "--data", target, "--detach"])
                        #expect(up.code == ExitStatus.configuration.rawValue, "\(point): \(up.out)\(up.err)")
                    }
                    try await succeed(cluster, command, variables)
                    for shard in manifest.shards {
                        let restored = try Data(
                            contentsOf: URL(filePath: "\(target)/\(shard.household)/\(shard.service).sqlite"))
                        #expect(restored == (try Data(contentsOf: URL(filePath: "\(backup)/\(shard.content.path)"))))
                    }
                }
            }
            #expect(leftovers(cluster) == [])
            try await cluster.up()
            #expect(try await links(cluster, [:]).count == 1)
        }
    }

    @Test
    func `the cluster makes backups by its schedule`() async throws {
        try await RealCluster.with { cluster in
            let (key, backups) = (try keyFile(cluster), cluster.directory.path("backups"))
            let settings = "backup:\n  to: \(backups)\n  every: 1m\n  keep: 1\n  key-file: \(key)\n"
            let file = try cluster.directory.write(settings, to: "hearth.yaml")
            try await cluster.up("--config", file)
            try await succeed(cluster, ["read", "save", "https://example.org/1"])
            let folder = BackupFolder(backups)
            try await cluster.until("a backup is made") { !folder.scheduled.isEmpty }
            let path = try #require(folder.scheduled.last)
            try await succeed(cluster, ["backup", "verify", path, "--key-file", key])
            let doctor = try await cluster.hearth("doctor", "--config", file)
            #expect(doctor.out.contains("backup") && !doctor.out.contains("backup failed"), "\(doctor.out)")
        }
    }
}

/// The links whose saving was acknowledged.
private final class SavedLinks: Sendable {
    private let links = Mutex<[String]>([])

    var all: [String] { links.withLock { $0 } }
    func add(_ link: String) { links.withLock { $0.append(link) } }
}
