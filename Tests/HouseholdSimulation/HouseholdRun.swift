package import RPC

/// One run of the simulated household: a seed is a run.
package enum HouseholdRun {
    /// What one run came to; two runs of a seed must agree in all of it.
    package struct Outcome: Equatable, Sendable {
        package var trace: UInt64 = 0
        package var jobs = 0
        package var virtualTime: UInt64 = 0
        package var acknowledged = 0
        package var unknown = 0
        package var deaths = 0
        package var events = 0
        /// What is not as it should be.
        package var problems: [String] = []
        package var foreignJobs = 0
        package var ended = false
    }

    /// Runs a seed on the calling thread.
    ///
    /// - Throws: why there is no household to begin with.
    package static func run(seed: UInt64, defects: Set<Defect> = []) throws -> Outcome {
        let simulation = Simulation(seed: seed, defects: defects)
        let household = try SimulatedHousehold(simulation: simulation)
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
