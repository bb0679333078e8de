import ArgumentParser
import ChaosHistory
import Foundation
import HouseholdSimulation
import RPC

/// Simulates the household, seed after seed, and makes the first failure small.
@main
struct HearthSimulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hearth-simulate",
        abstract: "Simulates the whole household in one process: a seed is a run.",
        discussion: "Exit code 1 when a promise was broken. See docs/simulation.md.")

    @Option(help: "The first seed.")
    var seed: UInt64 = 1
    @Option(help: "How many seeds; without --minutes and --only one.")
    var seeds: Int?
    @Option(help: "How long to begin further seeds.")
    var minutes: Double?
    @Option(help: "How many run at a time.")
    var jobs: Int = ProcessInfo.processInfo.activeProcessorCount
    @Option(help: "small, medium or week, instead of what each seed draws.")
    var size: String?
    @Option(help: "What all are about, such as watching,reading.", transform: HearthSimulate.list)
    var about: [String]?
    @Option(
        help: "Of one seed's plan only these operations, faults and services: o3,f2,catalog.",
        transform: HearthSimulate.list)
    var only: [String]?
    @Option(help: "Runs seeds until this check fails, whatever others find, and says how many that took: set-full.")
    var until: String?
    @Flag(help: "Runs each plan twice and compares.")
    var twice = false
    @Flag(help: "Goes on when something was found.")
    var keepGoing = false
    @Flag(help: "Does not shrink what fails.")
    var whole = false
    @Flag(help: "Prints the plan and the history of one seed.")
    var verbose = false

    private static func list(_ text: String) -> [String] { text.split(separator: ",").map(String.init) }

    private func sized() throws -> SimulationPlan.Size? {
        try size.map { name in
            guard let size = SimulationPlan.Size(rawValue: name) else { throw ValidationError("no size \(name)") }
            return size
        }
    }

    private func scenarios() throws -> [Scenario]? {
        try about?.map { name in
            guard let scenario = Scenario(rawValue: name) else { throw ValidationError("no scenario \(name)") }
            return scenario
        }
    }

    func run() async throws {
        let plan = SimulationPlan(seed: seed, size: try sized(), about: try scenarios())
        if let until {
            try await search(until: until)
        } else if let only {
            try await show(plan.only(only))
        } else if seeds == nil, minutes == nil {
            try await show(plan)
        } else {
            try await hunt()
        }
    }

    /// Runs one plan, and tells all of it.
    private func show(_ plan: SimulationPlan) async throws {
        let outcome = try await Simulation.runOnDedicatedThread { [twice] in
            let outcome = try plan.run()
            return twice ? try plan.repeating(outcome) : outcome
        }
        if verbose {
            for operation in plan.operations { say(operation.line) }
            for fault in plan.faults { say(fault.line) }
        }
        var report = SweepReport(firstSeed: plan.seed)
        report.record(plan, outcome)
        say(report.text)
        say(outcome.fingerprint)
        if verbose { say(Timeline(outcome.history).text) }
        for violation in outcome.violations { say("\(violation)") }
        if let violation = outcome.violations.first {
            if whole || only != nil {
                say(Timeline(outcome.history, violation: violation).text)
            } else {
                try await shrink(plan, violation)
            }
            throw ExitCode(1)
        }
    }

    private func hunt() async throws {
        let hunt = SeedSweep(
            from: seed, seeds: seeds, for: minutes.map { .milliseconds(Int64($0 * 60_000)) }, jobs: jobs,
            size: try sized(), about: try scenarios(), stopsAtFirst: !keepGoing, repeats: twice)
        var (reported, reportedFailures) = (0.0, 0)
        let report = try await hunt.run { report in
            // At once: a long hunt may be ended from outside.
            for failure in report.failures.dropFirst(reportedFailures) {
                say("seed \(failure.plan.seed): \(failure.violation)")
            }
            reportedFailures = report.failures.count
            guard report.seconds - reported >= 10 else { return }
            reported = report.seconds
            say(report.line)
        }
        say(report.text)
        guard let first = report.failures.min(by: { $0.plan.seed < $1.plan.seed }) else { return }
        if !whole { try await shrink(first.plan, first.violation) }
        throw ExitCode(1)
    }

    /// How many plans run until a check fails, when `--seeds` says nothing else.
    private static let tries = 2_000

    /// Says after how many seeds a check fails.
    private func search(until check: String) async throws {
        let (size, about, limit) = (try sized(), try scenarios(), seeds ?? Self.tries)
        let taken = try await Simulation.runOnDedicatedThread { [seed] in
            try SeedSweep.seeds(until: check, from: seed, limit: limit, size: size, about: about)
        }
        guard let taken else { return say("\(check) fails in none of \(limit) seeds") }
        say("\(taken) seeds until \(check)")
        throw ExitCode(1)
    }

    private func shrink(_ plan: SimulationPlan, _ violation: Violation) async throws {
        let shrunk = try await Simulation.runOnDedicatedThread { try plan.shrunk(by: violation) }
        guard let shrunk else { return say("seed \(plan.seed) does not fail again: \(violation)") }
        say(shrunk.text)
    }

    private func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
}
