import Foundation
import GRDB
import RPC
import Testing

@testable import ServiceKit

/// Copies of a shard in use, and that they are whole.
@Suite struct ShardBackupTests {
    @Test(arguments: [ShardOptions.ExecutionMode.queued, .inline])
    func `a copy made under writes is one moment`(face: ShardOptions.ExecutionMode) async throws {
        try await ShardFixture.with { fixture in
            let pairs = ShardMigration(version: 1, name: "create pair") { db in
                try db.execute(sql: "CREATE TABLE pair (a INTEGER, b INTEGER, pad BLOB)")
            }
            let shard = try fixture.open(migrations: [pairs], face: face)
            let writes = Task {
                var count = 0
                while !Task.isCancelled {
                    let number = count
                    try await shard.write { db in
                        try db.execute(sql: "INSERT INTO pair VALUES (?, 0, zeroblob(2000))", arguments: [number])
                        try db.execute(sql: "UPDATE pair SET b = a WHERE a = ?", arguments: [number])
                    }
                    count += 1
                    await Task.yield()
                }
            }
            for number in 0..<5 {
                while shard.stats.writes < number * 20 { await Task.yield() }
                let bytes = try await shard.backup(to: "\(fixture.directory)/copy\(number).sqlite")
                #expect(try fixture.bytes("copy\(number).sqlite").count == bytes)
            }
            writes.cancel()
            _ = await writes.result
            await shard.close()
            var previous = 0
            for number in 0..<5 {
                let copy = try fixture.open("copy\(number)", migrations: [pairs])
                let (count, half) = try await copy.read { db in
                    try (
                        Int.fetchOne(db, sql: "SELECT count(*) FROM pair") ?? 0,
                        Int.fetchOne(db, sql: "SELECT count(*) FROM pair WHERE a <> b") ?? 0
                    )
                }
                #expect(half == 0)
                #expect(count >= previous)
                previous = count
                await copy.close()
            }
            #expect(previous >= 80)
            #expect(!fixture.files.contains { $0.contains("partial") })
        }
    }

    @Test func `a backup never replaces a file`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open()
            let copy = fixture.directory + "/copy.sqlite"
            try await shard.backup(to: copy)
            let before = try fixture.bytes("copy.sqlite")
            try await shard.insert(1)
            #expect(await rpcError { try await shard.backup(to: copy) }?.code == .alreadyExists)
            #expect(try fixture.bytes("copy.sqlite") == before)
            await shard.close()
        }
    }

    /// A damaged page is found by the backup, not kept by it.
    @Test func `a damaged shard is not copied`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open()
            for id in 0..<30 { try await shard.insert(id, padding: 3_000) }
            await shard.close()
            var bytes = try fixture.bytes()
            bytes[bytes.count / 2] ^= 4
            try bytes.write(to: URL(fileURLWithPath: fixture.path))
            let again = try fixture.open()
            let error = await rpcError { try await again.backup(to: fixture.directory + "/copy.sqlite") }
            #expect(error?.code == .dataLoss)
            await again.close()
            #expect(fixture.failures.count == 1)
            #expect(!fixture.files.contains { $0.hasPrefix("copy") })
        }
    }

    @Test func `a full disk leaves no half copy`() async throws {
        try await ShardFixture.with { fixture in
            let faults = try ShardFaults(directory: fixture.directory)
            let shard = try fixture.open()
            for id in 0..<30 { try await shard.insert(id, padding: 3_000) }
            faults.limitDisk(room: 50_000)
            let error = await rpcError { try await shard.backup(to: fixture.directory + "/copy.sqlite") }
            #expect(error?.code == .resourceExhausted)
            #expect(!fixture.files.contains { $0.hasPrefix("copy") })
            #expect(fixture.failures.count == 0)
            faults.limitDisk(room: nil)
            try await shard.backup(to: fixture.directory + "/copy.sqlite")
            await shard.close()
        }
    }
}
