import Foundation
import GRDB
import Logging
import RPC
import Testing

@testable import ServiceKit

/// The shards of many households in one process.
@Suite struct ShardDirectoryTests {
    private func directory(
        _ fixture: ShardFixture, service: String = "catalog", creates: Bool = true, root: String = "data",
        runtime: any Runtime = SystemRuntime.shared, face: ShardOptions.ExecutionMode = .queued
    ) throws -> ShardDirectory {
        var options = ShardOptions(face: face)
        options.limits.ballastBytes = 0
        return try ShardDirectory(
            root: "\(fixture.directory)/\(root)", data: fixture.directory + "/data", service: service,
            migrations: [ShardFixture.rows], createsHouseholds: creates, options: options, runtime: runtime,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        ) { [failures = fixture.failures] in failures.append($0) }
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `a shard is opened on demand and once`() async throws {
        try await ShardFixture.with { fixture in
            let shards = try directory(fixture)
            let opened = try await withThrowingTaskGroup { group in
                for _ in 0..<50 { group.addTask { try await shards.shard(for: "home") } }
                return try await group.reduce(into: [Shard]()) { $0.append($1) }
            }
            #expect(Set(opened.map(ObjectIdentifier.init)).count == 1)
            #expect(opened[0].path.hasSuffix("/data/home/catalog.sqlite"))
            #expect(try mode(fixture.directory + "/data") == 0o700)
            #expect(try mode(fixture.directory + "/data/home") == 0o700)
            #expect(shards.households() == ["home"])
            await shards.close()
            await #expect(throws: RPCError.self) { try await shards.shard(for: "home") }
        }
    }

    @Test(arguments: [
        "", "..", "../other", "a/b", "Home", "ünder", String(repeating: "a", count: 41), "a\0b", "a.b", "keys",
    ])
    func `only names of households become paths`(name: String) async throws {
        try await ShardFixture.with { fixture in
            let shards = try directory(fixture)
            await #expect(throws: ShardError.badHouseholdName) { try await shards.shard(for: name) }
            #expect(ShardError.badHouseholdName.rpcError.code == .invalidArgument)
            #expect(ShardError.badHouseholdName.description.contains("not \"keys\""))
            #expect(try FileManager.default.contentsOfDirectory(atPath: shards.root).isEmpty)
            await shards.close()
        }
    }

    @Test func `only profiles creates a household`() async throws {
        try await ShardFixture.with { fixture in
            let catalog = try directory(fixture, creates: false)
            await #expect(throws: ShardError.unknownHousehold("home")) { try await catalog.shard(for: "home") }
            #expect(ShardError.unknownHousehold("home").rpcError.code == .notFound)
            let profiles = try directory(fixture, service: "profiles")
            _ = try await profiles.shard(for: "home")
            // Now it exists, and each service has a shard of its own in it.
            _ = try await catalog.shard(for: "home")
            #expect(catalog.households() == ["home"])
            await catalog.close()
            await profiles.close()
        }
    }

    @Test func `a service may keep its shards on a volume of its own`() async throws {
        try await ShardFixture.with { fixture in
            let catalog = try directory(fixture, creates: false, root: "volumes/catalog")
            await #expect(throws: ShardError.unknownHousehold("home")) { try await catalog.shard(for: "home") }
            let profiles = try directory(fixture, service: "profiles", root: "volumes/profiles")
            _ = try await profiles.shard(for: "home")
            let shard = try await catalog.shard(for: "home")
            #expect(shard.path.hasSuffix("/volumes/catalog/home/catalog.sqlite"))
            #expect(try mode(fixture.directory + "/volumes/catalog/home") == 0o700)
            #expect(catalog.households() == ["home"])
            let data = fixture.directory + "/data"
            #expect(try FileManager.default.contentsOfDirectory(atPath: data) == ["home"])
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: data + "/home").sorted() == [
                    "catalog.shard", "household.id", "profiles.shard",
                ])
            try await catalog.erase("home")
            #expect(FileManager.default.fileExists(atPath: data + "/home"), "the household is the others' too")
            try await profiles.erase("home")
            #expect(!FileManager.default.fileExists(atPath: data + "/home"))
            await catalog.close()
            await profiles.close()
        }
    }

    @Test func `what could not be opened at the start is opened later, without anybody asking`() throws {
        try ShardFixture.inDirectory { fixture in
            let simulation = Simulation(seed: 1)
            let health = HealthRegistry()
            let states = Collected<HealthRegistry.State>()
            let before = try directory(fixture, runtime: simulation, face: .inline)
            let shards = try directory(fixture, runtime: simulation, face: .inline)
            let ended = simulation.run {
                do {
                    let path = try await before.shard(for: "home").path
                    await before.close()
                    // As a disk that is not there yet.
                    try FileManager.default.moveItem(atPath: path, toPath: path + ".kept")
                    try Data("no database at all".utf8).write(to: URL(fileURLWithPath: path))
                    let upkeep = ShardMaintenance(
                        shards: shards, health: health, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
                    let running = simulation.spawn { try? await upkeep.run() }
                    try await simulation.sleep(for: .seconds(20))
                    states.append(health.overall)
                    try FileManager.default.removeItem(atPath: path)
                    try FileManager.default.moveItem(atPath: path + ".kept", toPath: path)
                    try await simulation.sleep(for: ShardMaintenance.longestPause)
                    states.append(health.overall)
                    #expect(shards.openShards.keys.sorted() == ["home"])
                    running.cancel()
                    await running.value
                } catch {
                    Issue.record(error)
                }
            }
            #expect(ended)
            #expect(states.values == [.degraded, .serving])
        }
    }

    @Test func `existing shards are opened at the start`() async throws {
        try await ShardFixture.with { fixture in
            let first = try directory(fixture)
            for name in ["home", "lake-house", "work"] { _ = try await first.shard(for: name) }
            let newer = try await first.shard(for: "work")
            try await newer.write { try $0.execute(sql: "PRAGMA user_version = 10044") }
            await first.close()
            try FileManager.default.createDirectory(atPath: first.root + "/empty", withIntermediateDirectories: true)
            let second = try directory(fixture)
            let failures = await second.openExisting()
            #expect(second.openShards.keys.sorted() == ["home", "lake-house"])
            #expect(failures.keys.sorted() == ["work"])
            let known = ShardFixture.version(service: 1)
            #expect(failures["work"] as? ShardError == .newer(path: newer.path, found: 10_044, known: known))
            await second.close()
        }
    }

    @Test func `idle shards are closed and opened again`() async throws {
        try await ShardFixture.with { fixture in
            let runtime = ManualClockRuntime()
            let shards = try directory(fixture, runtime: runtime)
            let home = try await shards.shard(for: "home")
            try await home.insert(1)
            _ = try await shards.shard(for: "lake-house")
            #expect(await shards.closeIdle() == [])
            runtime.pass(.seconds(599))
            try await home.insert(2)
            runtime.pass(.seconds(2))
            #expect(await shards.closeIdle() == ["lake-house"])
            runtime.pass(.seconds(601))
            #expect(await shards.closeIdle() == ["home"])
            #expect(!home.isOpen)
            #expect(try await shards.shard(for: "home").ids() == [1, 2])
            await shards.close()
        }
    }

    @Test func `a failing disk is passed on`() async throws {
        try await ShardFixture.with { fixture in
            let faults = try ShardFaults(directory: fixture.directory)
            let shards = try directory(fixture)
            let shard = try await shards.shard(for: "home")
            faults.failSync(1)
            #expect(await rpcError { try await shard.insert(1) }?.executed == .maybe)
            #expect(fixture.failures.values.map(\.path) == [shard.path])
            await shards.close()
        }
    }

    @Test func `a folder that is not private is tightened or refused`() async throws {
        try await ShardFixture.with { fixture in
            let root = fixture.directory + "/data"
            try FileManager.default.createDirectory(
                atPath: root, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
            let shards = try directory(fixture)
            #expect(try mode(root) == 0o700)
            try FileManager.default.createSymbolicLink(atPath: root + "/home", withDestinationPath: fixture.directory)
            let error = await #expect(throws: ShardError.self) { try await shards.shard(for: "home") }
            #expect(error?.description.contains("link") == true)
            #expect(error?.rpcError.message.contains("/") == false, "no paths for callers")
            await shards.close()
        }
    }

    @Test func `an erased household leaves nothing`() async throws {
        try await ShardFixture.with { fixture in
            let shards = try directory(fixture)
            for name in ["home", "damaged", "shared"] { try await shards.shard(for: name).insert(1) }
            await shards.close()
            try Data("not a database".utf8).write(to: URL(fileURLWithPath: shards.root + "/damaged/catalog.sqlite"))
            try Data().write(to: URL(fileURLWithPath: shards.root + "/shared/profiles.sqlite"))
            let again = try directory(fixture)
            try await again.shard(for: "home").insert(2)
            for name in ["home", "damaged", "shared", "never-was"] { try await again.erase(name) }
            #expect(
                try FileManager.default.subpathsOfDirectory(atPath: again.root).sorted() == [
                    "shared", "shared/profiles.sqlite",
                ])
            #expect(again.openShards.isEmpty)
            // A household of the same name begins empty.
            #expect(try await again.shard(for: "home").ids() == [])
            await #expect(throws: ShardError.badHouseholdName) { try await again.erase("../data") }
            await again.close()
        }
    }

    @Test func `upkeep opens what is there and ends when cancelled`() async throws {
        try await ShardFixture.with { fixture in
            let first = try directory(fixture)
            _ = try await first.shard(for: "home")
            await first.close()
            let second = try directory(fixture)
            let upkeep = Task { try await second.run() }
            while second.openShards.isEmpty { await Task.yield() }
            upkeep.cancel()
            try await upkeep.value
            await second.close()
        }
    }
}
