import Foundation
import ServiceKit
import TestSupport
import Testing

@testable import GatewayCommands

/// `hearth rollback` of a stopped household whose shards were upgraded.
struct RollbackCommandTests {
    /// A household whose catalog and reading-list were upgraded, and used since.
    private func upgraded() async throws -> BackupBench {
        let bench = try await BackupBench()
        for service in ["catalog", "reading-list"] { try await bench.add(["later"], to: service, version: 2) }
        return bench
    }

    private func run(_ bench: BackupBench, _ arguments: String...) async -> GatewayHarness.Outcome {
        await bench.harness.run(list: ["rollback"] + arguments)
    }

    private func shard(_ bench: BackupBench, _ service: String) -> String { "\(bench.data)/home/\(service).sqlite" }

    private func schema(_ bench: BackupBench, _ service: String) throws -> Int64 {
        try ShardCopy.schemaVersion(ofShard: shard(bench, service)) ?? 0
    }

    @Test func `shards go back to their copies, and nothing is erased`() async throws {
        let bench = try await upgraded()
        let rolledBack = await run(bench, "--yes", "--json")
        try #require(rolledBack.status == .success, "\(rolledBack.err)")
        for service in BackupBench.services {
            #expect(try await bench.rows(of: service) == ["first of \(service)"])
        }
        let report = try rolledBack.json()
        let shards = report["shards"] as? [[String: Any]] ?? []
        #expect(shards.compactMap { $0["service"] as? String } == ["catalog", "reading-list"])
        let replaced = try #require((report["replaced"] as? [String])?.first)
        #expect(bench.names("\(replaced)/home").contains("catalog.sqlite"))
        // What was saved since is there, and so are the copies.
        try bench.harness.directory.directory("kept/home")
        let kept = bench.harness.directory.path("kept/home/catalog.sqlite")
        try FileManager.default.copyItem(atPath: "\(replaced)/home/catalog.sqlite", toPath: kept)
        try await bench.add(["last"], to: "catalog", in: bench.harness.directory.path("kept"), version: 2)
        #expect(UpgradeFolder(shard: shard(bench, "catalog")).copies.count == 1)
        #expect(!bench.names(bench.data).contains(".rollback-unfinished"))
        #expect(!bench.names("\(bench.data)/home").contains { $0.contains("restored") })
        let again = await run(bench, "--yes")
        #expect(again.status == .noInput && again.err.contains("(NO_COPY)"))
    }

    @Test func `without consent nothing is changed, and what would be lost is said`() async throws {
        let bench = try await upgraded()
        let refused = await run(bench)
        #expect(refused.status == .usage && refused.err.contains("(NOT_CONFIRMED)"), "\(refused.err)")
        #expect(refused.err.contains("home/catalog goes back to") && refused.err.contains("one that knows schema"))
        #expect(try schema(bench, "catalog") % 10_000 == 2)
        let listed = await run(bench, "--list")
        #expect(listed.status == .success && listed.out.contains("reading-list") && listed.out.contains("COPIED"))
        let copies = try JSONSerialization.jsonObject(with: Data(await run(bench, "--list", "--json").out.utf8))
        #expect((copies as? [[String: Any]])?.compactMap { $0["isNext"] as? Bool } == [true, true])
        #expect(try schema(bench, "catalog") % 10_000 == 2)
    }

    @Test func `a single service goes back while others run`() async throws {
        let bench = try await upgraded()
        let profiles = try await bench.open("profiles")
        let rolledBack = await run(bench, "catalog", "--yes")
        #expect(rolledBack.status == .success, "\(rolledBack.err)")
        #expect(rolledBack.out.contains("1 shard went back"))
        await profiles.close()
        #expect(try await bench.rows(of: "catalog") == ["first of catalog"])
        #expect(try schema(bench, "reading-list") % 10_000 == 2)
        #expect(await run(bench, "profiles", "--yes").err.contains("profiles has no copy from before an upgrade"))
    }

