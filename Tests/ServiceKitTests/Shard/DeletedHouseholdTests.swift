import Foundation
import GRDB
import HearthModel
import Logging
import RPC
import Synchronization
import Testing

@testable import ServiceKit

/// A household that was deleted for good: none of its data is left, and no call begins it again.
struct DeletedHouseholdTests {
    private static let canary = "canary-of-the-household"

    private func directory(
        _ data: String, service: String = "catalog", creates: Bool = false, failPoints: FailPoints = .none
    ) throws -> ShardDirectory {
        var options = ShardOptions()
        (options.limits.ballastBytes, options.failPoints) = (4_096, failPoints)
        return try ShardDirectory(
            root: data, service: service, migrations: [ShardFixture.rows], createsHouseholds: creates,
            options: options, runtime: SystemRuntime.shared,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), onFatal: { _ in })
    }

    /// A household founded by profiles, with data of the service in its shard and beside it.
    private func found(_ data: String, in shards: ShardDirectory, by profiles: ShardDirectory) async throws -> Shard {
        _ = try await profiles.shard(for: "home")
        let shard = try await shards.shard(for: "home")
        try await shard.write { try $0.execute(sql: "INSERT INTO row (text) VALUES (?)", arguments: [Self.canary]) }
        for folder in [shards.uploads(of: "home"), shards.fetched(of: "home"), "\(data)/home/catalog"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(Self.canary.utf8).write(to: URL(filePath: "\(folder)/file"))
        }
        return shard
    }

    /// The files below a directory that hold the canary.
    private func leaks(in directory: String) -> [String] {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: directory)) ?? []
        return paths.filter { path in
            let bytes = FileManager.default.contents(atPath: "\(directory)/\(path)") ?? Data()
            return bytes.firstRange(of: Data(Self.canary.utf8)) != nil
        }.sorted()
    }

    @Test func `nothing is left of it, its name is unknown, and another household may have it`() async throws {
        try await ShardFixture.with { fixture in
            let data = fixture.directory + "/data"
            let profiles = try directory(data, service: "profiles", creates: true)
            let shards = try directory(data)
            let identity = try #require(try await found(data, in: shards, by: profiles).identity)
            #expect(leaks(in: data).count >= 4)
            try await shards.eraseDeleted("home", identity)
            #expect(leaks(in: data) == [])
            let left = try FileManager.default.contentsOfDirectory(atPath: "\(data)/home").filter {
                $0.hasPrefix("catalog")
            }
            #expect(left == ["catalog.erased"])
            await #expect(throws: ShardError.unknownHousehold("home")) { try await shards.shard(for: "home") }
            #expect(shards.households() == [] && profiles.servicesWithData(of: "home") == [])
            // What comes late goes, too.
            try FileManager.default.createDirectory(
                atPath: shards.uploads(of: "home"), withIntermediateDirectories: true)
            try Data(Self.canary.utf8).write(to: URL(filePath: shards.uploads(of: "home") + "/file"))
            await shards.openExisting()
            #expect(!FileManager.default.fileExists(atPath: shards.uploads(of: "home")))

            try await profiles.eraseDeleted("home", identity)
            #expect(!FileManager.default.fileExists(atPath: "\(data)/home/household.id"))
            #expect(!FileManager.default.fileExists(atPath: "\(data)/home/profiles.erased"))
            let next = try #require(try await profiles.shard(for: "home").identity)
            #expect(next != identity)
            let shard = try await shards.shard(for: "home")
            #expect(try await shard.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM row") } == 0)
            #expect(!FileManager.default.fileExists(atPath: "\(data)/home/catalog.erased"))
            await shards.close()
            await profiles.close()
        }
    }

    @Test func `killed at any moment, the service ends the erasure at its next start`() async throws {
        try await ShardFixture.with { fixture in
            let data = fixture.directory + "/data"
            let profiles = try directory(data, service: "profiles", creates: true)
            let reached = Mutex<[ErasureFailPoint]>([])
            let copies = fixture.directory + "/copies"
            try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: true)
            let points = FailPoints(onErasure: { point in
                reached.withLock { $0.append(point) }
                // The disk as a kill at this moment leaves it.
                try? FileManager.default.copyItem(atPath: data, toPath: "\(copies)/\(point.rawValue)")
            })
            let shards = try directory(data, failPoints: points)
            let identity = try #require(try await found(data, in: shards, by: profiles).identity)
            try await shards.eraseDeleted("home", identity)
            #expect(reached.withLock { $0 } == ErasureFailPoint.allCases)
            #expect(!leaks(in: "\(copies)/\(ErasureFailPoint.marked.rawValue)").isEmpty)
            for point in ErasureFailPoint.allCases {
                let copy = "\(copies)/\(point.rawValue)"
                let again = try directory(copy)
                // Before the start is through, as well: the mark is there.
                await #expect(throws: ShardError.unknownHousehold("home")) { try await again.shard(for: "home") }
                await again.openExisting()
                #expect(leaks(in: copy) == [], "\(point)")
                #expect(again.problems == [:], "\(point)")
                await #expect(throws: ShardError.unknownHousehold("home")) { try await again.shard(for: "home") }
                await again.close()
            }
            await shards.close()
            await profiles.close()
        }
    }
}
