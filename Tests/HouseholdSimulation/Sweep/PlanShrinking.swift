package import ChaosHistory

/// A failing plan made small, with the run that still shows the failure.
package struct ShrunkPlan: Sendable {
    /// What is left of the plan.
    package var plan: SimulationPlan
    /// The run of what is left.
    package var outcome: SimulationOutcome
    /// The violation that it was shrunk by.
    package var violation: Violation
    /// How many plans were tried.
    package var tries: Int
    /// True when leaving out any one thing makes it pass.
    package var isMinimal: Bool
}

extension SimulationPlan {
    /// Leaves out of a failing plan what its failure does not need: operations, faults, services.
    ///
    /// - Parameters:
    ///   - violation: the failure; only plans that fail in the same way count.
    ///   - tries: how many plans are run at most.
    ///   - run: runs a plan, and judges it.
    /// - Returns: nil when the whole plan does not fail in this way.
    /// - Throws: why there is no household to begin with.
    package func shrunk(
        by violation: Violation, tries: Int = 400,
        running run: (SimulationPlan) throws -> SimulationOutcome = { try $0.run() }
    ) throws -> ShrunkPlan? {
        let others = services.filter { $0 != Self.requiredService }
        var last: (plan: SimulationPlan, outcome: SimulationOutcome, violation: Violation)?
        let shrunk = try Shrinker(maximumTries: tries).shrink(
            counts: [operations.count, faults.count, others.count]
        ) { kept in
            var plan = self
            plan.operations = kept[0].map { operations[$0] }
            plan.faults = kept[1].map { faults[$0] }
            plan.services = services.filter { $0 == Self.requiredService || kept[2].map { others[$0] }.contains($0) }
            var outcome = try run(plan)
            if violation.checker == "repeats" { outcome = try plan.repeating(outcome) }
            guard let same = outcome.violations.first(where: { $0.failure == violation.failure }) else { return false }
            last = (plan, outcome, same)
            return true
        }
        guard shrunk.isReproduced, let last else { return nil }
        return ShrunkPlan(
            plan: last.plan, outcome: last.outcome, violation: last.violation, tries: shrunk.tries,
            isMinimal: shrunk.isMinimal)
    }
}

extension ShrunkPlan {
    /// The one command that runs it again.
    package var command: String {
        let names = plan.operations.map(\.id) + plan.faults.map(\.id) + plan.services
        let about = plan.scenarios.map { " --about " + $0.map(\.rawValue).joined(separator: ",") } ?? ""
        return
            "scripts/simulate --seed \(plan.seed) --size \(plan.size.rawValue)\(about) --only "
            + names.joined(separator: ",")
    }

    /// What fails, how to see it again, and what happened.
    package var text: String {
        let kept = "\(plan.operations.count) operations, \(plan.faults.count) faults, \(plan.services.count) services"
        return """
            \(violation)
            shrunk in \(tries) runs to \(kept)\(isMinimal ? "" : " (not to the end)"); to repeat:
              \(command)
            \((plan.operations.map(\.line) + plan.faults.map(\.line)).joined(separator: "\n"))

            \(Timeline(outcome.history, violation: violation).text)
            """
    }
}

extension PlannedOperation {
    /// One line of a plan.
    package var line: String { "  \(id) at \(at) ms \(who) with \(device): \(action)" }
}

extension PlannedFault {
    /// One line of a plan.
    package var line: String {
        let (target, detail) = description
        let length = lasts.map { " for \($0) ms" } ?? ""
        return "  \(id) at \(at) ms \(name) \(target)\(length)\(detail.map { ": \($0)" } ?? "")"
    }
}