    @Test func `a service that runs is refused`() async throws {
        let bench = try await BackupBench()
        try await bench.add(["later"], to: "catalog", version: 2)
        let lock = Glibc.open(shard(bench, "catalog") + ".lock", O_RDWR)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        let refused = await run(bench, "--yes")
        #expect(refused.status == .held && refused.err.contains("catalog runs"), "\(refused.err)")
        Glibc.close(lock)
        #expect(try schema(bench, "catalog") % 10_000 == 2)
    }

    @Test func `a damaged copy is refused by name, and no shard is touched`() async throws {
        let bench = try await upgraded()
        let copy = try #require(UpgradeFolder(shard: shard(bench, "reading-list")).copies.first)
        var bytes = try Data(contentsOf: URL(filePath: copy.path))
        bytes[5_000] ^= 1
        try bytes.write(to: URL(filePath: copy.path))
        let refused = await run(bench, "--yes")
        #expect(refused.status == .data && refused.err.contains("(COPY_DAMAGED)"), "\(refused.err)")
        for service in ["catalog", "reading-list"] { #expect(try schema(bench, service) % 10_000 == 2) }
        #expect(!bench.names("\(bench.data)/home").contains { $0.contains("restored") })
        #expect(!bench.names(bench.data).contains { $0.hasPrefix(".ro") || $0.hasPrefix(".re") })
    }

    @Test func `going back twice goes back two upgrades`() async throws {
        let bench = try await BackupBench()
        try await bench.add(["second"], to: "catalog", version: 2)
        try await bench.add(["third"], to: "catalog", version: 3)
        for version in [2, 1] {
            let rolledBack = await run(bench, "catalog", "--yes")
            #expect(rolledBack.status == .success, "\(rolledBack.err)")
            #expect(try schema(bench, "catalog") % 10_000 == version)
        }
        #expect(try await bench.rows(of: "catalog") == ["first of catalog"])
        #expect(bench.names(bench.data).filter { $0.hasPrefix(".replaced-") }.count == 2)
    }

    /// A kill between moving the shard and placing its copy, in a rollback that would choose another copy by now.
    @Test func `an interrupted rollback keeps the cluster down, and is completed as it was begun`()
        async throws
    {
        let bench = try await upgraded()
        try await bench.add(["later still"], to: "catalog", version: 3)
        let copies = UpgradeFolder(shard: shard(bench, "catalog")).copies
        let first = try #require(copies.last)
        try RollbackRecord(
            steps: [.init(service: "catalog", household: "home", copy: first.path, schema: first.manifest.fromSchema)],
            aside: ".replaced-before"
        ).write(bench.data)
        do {
            // Its lock ends with the scope, as with a killed process.
            let place = try ShardPlace(of: "catalog", household: "home", data: bench.data, root: bench.data)
            try place.moveAside(to: "\(bench.data)/.replaced-before")
        }
        let up = await bench.harness.run(list: ["up", "--detach"])
        #expect(up.status == .configuration && up.err.contains("(ROLLBACK_UNFINISHED)"), "\(up.err)")
        let doctor = await bench.harness.run(list: ["doctor"])
        #expect(doctor.out.contains("A rollback of catalog was interrupted"), "\(doctor.out)")
        let other = await run(bench, "reading-list", "--yes")
        #expect(other.status == .configuration && other.err.contains("A rollback of catalog was interrupted"))
        #expect(bench.names(bench.data).contains(".rollback-unfinished"))
        let completed = await bench.harness.run(list: ["rollback"])
        #expect(completed.status == .success, "\(completed.err)")
        #expect(try await bench.rows(of: "catalog") == ["first of catalog"])
        #expect(try schema(bench, "reading-list") % 10_000 == 2)
        #expect(bench.names("\(bench.data)/.replaced-before/home").contains("catalog.sqlite"))
        #expect(!bench.names(bench.data).contains(".rollback-unfinished"))
    }
}
