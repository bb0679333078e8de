import Foundation
import HouseholdSimulation
import RPC
import ServiceKit
import Testing

/// The household's services in one simulated process: kills, power cuts, deaths at named points; lost, doubled and delayed
/// messages. A seed is a run.
@Suite struct HouseholdSimulationTests {
    /// How many seeds a run takes; `HEARTH_SEEDS` asks for more, and `HEARTH_SEED` for a certain one.
    static var seeds: [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["HEARTH_SEED"].flatMap(UInt64.init) { return [seed] }
        let count = environment["HEARTH_SEEDS"].flatMap(UInt64.init) ?? 8
        return Array(1...max(1, count))
    }

    @Test(arguments: seeds) func `a seed repeats its run, and what was promised holds`(seed: UInt64) async throws {
        let first = try await Simulation.onOwnThread { try HouseholdRun.run(seed: seed) }
        let second = try await Simulation.onOwnThread { try HouseholdRun.run(seed: seed) }
        let again = "to repeat: HEARTH_SEED=\(seed) scripts/test --filter HouseholdSimulationTests"
        #expect(first.ended, "somebody waits for what never comes; \(again)")
        #expect(first == second, "the runs differ; \(again)")
        #expect(first.foreignJobs == 0, "\(again)")
        #expect(first.problems == [], "\(again)")
        #expect(first.acknowledged > 0, "\(again)")
    }

    @Test func `runs are rich enough to mean something`() async throws {
        let outcomes = try await Simulation.onOwnThread { try (1...4).map { try HouseholdRun.run(seed: $0) } }
        #expect(Set(outcomes.map(\.trace)).count == 4, "seeds are one run")
        #expect(outcomes.contains { $0.unknown > 0 }, "no call was ever left unknown")
        #expect(outcomes.allSatisfy { $0.deaths > 2 && $0.events > 8 })
        #expect(outcomes.map(\.acknowledged).reduce(0, +) > 200)
    }

    /// Each defect, and what it is found by.
    @Test(arguments: [
        (Defect.runsNormal, "lost"), (.forgetsKeys, "twice"), (.movesCursorFirst, "deleted profile"),
        (.keepsDeleted, "still in"),
    ])
    func `a defect is caught`(defect: Defect, sign: String) async throws {
        let caught = try await Simulation.onOwnThread {
            try (1...UInt64(40)).first { seed in
                try HouseholdRun.run(seed: seed, defects: [defect]).problems.contains { $0.contains(sign) }
            }
        }
        #expect(caught != nil, "no run shows it")
    }
}
