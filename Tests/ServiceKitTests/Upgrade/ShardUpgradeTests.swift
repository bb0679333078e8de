import Foundation
import GRDB
import HearthModel
import RPC
import Synchronization
import Testing

@testable import ServiceKit

/// The copy of a shard before a migration: when it is taken, refused, used again and removed.
struct ShardUpgradeTests {
    private func with(_ body: (UpgradeFixture) async throws -> Void) async throws {
        try await ShardFixture.with { try await body(UpgradeFixture(fixture: $0)) }
    }

    @Test func `a shard is copied before its migration`() async throws {
        try await with { bench in
            try await bench.insert(1, 1)
            try await bench.insert(2, 1)
            #expect(bench.copies.isEmpty)
            try await bench.insert(3, 3)
            let copy = try #require(bench.copies.first)
            #expect(try UpgradeFixture.ids(copy.path) == [1, 2])
            #expect(try ShardCopy.describe(copy.path).schemaVersion == UpgradeFixture.version(1))
            let manifest = copy.manifest
            #expect(manifest.service == "test" && manifest.household == "home")
            #expect(manifest.fromSchema == UpgradeFixture.version(1) && manifest.toSchema == UpgradeFixture.version(3))
            #expect(
                manifest.hearthVersion == HearthVersion.current && manifest.previousVersion == HearthVersion.current)
            #expect(
                manifest.identity == HouseholdFolder(data: bench.root, household: "home").note(of: "test")?.identity)
            #expect(manifest.upgraded != nil)
            // An opening without a migration takes none.
            try await bench.insert(4, 3)
            #expect(bench.copies == [copy])
            #expect(try UpgradeFixture.ids(bench.path) == [1, 2, 3, 4])
        }
    }

    @Test func `without room for it a shard is refused by name, and untouched`() async throws {
        try await with { bench in
            try await bench.insert(1, 1)
            let before = try Data(contentsOf: URL(filePath: bench.path))
            let error = await #expect(throws: ShardError.self) {
                try await bench.with(UpgradeFixture.migrations(2), options: { $0.freeBytes = { _ in 1_000 } }) { _ in }
            }
            let needed = 2 * Int64(before.count) + ShardUpgrade.spareBytes
            let (from, to) = (Int(UpgradeFixture.version(1)), Int(UpgradeFixture.version(2)))
            #expect(error == .noRoomToUpgrade(path: bench.path, from: from, to: to, needed: needed, free: 1_000))
            #expect(error?.description.contains("needs \(needed) bytes") == true)
            #expect(try Data(contentsOf: URL(filePath: bench.path)) == before)
            #expect(!FileManager.default.fileExists(atPath: UpgradeFolder(shard: bench.path).path))
            try await bench.insert(2, 2)
            #expect(try UpgradeFixture.ids(bench.path) == [1, 2])
        }
    }

    @Test func `a disk that fills up during the copy leaves the shard untouched`() async throws {
        try await with { bench in
            try await bench.insert(1, 1)
            let faults = try ShardFaults(directory: bench.fixture.directory)
            faults.limitDisk(room: 8_000)
            await #expect(throws: ShardError.self) { try await bench.upgrade(to: 2) }
            #expect(bench.copies.isEmpty)
            #expect(try ShardCopy.schemaVersion(ofShard: bench.path) == UpgradeFixture.version(1))
            faults.limitDisk(room: nil)
            try await bench.upgrade(to: 2)
            #expect(bench.copies.count == 1)
        }
    }

    /// A service tries a shard that failed to open again and again.
    @Test func `an upgrade that fails is tried again with the same copy`() async throws {
        try await with { bench in
            try await bench.insert(1, 1)
            for _ in 0..<3 {
                await #expect(throws: ShardError.self) { try await bench.with(UpgradeFixture.failing(3)) { _ in } }
            }
            let copy = try #require(bench.copies.first)
            #expect(bench.copies.count == 1 && copy.manifest.upgraded == nil)
            #expect(copy.manifest.fromSchema == UpgradeFixture.version(1))
            #expect(try UpgradeFixture.ids(copy.path) == [1])
            // The first migration is done: the copy from before it is kept for a mended build.
            try await bench.insert(2, 4)
            #expect(bench.copies.map(\.path) == [copy.path])
            #expect(bench.copies.first?.manifest.toSchema == UpgradeFixture.version(4))
            #expect(bench.copies.first?.manifest.upgraded != nil)
        }
    }

    @Test func `a shard that was used after a failed upgrade is copied again`() async throws {
        try await with { bench in
            try await bench.insert(1, 1)
            await #expect(throws: ShardError.self) { try await bench.with(UpgradeFixture.failing(2)) { _ in } }
            // The earlier build goes on with the shard, which the failed migration has left as it was.
            try await bench.insert(2, 1)
            try await bench.upgrade(to: 2)
            #expect(bench.copies.count == 1)
            #expect(try UpgradeFixture.ids(try #require(bench.copies.first).path) == [1, 2])
        }
    }

    @Test func `old copies are removed once a later upgrade has succeeded`() async throws {
        try await with { bench in
            try await bench.insert(1, 1)
            for version in 2...3 { try await bench.upgrade(to: version) }
            await #expect(throws: ShardError.self) { try await bench.with(UpgradeFixture.failing(4)) { _ in } }
            #expect(bench.copies.map(\.manifest.fromSchema) == [3, 2, 1].map(UpgradeFixture.version))
            try await bench.upgrade(to: 4)
            #expect(bench.copies.map(\.manifest.fromSchema) == [3, 2].map(UpgradeFixture.version))
            let names = try FileManager.default.contentsOfDirectory(atPath: UpgradeFolder(shard: bench.path).path)
            #expect(names.count == 4)
        }
    }

    @Test func `a build that is older than the shard names the rollback`() async throws {
        try await with { bench in
            try await bench.insert(1, 2)
            let error = await #expect(throws: ShardError.self) { try await bench.upgrade(to: 1) }
            #expect(error?.description.contains("newer version") == true)
            #expect(error?.description.contains("hearth rollback test") == true)
            #expect(bench.copies.isEmpty)
        }
    }

    @Test func `erasing a household erases its copies`() async throws {
        try await with { bench in
            try await bench.insert(1, 1)
            try await bench.upgrade(to: 2)
            let directory = try bench.directory(UpgradeFixture.migrations(2))
            try await directory.erase("home")
            await directory.close()
            #expect(!FileManager.default.fileExists(atPath: "\(bench.root)/home"))
        }
    }

    /// While it is upgraded, and in the service's health.
    @Test func `how far an upgrade is shows in health`() async throws {
        try await with { bench in
            try await bench.insert(1, 1)
            let (health, seen) = (HealthRegistry(), Collected<String>())
            let part: @Sendable () -> HealthRegistry.Part? = {
                health.all.first { $0.name == ShardMaintenance.upgradePart }
            }
            let directory = try bench.directory(UpgradeFixture.migrations(3)) { options in
                options.failPoints = FailPoints(onReach: { _ in if let part = part() { seen.append(part.reason) } })
            }
            let maintenance = ShardMaintenance(shards: directory, health: health, logger: directory.logger)
            _ = try await directory.shard(for: "home")
            #expect(seen.values.contains { $0.contains("home: the shard is copied before its upgrade, 100 %") })
            #expect(seen.values.contains("home: the shard is upgraded: migration 2 of 2, add column 3"))
            #expect(part()?.state == .serving && part()?.reason == "")
            withExtendedLifetime(maintenance) {}
            await directory.close()
        }
    }

    // MARK: Kills

    /// The files as they are at each moment at which a process may be killed.
    private final class Moments: Sendable {
        struct Moment: Sendable {
            var point: BackupFailPoint
            var root: String
        }

        private let moments = Mutex<[Moment]>([])
        private let directory: String

        init(_ directory: String) { self.directory = directory }

        var all: [Moment] { moments.withLock { $0 } }

        func keep(_ point: BackupFailPoint, of root: String) throws {
            try moments.withLock { moments in
                let copy = "\(directory)/moment-\(moments.count)"
                try FileManager.default.copyItem(atPath: root, toPath: copy)
                moments.append(Moment(point: point, root: copy))
            }
        }
    }

    @Test func `an upgrade that is killed at any point is completed, with a whole copy from before it`() async throws {
        try await with { bench in
            try await bench.insert(1, 1)
            try await bench.insert(2, 1)
            let (moments, failures) = (Moments(bench.fixture.directory), Collected<String>())
            try await bench.with(
                UpgradeFixture.migrations(3),
                options: { options in
                    options.failPoints = FailPoints(onReach: { point in
                        do { try moments.keep(point, of: bench.root) } catch { failures.append("\(error)") }
                    })
                }
            ) { _ in }
            #expect(failures.count == 0)
            #expect(
                moments.all.map(\.point) == [
                    .upgradeCopyBegun, .upgradeCopyWritten, .upgradeCopied, .upgradeMigrating, .upgradeMigrated,
                    .upgradeMigrating, .upgradeMigrated,
                ])
            for moment in moments.all {
                let path = "\(moment.root)/home/test.sqlite"
                let ids = try await bench.with(UpgradeFixture.migrations(3), in: moment.root) { shard in
                    try await shard.ids()
                }
                #expect(ids == [1, 2], "\(moment.point)")
                let copies = UpgradeFolder(shard: path).copies
                #expect(copies.map(\.manifest.fromSchema) == [UpgradeFixture.version(1)], "\(moment.point)")
                #expect(copies.allSatisfy { $0.manifest.upgraded != nil }, "\(moment.point)")
                #expect(try UpgradeFixture.ids(try #require(copies.first).path) == [1, 2])
                let names = try FileManager.default.contentsOfDirectory(atPath: UpgradeFolder(shard: path).path)
                #expect(names.count == 2, "\(moment.point) leaves \(names)")
            }
        }
    }
}
