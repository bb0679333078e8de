import Foundation
import GRDB
import RPC
import Synchronization
import Testing

@testable import ServiceKit

/// What is left after the power was cut.
@Suite struct ShardPowerTests {
    private struct Outcome { var acknowledged = 0, lost = 0, damaged = 0, cuts = 0 }

    /// Writers at full speed, a cut in the middle, a new start: every acknowledged row must be there.
    private func cutPower(
        times: Int, seed: UInt64, tears: Bool, checkpointBytes: Int = 40_000
    ) async throws -> Outcome {
        var outcome = Outcome()
        var random = SplitMix64(seed: seed)
        for _ in 0..<times {
            let target = Int.random(in: 5..<120, using: &random)
            let tear = tears ? random.next() : nil
            try await ShardFixture.with { fixture in
                let faults = try ShardFaults(directory: fixture.directory)
                let limits: (inout ShardLimits) -> Void = { $0.checkpointBytes = checkpointBytes }
                let shard = try fixture.open(limits: limits)
                let acknowledged = Collected<Int>()
                await withTaskGroup { group in
                    for writer in 0..<8 {
                        group.addTask {
                            for number in 0..<1_000 {
                                let id = writer * 1_000 + number
                                do { try await shard.insert(id, padding: id * 7_919 % 900) } catch { return }
                                if acknowledged.append(id) == target { faults.kill() }
                            }
                        }
                    }
                }
                await shard.close()
                try faults.cutPower(tearingBy: tear)
                let again = try fixture.open(limits: limits)
                let found = Set(try await again.ids())
                let verdict = try await again.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
                await again.close()
                outcome.cuts += 1
                outcome.acknowledged += acknowledged.count
                outcome.lost += Set(acknowledged.values).subtracting(found).count
                outcome.damaged += verdict == "ok" ? 0 : 1
            }
        }
        return outcome
    }

    @Test(arguments: [false, true])
    func `no acknowledged row is lost`(tears: Bool) async throws {
        let seed: UInt64 = 4_711
        let outcome = try await cutPower(times: 100, seed: seed, tears: tears)
        #expect(outcome.lost == 0, "seed \(seed): \(outcome)")
        #expect(outcome.damaged == 0, "seed \(seed): \(outcome)")
        #expect(outcome.acknowledged > 2_000)
    }

    /// A crash at any sync of the first opening and of a migration: the next start finds a shard and finishes it.
    @Test(arguments: 1...12)
    func `opening is finished by the next start`(failingSync: Int) async throws {
        try await ShardFixture.with { fixture in
            let more = ShardMigration(version: 2, name: "create more") { db in
                try db.execute(sql: "CREATE TABLE more (id INTEGER PRIMARY KEY, note TEXT) STRICT")
                try db.execute(sql: "INSERT INTO more SELECT id, 'kept' FROM row")
            }
            let faults = try ShardFaults(directory: fixture.directory)
            var rows: [Int] = []
            for migrations in [[ShardFixture.rows], [ShardFixture.rows, more]] {
                faults.failSync(failingSync)
                if let shard = try? fixture.open(migrations: migrations) {
                    if await rpcError({ try await shard.insert(rows.count) }) == nil { rows.append(rows.count) }
                    faults.kill()
                    await shard.close()
                }
                faults.failSync(0)
                try faults.cutPower(tearingBy: UInt64(failingSync))
                let again = try fixture.open(migrations: migrations)
                #expect(try await again.ids().starts(with: rows))
                rows = try await again.ids()
                #expect(try await again.read { try $0.tableExists("more") } == (migrations.count == 2))
                await again.close()
            }
        }
    }

    /// A checkpoint syncs the log, which would hide a commit that does not.
    @Test func `no acknowledged row is lost between checkpoints`() async throws {
        let outcome = try await cutPower(
            times: 20, seed: 4_711, tears: false, checkpointBytes: ShardLimits().checkpointBytes)
        #expect(outcome.lost == 0 && outcome.acknowledged > 0, "\(outcome)")
    }
}
