import Foundation
import GRDB
import RPC
import Testing

@testable import ServiceKit

/// A disk that fails, and one that is full.
@Suite struct ShardDiskTests {
    @Test(arguments: [ShardOptions.ExecutionMode.queued, .inline])
    func `a failed sync is fatal and answered maybe`(face: ShardOptions.ExecutionMode) async throws {
        try await ShardFixture.with { fixture in
            let faults = try ShardFaults(directory: fixture.directory)
            let shard = try fixture.open(face: face)
            try await shard.insert(1)
            faults.failSync(1)
            let failed = await rpcError { try await shard.insert(2) }
            #expect(failed?.executed == .maybe)
            // SQLite would simply go on; the shard does not.
            for later in [await rpcError { try await shard.insert(3) }, await rpcError { try await shard.ids() }] {
                #expect(later?.code == .unavailable)
                #expect(later?.executed == .no)
            }
            #expect(!shard.isOpen)
            // Told by the writer's thread, which may still be about to when the writes have been refused.
            await shard.close()
            #expect(fixture.failures.values.map(\.resultCode) == [1_034], "IOERR_FSYNC, told once")
            let again = try fixture.open(face: face)
            #expect(try await again.ids().first == 1)
            await again.close()
        }
    }

    /// All of a batch are told maybe, what waits behind it is refused as not executed.
    @Test func `a failed sync concerns its whole batch`() async throws {
        try await ShardFixture.with { fixture in
            let faults = try ShardFaults(directory: fixture.directory)
            let shard = try fixture.open {
                $0.batchWrites = 10
                $0.batchTime = .seconds(60)
            }
            let held = await BlockedWriter(shard)
            let writes = (0..<30).map { id in Task { await rpcError { try await shard.insert(id) } } }
            await held.waits(for: 30, in: shard)
            faults.failSync(1)
            try await held.goOn()  // writes nothing, so it does not sync
            var executed: [Executed: Int] = [:]
            for write in writes { executed[await write.value?.executed ?? .yes, default: 0] += 1 }
            #expect(executed == [.maybe: 10, .no: 20])
            await shard.close()
            #expect(fixture.failures.count == 1)
        }
    }

    @Test func `a failed checkpoint is fatal too`() async throws {
        try await ShardFixture.with { fixture in
            let faults = try ShardFaults(directory: fixture.directory)
            let shard = try fixture.open { $0.checkpointBytes = 1 }
            // The first sync is the commit's, the others are the checkpoint's.
            faults.failSync(2)
            try await shard.insert(1)
            // The write after it finds the shard stopped, or its checkpoint stops it.
            _ = await rpcError { try await shard.insert(2) }
            #expect(!shard.isOpen)
            await shard.close()
            #expect(fixture.failures.count == 1)
            let again = try fixture.open()
            #expect(try await again.ids().contains(1))
            await again.close()
        }
    }

    @Test(arguments: [ShardOptions.ExecutionMode.queued, .inline])
    func `a full disk refuses clearly and deleting makes room`(face: ShardOptions.ExecutionMode) async throws {
        try await ShardFixture.with { fixture in
            let faults = try ShardFaults(directory: fixture.directory)
            let shard = try fixture.open(face: face) {
                $0.ballastBytes = 1 << 20
                $0.checkpointBytes = 64 << 10
            }
            #expect(shard.stats.ballastBytes == 1 << 20)
            for id in 0..<50 { try await shard.insert(id, padding: 20_000) }
            faults.limitDisk(room: 100_000)
            var kept = 50
            var refused: RPCError?
            while refused == nil, kept < 200 {
                refused = await rpcError { try await shard.insert(kept, padding: 20_000) }
                if refused == nil { kept += 1 }
            }
            #expect(refused?.code == .resourceExhausted)
            #expect(refused?.executed == .no)
            #expect(refused?.message.contains("Free some space") == true)
            let call = KeyedCall(
                subject: "ada", method: "m", key: IdempotencyKey(runtime: SystemRuntime.shared), bodyHash: 1)
            let keyed: @Sendable (Database) throws -> Int = { db in
                try db.execute(sql: "INSERT INTO row (id, pad) VALUES (5000, zeroblob(400000))")
                return 5_000
            }
            #expect(await rpcError { try await shard.write(once: call, keyed) }?.code == .resourceExhausted)
            // Reading goes on, the shard is not lost, and nothing of the refused one is there.
            #expect(try await shard.ids() == Array(0..<kept))
            #expect(fixture.failures.count == 0)
            // No room to delete either, but for the ballast.
            faults.limitDisk(room: 0)
            let deletes: @Sendable (Database) throws -> Void = { try $0.execute(sql: "DELETE FROM row WHERE id < 40") }
            #expect(await rpcError { try await shard.write(deletes) }?.code == .resourceExhausted)
            try await shard.write(releasingBallast: true, deletes)
            #expect(shard.stats.ballastBytes == 0)
            #expect(try await shard.ids() == Array(40..<kept))
            // What was deleted is room for new rows.
            try await shard.insert(1_000, padding: 20_000)
            faults.limitDisk(room: nil)
            #expect(try await shard.write(once: call, keyed) == 5_000, "the key was not used up")
            await shard.close()
            let again = try fixture.open { $0.ballastBytes = 1 << 20 }
            #expect(try await again.ids() == Array(40..<kept) + [1_000, 5_000])
            #expect(again.stats.ballastBytes == 1 << 20, "taken up again")
            await again.close()
        }
    }

    /// Opening writes; on a full disk the ballast makes it possible.
    @Test func `a shard opens on a full disk`() async throws {
        try await ShardFixture.with { fixture in
            let faults = try ShardFaults(directory: fixture.directory)
            let limits: (inout ShardLimits) -> Void = { $0.ballastBytes = 1 << 20 }
            let shard = try fixture.open(limits: limits)
            try await shard.insert(1)
            await shard.close()
            faults.limitDisk(room: 0)
            let again = try fixture.open(limits: limits)
            #expect(try await again.ids() == [1])
            await again.close()
        }
    }

    @Test func `the log is written back and starts over`() async throws {
        try await ShardFixture.with { fixture in
            let shard = try fixture.open { $0.checkpointBytes = 100_000 }
            for id in 0..<400 { try await shard.insert(id, padding: 4_000) }
            // 400 pages and more went through it.
            #expect(shard.stats.logBytes < 400_000)
            #expect(shard.stats.databaseBytes > 1_000_000)
            await shard.close()
        }
    }
}
