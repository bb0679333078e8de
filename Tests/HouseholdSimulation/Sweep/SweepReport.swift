package import ChaosHistory

/// What many runs came to.
package struct SweepReport: Sendable {
    /// The first of their seeds.
    package let firstSeed: UInt64
    /// How many plans have run.
    package var runs = 0
    /// How many of each size.
    package var sizes: [SimulationPlan.Size: Int] = [:]
    /// How long all of it took, and how long the runs took together.
    package var (seconds, runSeconds) = (0.0, 0.0)
    /// Those that took longest.
    package var slowest: (seed: UInt64, seconds: Double) = (0, 0)
    /// What was asked, by what came of it.
    package var calls = (ok: 0, refused: 0, unknown: 0)
    /// What broke, by kind.
    package var faults: [String: Int] = [:]
    /// How many faults, frames left out.
    package var faultCount = 0
    /// How far the clocks went on together, in seconds.
    package var (monotonicSeconds, wallSeconds) = (0.0, 0.0)
    package var (jobs, deaths, events, skipped, foreignJobs) = (0, 0, 0, 0, 0)
    /// How many things each check has compared.
    package var examined: [String: Int] = [:]
    /// What could not be decided, by check.
    package var undecided: [String: Int] = [:]
    /// The plans that broke a promise, with the first violation of each.
    package var failures: [(plan: SimulationPlan, violation: Violation)] = []

    /// Nothing yet.
    package init(firstSeed: UInt64) { self.firstSeed = firstSeed }

    /// Adds one run, of which it is not known how long it took.
    package mutating func record(_ plan: SimulationPlan, _ outcome: SimulationOutcome) {
        add(plan, outcome, seconds: 0)
    }

    mutating func add(_ plan: SimulationPlan, _ outcome: SimulationOutcome, seconds: Double) {
        runs += 1
        sizes[plan.size, default: 0] += 1
        runSeconds += seconds
        if seconds > slowest.seconds { slowest = (plan.seed, seconds) }
        let more = outcome.calls
        calls = (calls.ok + more.ok, calls.refused + more.refused, calls.unknown + more.unknown)
        faults.merge(outcome.faults) { $0 + $1 }
        faultCount += outcome.faultCount
        monotonicSeconds += Double(outcome.virtualTime) / 1e9
        wallSeconds += outcome.wallSeconds
        jobs += outcome.jobs
        deaths += outcome.deaths
        events += outcome.events
        skipped += outcome.skipped
        foreignJobs += outcome.foreignJobs
        for verdict in outcome.verdicts {
            examined[verdict.checker, default: 0] += verdict.examined
            undecided[verdict.checker, default: 0] += verdict.undecided.count
        }
        if let violation = outcome.violations.first { failures.append((plan, violation)) }
    }

    private var minutes: Double { max(seconds, 0.001) / 60 }

    /// One line of how far it is.
    package var line: String {
        "\(runs) runs, \(Int(Double(runs) / minutes)) a minute, \(Int(Double(faultCount) / minutes)) faults a minute, "
            + "\(failures.count) failed"
    }

    /// All of it for people.
    package var text: String {
        func rounded(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
        let kinds = SimulationPlan.Size.allCases.map { "\(sizes[$0] ?? 0) \($0.rawValue)" }.joined(separator: ", ")
        var lines = ["\(runs) schedules (\(kinds)) from seed \(firstSeed)"]
        // A single run has no rate.
        if seconds > 0 {
            lines[0] += " in \(rounded(seconds)) s:"
            lines[0] += " \(Int(Double(runs) / minutes)) a minute, \(Int(Double(faultCount) / minutes)) faults a minute"
            lines.append(
                "\(rounded(runSeconds * 1_000 / Double(max(1, runs)))) ms a run; the longest was seed \(slowest.seed) with"
                    + " \(rounded(slowest.seconds * 1_000)) ms")
        }
        lines += [
            "\(calls.ok) calls answered, \(calls.refused) refused, \(calls.unknown) with an unknown outcome,"
                + " \(skipped) left out",
            "\(rounded(monotonicSeconds)) s of virtual time, \(rounded(wallSeconds / 86_400)) days of civil time,"
                + " \(jobs) jobs, \(foreignJobs) of other threads, \(deaths) deaths, \(events) events",
            "faults: " + Self.list(faults), "checked: " + Self.list(examined),
        ]
        let open = undecided.filter { $0.value > 0 }
        if !open.isEmpty { lines.append("undecided: " + Self.list(open)) }
        for failure in failures.prefix(20) { lines.append("seed \(failure.plan.seed): \(failure.violation)") }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func list(_ counts: [String: Int]) -> String {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
            .joined(separator: ", ")
    }
}
