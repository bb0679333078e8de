import Foundation
import GRDB
import HearthModel
import Logging
import RPC
import Testing

@testable import ServiceKit

/// A shard that is missing is an error that names it, and never a new one.
@Suite struct MissingShardTests {
    /// What happens to the file of a shard.
    enum Loss: String, CaseIterable {
        case deleted, emptied, blank, volumeGone

        func happen(to path: String) throws {
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
            switch self {
            case .deleted: try FileManager.default.removeItem(atPath: path)
            case .emptied: try Data().write(to: URL(fileURLWithPath: path))
            case .blank:
                try FileManager.default.removeItem(atPath: path)
                var configuration = Configuration()
                configuration.prepareDatabase { try ShardVFS.reserveSeals($0) }
                let database = try DatabaseQueue(path: ShardVFS.uri(path), configuration: configuration)
                try database.inDatabase { try $0.execute(sql: "PRAGMA application_id = 7") }
                try database.close()
            case .volumeGone:
                let root = ((path as NSString).deletingLastPathComponent as NSString).deletingLastPathComponent
                try FileManager.default.removeItem(atPath: root)
            }
        }
    }

    private func directory(
        _ fixture: ShardFixture, _ service: String = "catalog", ballast: Int = 0
    ) throws -> ShardDirectory {
        var options = ShardOptions()
        options.limits.ballastBytes = ballast
        return try ShardDirectory(
            root: "\(fixture.directory)/volumes/\(service)", data: fixture.directory + "/data", service: service,
            migrations: [ShardFixture.rows], createsHouseholds: service == "profiles", options: options,
            runtime: SystemRuntime.shared, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        ) { [failures = fixture.failures] in failures.append($0) }
    }

    /// A household with both shards, and a row in each.
    private func found(_ fixture: ShardFixture, also services: [String] = ["catalog"]) async throws {
        for service in ["profiles"] + services {
            let shards = try directory(fixture, service)
            try await shards.shard(for: "home").insert(1)
            await shards.close()
        }
    }

    private func path(_ fixture: ShardFixture, _ service: String) -> String {
        "\(fixture.directory)/volumes/\(service)/home/\(service).sqlite"
    }

    @Test(arguments: Loss.allCases, ["catalog", "profiles"])
    func `a lost shard is refused by name, and nothing is made`(loss: Loss, service: String) async throws {
        try await ShardFixture.with { fixture in
            try await found(fixture)
            let path = path(fixture, service)
            try loss.happen(to: path)
            let before = FileManager.default.contents(atPath: path)
            let shards = try directory(fixture, service)
            let error = await #expect(throws: ShardError.self) { try await shards.shard(for: "home") }
            guard case .missing(path, let remains) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(!remains.isEmpty)
            #expect(error?.description.contains(path) == true)
            #expect(error?.description.contains("hearth household begin-empty \(service)") == true)
            #expect(error?.rpcError.code == .failedPrecondition)
            #expect(error?.rpcError.executed == .no)
            #expect(error?.rpcError.message.contains("/") == false, "no paths for callers")
            #expect(error?.rpcError.detail(HouseholdProblem.self)?.code == .shardMissing)
            #expect(FileManager.default.contents(atPath: path) == before)
            #expect(await shards.openExisting().keys.sorted() == ["home"], "health has to name it")
            // The finding stays the same.
            await #expect(throws: ShardError.missing(path: path, remains: remains)) {
                try await shards.shard(for: "home")
            }
            await shards.close()
        }
    }

    @Test func `what older builds left behind counts, too`() async throws {
        for left in [".opening", ".ballast", "-wal"] {
            try await ShardFixture.with { fixture in
                try FileManager.default.createDirectory(
                    atPath: fixture.directory + "/data/home", withIntermediateDirectories: true)
                let path = path(fixture, "catalog")
                try FileManager.default.createDirectory(
                    atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
                try Data("1\n".utf8).write(to: URL(fileURLWithPath: path + left))
                let shards = try directory(fixture)
                await #expect(throws: ShardError.missing(path: path, remains: ["catalog.sqlite\(left)"])) {
                    try await shards.shard(for: "home")
                }
                await shards.close()
            }
        }
    }

    @Test func `profiles is missed where another service has a shard, and a new service joins`() async throws {
        try await ShardFixture.with { fixture in
            try await found(fixture)
            // As left by a build without notes, on volumes of their own.
            for name in ["household.id", "profiles.shard"] {
                try FileManager.default.removeItem(atPath: "\(fixture.directory)/data/home/\(name)")
            }
            try FileManager.default.removeItem(atPath: "\(fixture.directory)/volumes/profiles")
            let profiles = try directory(fixture, "profiles")
            await #expect(
                throws: ShardError.missing(path: path(fixture, "profiles"), remains: ["catalog.shard"])
            ) { try await profiles.shard(for: "home") }
            await profiles.close()
            let scheduler = try directory(fixture, "scheduler")
            #expect(try await scheduler.shard(for: "home").ids() == [])
            await scheduler.close()
        }
    }

    @Test func `a shard whose making was cut short is made again`() async throws {
        try await ShardFixture.with { fixture in
            try FileManager.default.createDirectory(
                atPath: fixture.directory + "/data/home", withIntermediateDirectories: true)
            let path = path(fixture, "catalog")
            let folder = (path as NSString).deletingLastPathComponent
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for empty in [path, path + ".lock", path + "-wal"] { try Data().write(to: URL(fileURLWithPath: empty)) }
            let shards = try directory(fixture)
            #expect(try await shards.shard(for: "home").ids() == [])
            await shards.close()
        }
    }

    @Test func `given up, it begins empty once, as the same household's`() async throws {
        try await ShardFixture.with { fixture in
            try await found(fixture)
            for service in ["catalog", "profiles"] {
                let lost = try MissingShard(
                    of: service, household: "home", data: fixture.directory + "/data",
                    root: "\(fixture.directory)/volumes/\(service)")
                await #expect(throws: ShardError.self, "it is there") {
                    try await lost.giveUp(runtime: SystemRuntime.shared)
                }
                let before = try directory(fixture, service)
                let identity = try await before.shard(for: "home").identity
                #expect(identity != nil)
                await before.close()
                try Loss.deleted.happen(to: lost.path)
                try Data("frames".utf8).write(to: URL(fileURLWithPath: lost.path + "-wal"))
                try await lost.giveUp(runtime: SystemRuntime.shared)
                let shards = try directory(fixture, service)
                let shard = try await shards.shard(for: "home")
                #expect(try await shard.ids() == [])
                #expect(shard.identity == identity)
                await shards.close()
                #expect(FileManager.default.fileExists(atPath: lost.path + "-wal.kept"))
                try Loss.deleted.happen(to: lost.path)
                let again = try directory(fixture, service)
                await #expect(throws: ShardError.self, "once") { try await again.shard(for: "home") }
                await again.close()
                try await lost.giveUp(runtime: SystemRuntime.shared)
                let last = try directory(fixture, service)
                _ = try await last.shard(for: "home")
                await last.close()
            }
        }
    }
}
