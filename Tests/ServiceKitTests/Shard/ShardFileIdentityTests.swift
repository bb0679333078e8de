import Foundation
import GRDB
import Logging
import RPC
import Testing

@testable import ServiceKit

/// A file that is deleted or replaced while its service runs is noticed before anything else is acknowledged.
@Suite struct ShardFileIdentityTests {
    /// What happens to the file of an open shard.
    enum Change: String, CaseIterable {
        case deleted, renamed, replaced, folderRenamed

        func happen(to path: String) throws {
            let folder = (path as NSString).deletingLastPathComponent
            switch self {
            case .deleted: try FileManager.default.removeItem(atPath: path)
            case .renamed: try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
            case .replaced:
                try Data("another file".utf8).write(to: URL(fileURLWithPath: path + ".new"))
                guard rename(path + ".new", path) == 0 else { throw CocoaError(.fileWriteUnknown) }
            case .folderRenamed: try FileManager.default.moveItem(atPath: folder, toPath: folder + "-away")
            }
        }
    }

    @Test(arguments: Change.allCases, [ShardOptions.ExecutionMode.queued, .inline])
    func `nothing is acknowledged after that`(change: Change, face: ShardOptions.ExecutionMode) async throws {
        try await ShardFixture.with { fixture in
            try FileManager.default.createDirectory(
                atPath: fixture.directory + "/home", withIntermediateDirectories: true)
            let shard = try fixture.open("home/test", face: face)
            try await shard.insert(1)
            try change.happen(to: shard.path)
            let error = await rpcError { try await shard.insert(2) }
            #expect(error?.executed == .no)
            #expect(error?.code == .unavailable)
            #expect(fixture.failures.values.map(\.path) == [shard.path])
            #expect(!shard.isOpen)
            #expect(await rpcError { try await shard.ids() }?.code == .unavailable)
            await shard.close()
        }
    }

    @Test func `a write that is under way then has an unknown outcome`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open()
            let path = shard.path
            let error = await rpcError {
                try await shard.write { db in
                    try db.execute(sql: "INSERT INTO row VALUES (1, 'good', NULL)")
                    try FileManager.default.removeItem(atPath: path)
                }
            }
            #expect(error?.executed == .maybe)
            #expect(error?.code == .dataLoss)
            #expect(fixture.failures.count == 1)
            await shard.close()
        }
    }

    @Test func `what is put in its place is left alone, with its log`() async throws {
        try await ShardFixture.with { fixture in
            let other = try fixture.open("other")
            try await other.insert(7)
            let shard = try fixture.open()
            try await shard.insert(1)
            for suffix in ["", "-wal"] {
                _ = try? FileManager.default.removeItem(atPath: shard.path + suffix)
                try FileManager.default.copyItem(atPath: other.path + suffix, toPath: shard.path + suffix)
            }
            let before = try (fixture.bytes("test.sqlite"), fixture.bytes("test.sqlite-wal"))
            #expect(!shard.checkFileIdentity())
            await shard.close()
            #expect(try fixture.bytes("test.sqlite") == before.0)
            #expect(try fixture.bytes("test.sqlite-wal") == before.1)
            await other.close()
        }
    }

    @Test func `it is noticed also without a write`() async throws {
        try await ShardFixture.with { fixture in
            let shards = try ShardDirectory(
                root: fixture.directory + "/data", service: "profiles", migrations: [ShardFixture.rows],
                createsHouseholds: true, runtime: SystemRuntime.shared,
                logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
            ) { [failures = fixture.failures] in failures.append($0) }
            let shard = try await shards.shard(for: "home")
            let upkeep = Task { try await shards.run() }
            try FileManager.default.removeItem(atPath: shard.path)
            while fixture.failures.count == 0 { await Task.yield() }
            upkeep.cancel()
            try await upkeep.value
            await shards.close()
            #expect(!FileManager.default.fileExists(atPath: shard.path))
        }
    }
}
