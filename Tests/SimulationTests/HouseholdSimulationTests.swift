import ChaosHistory
import Foundation
import HouseholdSimulation
import RPC
import ServiceKit
import Testing

/// The household's services in one simulated process: a week of five people and all that breaks. A seed is a run.
@Suite struct HouseholdSimulationTests {
    /// How many seeds one test run takes; `HEARTH_SEEDS` asks for more, and `HEARTH_SEED` for certain ones.
    private static let seeds = number("HEARTH_SEEDS") ?? 100
    private static let first = number("HEARTH_SEED") ?? Int(SystemRuntime.shared.random() % 1_000_000_000)

    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap(Int.init) }

    @Test func `what was promised holds, whatever breaks`() async throws {
        let hunt = SeedSweep(from: UInt64(Self.first), seeds: Self.seeds, jobs: 2)
        let report = try await hunt.run()
        say(report.text)
        if let failure = report.failures.first {
            let shrunk = try await Simulation.runOnDedicatedThread { try failure.plan.shrunk(by: failure.violation) }
            Issue.record("seed \(failure.plan.seed): \(failure.violation)\n\(shrunk?.text ?? "it does not fail again")")
        }
        #expect(report.foreignJobs == 0)
        #expect(report.runs == Self.seeds || !report.failures.isEmpty)
        // So that nothing is called good because nothing was looked at.
        #expect(report.calls.ok > Self.seeds * 5)
        if Self.seeds >= 50 { #expect(report.faultCount > Self.seeds && report.deaths > Self.seeds / 4) }
    }

    @Test(arguments: [(SimulationPlan.Size.small, 3), (.medium, 2), (.week, 1)])
    func `a plan repeats its run`(size: SimulationPlan.Size, count: Int) async throws {
        var traces: Set<UInt64> = []
        for number in 0..<count {
            let plan = SimulationPlan(seed: UInt64(Self.first &+ number), size: size)
            let (first, second) = try await Simulation.runOnDedicatedThread { (try plan.run(), try plan.run()) }
            // Not the outcomes themselves: a failure would print both whole histories.
            let isRepeated = first == second
            #expect(isRepeated, "seed \(plan.seed): traces \(first.trace) and \(second.trace)")
            #expect(first.ended && first.foreignJobs == 0, "seed \(plan.seed)")
            traces.insert(first.trace)
        }
        #expect(traces.count == count, "seeds are one run")
    }

    @Test func `a plan is a value that can be kept, and any part of it runs`() async throws {
        let plan = SimulationPlan(seed: 7, size: .medium)
        let read = try JSONDecoder().decode(SimulationPlan.self, from: JSONEncoder().encode(plan))
        #expect(read == plan)
        #expect(SimulationPlan(seed: 7, size: .medium) == plan)
        #expect(plan.only(plan.names) == plan)
        // Every other thing: what refers to what is not there is left out.
        let half = plan.only(plan.names.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element))
        #expect(half.operations.count < plan.operations.count)
        let outcome = try await Simulation.runOnDedicatedThread { try half.run() }
        #expect(outcome.violations == [])
        #expect(outcome.ended)
    }

    @Test func `a failure is made small, and the small plan fails alike`() async throws {
        let shrunk = try await Simulation.runOnDedicatedThread { () -> ShrunkPlan? in
            for seed in UInt64(1)...60 {
                let plan = SimulationPlan(seed: seed, size: .small, about: [.favourites])
                let outcome = try plan.run(defects: [.runsNormal])
                guard let violation = outcome.violations.first(where: { $0.checker == "set-full" }) else { continue }
                return try plan.shrunk(by: violation, defects: [.runsNormal])
            }
            return nil
        }
        let small = try #require(shrunk, "no run shows the defect")
        #expect(small.plan.operations.count == 1, "\(small.text)")
        #expect((1...2).contains(small.plan.faults.count), "\(small.text)")
        #expect(small.outcome.violations.contains { $0.failure == small.violation.failure })
        let names = small.plan.operations.map(\.id) + small.plan.faults.map(\.id) + small.plan.services
        #expect(small.command.hasSuffix("--only \(names.joined(separator: ","))"))
        let whole = try await Simulation.runOnDedicatedThread { try small.plan.run() }
        #expect(whole.violations == [], "without the defect nothing is wrong")
    }

    private func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
