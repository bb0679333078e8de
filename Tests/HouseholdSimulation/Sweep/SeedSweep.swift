import ChaosHistory
import RPC

/// Runs one seed after the other, on several threads.
package struct SeedSweep: Sendable {
    /// The first seed.
    package var firstSeed: UInt64
    /// How many seeds; nil for as many as the time allows.
    package var seeds: Int?
    /// How long to begin further seeds; nil without an end.
    package var duration: Duration?
    /// How many run at a time.
    package var jobs: Int
    /// Another size than each seed's own.
    package var size: SimulationPlan.Size?
    /// What all are about; nil leaves that to the seeds.
    package var scenarios: [Scenario]?
    /// Whether to begin no more when something was found.
    package var stopsAtFirst: Bool
    /// Whether each plan runs twice, and both runs are compared.
    package var repeats: Bool

    /// A hunt from a seed on.
    package init(
        from firstSeed: UInt64, seeds: Int? = nil, for duration: Duration? = nil, jobs: Int = 1,
        size: SimulationPlan.Size? = nil, about scenarios: [Scenario]? = nil,
        stopsAtFirst: Bool = true, repeats: Bool = false
    ) {
        (self.firstSeed, self.seeds, self.duration, self.jobs) = (firstSeed, seeds, duration, jobs)
        (self.size, self.scenarios) = (size, scenarios)
        (self.stopsAtFirst, self.repeats) = (stopsAtFirst, repeats)
    }

    /// Runs them.
    ///
    /// - Parameter progress: is told after every run what it came to.
    /// - Throws: why there is no household to begin with.
    package func run(progress: (SweepReport) -> Void = { _ in }) async throws -> SweepReport {
        let clock = SystemRuntime.shared
        let begun = clock.now
        var report = SweepReport(firstSeed: firstSeed)
        try await withThrowingTaskGroup(of: (SimulationPlan, SimulationOutcome, Double).self) { group in
            var next = 0
            func isDue() -> Bool {
                if let seeds, next >= seeds { return false }
                if stopsAtFirst, !report.failures.isEmpty { return false }
                return duration.map { begun.duration(to: clock.now) < $0 } ?? true
            }
            func begin() {
                let seed = firstSeed &+ UInt64(next)
                next += 1
                group.addTask { try await one(seed) }
            }
            for _ in 0..<max(1, jobs) where isDue() { begin() }
            while let (plan, outcome, seconds) = try await group.next() {
                report.add(plan, outcome, seconds: seconds)
                report.seconds = Double(begun.duration(to: clock.now).wholeNanoseconds) / 1e9
                progress(report)
                if isDue() { begin() }
            }
        }
        return report
    }

    private func one(_ seed: UInt64) async throws -> (SimulationPlan, SimulationOutcome, Double) {
        let plan = SimulationPlan(seed: seed, size: size, about: scenarios)
        return try await Simulation.runOnDedicatedThread { [repeats] in
            let begun = SystemRuntime.shared.now
            let outcome = try plan.run()
            let seconds = Double(begun.duration(to: SystemRuntime.shared.now).wholeNanoseconds) / 1e9
            return (plan, repeats ? try plan.repeating(outcome) : outcome, seconds)
        }
    }

    /// How many seeds it takes until a check fails: the number of runs up to the first in which it does.
    ///
    /// - Parameters:
    ///   - check: the name of the check, `set-full`. For `repeats` each plan runs twice.
    ///   - limit: how many seeds are tried at most.
    /// - Returns: nil when it fails in none of them.
    /// - Throws: why there is no household to begin with.
    package static func seeds(
        until check: String, from seed: UInt64 = 1, limit: Int, size: SimulationPlan.Size? = nil,
        about scenarios: [Scenario]? = nil
    ) throws -> Int? {
        for number in 0..<limit {
            let plan = SimulationPlan(seed: seed &+ UInt64(number), size: size, about: scenarios)
            var outcome = try plan.run()
            if check == "repeats" { outcome = try plan.repeating(outcome) }
            if outcome.violations.contains(where: { $0.checker == check }) { return number + 1 }
        }
        return nil
    }
}
