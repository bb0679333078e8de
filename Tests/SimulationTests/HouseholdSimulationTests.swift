import Foundation
import RPC
import ServiceKit
import Testing

/// The household's services in one simulated process: kills, power cuts, deaths at named points; lost, doubled and delayed
/// messages. A seed is a run.
@Suite struct HouseholdSimulationTests {
    /// What one run came to; two runs of a seed must agree in all of it.
    struct Outcome: Equatable, Sendable {
        var trace: UInt64 = 0
        var jobs = 0
        var virtualTime: UInt64 = 0
        var acknowledged = 0
        var unknown = 0
        var deaths = 0
        var events = 0
        /// What is not as it should be.
        var problems: [String] = []
        var foreignJobs = 0
        var ended = false
    }

    /// How many seeds a run takes; `HEARTH_SEEDS` asks for more, and `HEARTH_SEED` for a certain one.
    static var seeds: [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["HEARTH_SEED"].flatMap(UInt64.init) { return [seed] }
        let count = environment["HEARTH_SEEDS"].flatMap(UInt64.init) ?? 8
        return Array(1...max(1, count))
    }

    @Test(arguments: seeds) func `a seed repeats its run, and what was promised holds`(seed: UInt64) async throws {
        let first = try await Simulation.onOwnThread { try Self.run(seed: seed) }
        let second = try await Simulation.onOwnThread { try Self.run(seed: seed) }
        let again = "to repeat: HEARTH_SEED=\(seed) scripts/test --filter HouseholdSimulationTests"
        #expect(first.ended, "somebody waits for what never comes; \(again)")
        #expect(first == second, "the runs differ; \(again)")
        #expect(first.foreignJobs == 0, "\(again)")
        #expect(first.problems == [], "\(again)")
        #expect(first.acknowledged > 0, "\(again)")
    }

    @Test func `runs are rich enough to mean something`() async throws {
        let outcomes = try await Simulation.onOwnThread { try (1...4).map { try Self.run(seed: $0) } }
        #expect(Set(outcomes.map(\.trace)).count == 4, "seeds are one run")
        #expect(outcomes.contains { $0.unknown > 0 }, "no call was ever left unknown")
        #expect(outcomes.allSatisfy { $0.deaths > 2 && $0.events > 8 })
        #expect(outcomes.map(\.acknowledged).reduce(0, +) > 200)
    }

    /// Each defect, and what it is found by.
    @Test(arguments: [
        (ShardMutants.runsNormal, "lost"), (.forgetsKeys, "twice"), (.movesCursorFirst, "deleted profile"),
        (.keepsDeleted, "still in"),
    ])
    func `a defect is caught`(mutant: ShardMutants, sign: String) async throws {
        let caught = try await Simulation.onOwnThread {
            try (1...UInt64(40)).first { seed in
                try Self.run(seed: seed, mutants: mutant).problems.contains { $0.contains(sign) }
            }
        }
        #expect(caught != nil, "no run shows it")
    }

    private static func run(seed: UInt64, mutants: ShardMutants = []) throws -> Outcome {
        let simulation = Simulation(seed: seed)
        let household = try SimulatedHousehold(simulation: simulation, mutants: mutants)
        let ledger = HouseholdLedger(simulation)
        let ended = simulation.run {
            do {
                try await HouseholdLife(household: household, ledger: ledger).live()
            } catch {
                ledger.report("\(error)")
            }
            await household.end()
        }
        return Outcome(
            trace: simulation.trace, jobs: simulation.steps, virtualTime: simulation.now.nanoseconds,
            acknowledged: ledger.acknowledged, unknown: ledger.unknown,
            deaths: household.machines.map(\.deaths).reduce(0, +), events: ledger.told.count,
            problems: ledger.problems, foreignJobs: simulation.foreignJobs, ended: ended)
    }
}
