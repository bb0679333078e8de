import Foundation
import GRDB
import RPC
import Testing

@testable import ServiceKit

/// A service with a shard in virtual time: keyed calls, lost answers, retries, power cuts, all as the seed decides.
@Suite struct ShardSimulationTests {
    private struct Outcome: Equatable {
        var trace: UInt64 = 0
        var steps = 0
        var isDone = false
        var foreignJobs = 0
        var acknowledged = 0
        var lost = 0
        var doubled = 0
    }

    /// One process after the other over the same files.
    // Unchecked: touched by the simulation's one thread alone.
    private final class Host: @unchecked Sendable {
        let fixture: ShardFixture
        let simulation: Simulation
        let faults: ShardFaults
        var shard: Shard?
        var incarnation = 0
        var acknowledged: Set<String> = []

        init(_ fixture: ShardFixture, _ simulation: Simulation) throws {
            self.fixture = fixture
            self.simulation = simulation
            faults = try ShardFaults(directory: fixture.directory)
            try start()
        }

        static let total = ShardMigration(version: 1, name: "create total") { db in
            try db.execute(
                sql: """
                    CREATE TABLE total (count INTEGER NOT NULL) STRICT;
                    INSERT INTO total VALUES (0);
                    CREATE TABLE effect (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
                    """)
        }

        func start() throws {
            shard = try fixture.open(migrations: [Self.total], face: .inline, runtime: simulation) {
                // Often in half of the runs. In the other half a missing sync shows: a checkpoint would make up for it.
                $0.checkpointBytes = simulation.seed.isMultiple(of: 2) ? 30_000 : 4 << 20
            }
            simulation.note("start")
        }

        /// The power fails, and comes back.
        func cutPower() async throws {
            let dying = shard
            shard = nil
            incarnation += 1
            faults.kill()
            await dying?.close()
            try faults.cutPower(tearingBy: simulation.random())
            simulation.note("power cut")
            try await simulation.sleep(for: .milliseconds(2))
            try start()
        }

        /// A call as a client makes it: the way there, the handler, the way back, any of which a cut may end.
        func add(_ name: String, _ key: IdempotencyKey) async throws {
            let call = KeyedCall(subject: "ada", method: "test/Add", key: key, bodyHash: 1)
            try await simulation.sleep(for: .microseconds(Int64(simulation.random() % 3_000)))
            guard let shard else { throw RPCError(.unavailable, "down", executed: .no) }
            let mine = incarnation
            let response = try await shard.write(once: call) { db -> Int in
                try db.execute(sql: "UPDATE total SET count = count + 1")
                try db.execute(sql: "INSERT INTO effect (name) VALUES (?)", arguments: [name])
                return try Int.fetchOne(db, sql: "SELECT count FROM total") ?? 0
            }
            simulation.note("\(name) \(response)")
            try await simulation.sleep(for: .microseconds(Int64(simulation.random() % 3_000)))
            guard mine == incarnation else { throw RPCError(.unavailable, "the answer was lost", executed: .maybe) }
            acknowledged.insert(name)
        }
    }

    private static func run(seed: UInt64) throws -> Outcome {
        try ShardFixture.inDirectory { fixture in
            let simulation = Simulation(seed: seed)
            let host = try Host(fixture, simulation)
            var outcome = Outcome()
            outcome.isDone = simulation.run {
                await withTaskGroup { group in
                    for client in 0..<6 { group.addTask { await work(client, host) } }
                    group.addTask {
                        for _ in 0..<3 {
                            try? await simulation.sleep(for: .microseconds(1_000 + Int64(simulation.random() % 15_000)))
                            do { try await host.cutPower() } catch { Issue.record("seed \(seed): \(error)") }
                        }
                    }
                }
                await host.shard?.close()
            }
            outcome.trace = simulation.trace
            outcome.steps = simulation.steps
            outcome.foreignJobs = simulation.foreignJobs
            outcome.acknowledged = host.acknowledged.count
            let queue = try DatabaseQueue(path: ShardVFS.uri(fixture.path))
            let names = try queue.read { try String.fetchAll($0, sql: "SELECT name FROM effect") }
            try queue.close()
            outcome.lost = host.acknowledged.subtracting(names).count
            outcome.doubled = names.count - Set(names).count
            return outcome
        }
    }

    /// Ten keyed calls, each repeated under its key until it is answered.
    private static func work(_ client: Int, _ host: Host) async {
        for number in 0..<10 {
            let key = IdempotencyKey(runtime: host.simulation)
            for _ in 0..<50 {
                do {
                    try await host.add("\(client).\(number)", key)
                    break
                } catch {
                    try? await host.simulation.sleep(for: .milliseconds(1))
                }
            }
        }
    }

    @Test func `fifty seeds repeat and keep their promises`() async throws {
        var traces: Set<UInt64> = []
        for seed in UInt64(0)..<50 {
            let first = try await Simulation.runOnDedicatedThread { try Self.run(seed: seed) }
            let second = try await Simulation.runOnDedicatedThread { try Self.run(seed: seed) }
            #expect(first == second, "seed \(seed)")
            #expect(first.isDone && first.foreignJobs == 0, "seed \(seed): \(first)")
            #expect(first.acknowledged == 60, "seed \(seed): \(first)")
            #expect(first.lost == 0 && first.doubled == 0, "seed \(seed): \(first)")
            traces.insert(first.trace)
        }
        #expect(traces.count == 50, "each seed is another run")
    }
}
