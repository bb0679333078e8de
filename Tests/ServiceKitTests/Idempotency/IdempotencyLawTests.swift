import Foundation
import GRDB
import RPC
import Testing

@testable import ServiceKit

/// The laws of keyed changes, on random calls from many tasks at once, with power cuts between.
@Suite struct IdempotencyLawTests {
    /// One key and what its calls were told, from all lives of the shard.
    private struct History: Sendable {
        var responses: Set<Int> = []
        var refusals: Set<String> = []
        var mismatches = 0
    }

    /// Every key has one of two bodies by right; a call may come with the wrong one. Every fifth key is refused by the
    /// domain.
    private struct Plan: Sendable {
        let key: UInt8
        let isRight: Bool
    }

    private func perform(_ plan: Plan, _ shard: Shard) async throws -> Int {
        let key =
            IdempotencyKey(bytes: [UInt8](repeating: plan.key, count: 16)) ?? IdempotencyKey(runtime: shard.runtime)
        let call = KeyedCall(
            subject: "member \(plan.key % 3)", method: "test/Add", key: key, bodyHash: plan.isRight ? 1 : 2)
        return try await shard.write(once: call) { db in
            try db.execute(sql: "INSERT INTO row (text) VALUES (?)", arguments: ["key \(plan.key)"])
            let id = Int(db.lastInsertedRowID)
            if plan.key % 5 == 0 { throw RPCError(.notFound, "no \(plan.key)") }
            return id
        }
    }

    private struct CallEnd: Sendable {
        let key: UInt8
        let result: Result<Int, any Error>
    }

    /// Runs the calls from six tasks at once; after so many answers the process dies.
    private func life(_ plans: [Plan], _ shard: Shard, killAfter: Int?, _ faults: ShardFaults) async -> [CallEnd] {
        let ends = Collected<CallEnd>()
        await withTaskGroup { group in
            for worker in 0..<6 {
                group.addTask {
                    for plan in stride(from: worker, to: plans.count, by: 6).map({ plans[$0] }) {
                        let result: Result<Int, any Error>
                        do { result = .success(try await perform(plan, shard)) } catch { result = .failure(error) }
                        if ends.append(CallEnd(key: plan.key, result: result)) == killAfter { faults.kill() }
                    }
                }
            }
        }
        return ends.values
    }

    private func note(_ result: Result<Int, any Error>, _ history: inout History) {
        switch result {
        case .success(let id): history.responses.insert(id)
        case .failure(let error as RPCError) where error.code == .notFound: history.refusals.insert(error.message)
        case .failure(let error as RPCError) where error.code == .failedPrecondition: history.mismatches += 1
        default: break  // the disk failed: unknown, to be repeated
        }
    }

    @Test(arguments: UInt64(1)...UInt64(20))
    func `an effect happens once`(seed: UInt64) async throws {
        try await ShardFixture.with { fixture in
            var random = SplitMix64(seed: seed)
            let faults = try ShardFaults(directory: fixture.directory)
            var histories: [UInt8: History] = [:]
            for round in 0..<4 {
                let shard = try fixture.open()
                // The first call of each key is the right one, so that its body is the known one.
                let right = (UInt8(0)..<20).map { Plan(key: $0, isRight: true) }
                var ends = round == 0 ? await life(right, shard, killAfter: nil, faults) : []
                let plans = (0..<120).map { _ in
                    Plan(key: UInt8.random(in: 0..<40, using: &random), isRight: true)
                }
                let wrong = (0..<20).map { _ in Plan(key: UInt8.random(in: 0..<20, using: &random), isRight: false) }
                let kill = round < 3 ? Int.random(in: 1..<140, using: &random) : nil
                ends += await life((plans + wrong).shuffled(using: &random), shard, killAfter: kill, faults)
                for end in ends { note(end.result, &histories[end.key, default: History()]) }
                await shard.close()
                if kill != nil { try faults.cutPower(tearingBy: random.next()) }
            }
            let shard = try fixture.open()
            let rows = try await shard.read { db in
                try Row.fetchAll(db, sql: "SELECT id, text FROM row").map { row -> (Int, String) in (row[0], row[1]) }
            }
            await shard.close()
            for (key, history) in histories {
                let effects = rows.filter { $0.1 == "key \(key)" }.map(\.0)
                if key % 5 == 0 {
                    #expect(effects.isEmpty && history.responses.isEmpty, "seed \(seed), key \(key)")
                    #expect(history.refusals.isSubset(of: ["no \(key)"]), "seed \(seed), key \(key)")
                } else {
                    #expect(effects.count <= 1, "seed \(seed), key \(key): done \(effects.count) times")
                    #expect(history.responses.count <= 1, "seed \(seed), key \(key): different answers")
                    #expect(history.responses.isSubset(of: effects), "seed \(seed), key \(key): answered and lost")
                }
            }
            let mismatches = histories.values.map(\.mismatches).reduce(0, +)
            #expect(mismatches > 0, "seed \(seed)")
        }
    }
}
