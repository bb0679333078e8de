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
        // Fails whenever two of its things are there.
        let plan = SimulationPlan(seed: 7, size: .medium)
        let (operation, fault) = (try #require(plan.operations.last), try #require(plan.faults.first))
        let violation = Violation(checker: "test", kind: "both", object: "", sentence: "both", operations: [])
        let shrunk = try await Simulation.runOnDedicatedThread {
            try plan.shrunk(by: violation) { plan in
                var outcome = SimulationOutcome()
                if plan.operations.contains(operation), plan.faults.contains(fault) { outcome.violations = [violation] }
                return outcome
            }
        }
        let small = try #require(shrunk)
        #expect(small.isMinimal)
        #expect(small.plan.operations == [operation] && small.plan.faults == [fault], "\(small.text)")
        #expect(small.plan.services.count == 1, "only the service that every plan needs")
        #expect(small.outcome.violations.contains { $0.failure == small.violation.failure })
        let names = [operation.id, fault.id] + small.plan.services
        #expect(small.command.hasSuffix("--only \(names.joined(separator: ","))"))
        let whole = try await Simulation.runOnDedicatedThread { try small.plan.run() }
        #expect(whole.violations == [], "the small plan runs, and nothing is wrong with it")
    }

    private func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
