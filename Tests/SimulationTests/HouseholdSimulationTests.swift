import Foundation
import Household
import ProfilesAPI
import RPC
import RPCInProcess
import ServiceKit
import Testing

/// Two services in one simulated process: kills, power cuts, lost, doubled and delayed messages. A seed is a run.
@Suite struct HouseholdSimulationTests {
    /// What one run came to; two runs of a seed must agree in all of it.
    struct Outcome: Equatable, Sendable {
        var trace: UInt64 = 0
        var jobs = 0
        var virtualTime: UInt64 = 0
        var acknowledged = 0
        var unknown = 0
        var refused = 0
        /// Acknowledged favourites that are not there.
        var lost = 0
        /// Favourites that are there twice, or that nobody asked for.
        var strange = 0
        var foreignJobs = 0
        var ended = false
    }

    /// How many seeds a run takes; `HEARTH_SEEDS` asks for more, and `HEARTH_SEED` for a certain one.
    static var seeds: [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["HEARTH_SEED"].flatMap(UInt64.init) { return [seed] }
        let count = environment["HEARTH_SEEDS"].flatMap(UInt64.init) ?? 20
        return Array(1...max(1, count))
    }

    @Test(arguments: seeds) func `a seed repeats its run, and nothing acknowledged is lost or doubled`(
        seed: UInt64
    ) async throws {
        let first = try await Simulation.onOwnThread { try Self.run(seed: seed) }
        let second = try await Simulation.onOwnThread { try Self.run(seed: seed) }
        let again = "to repeat: HEARTH_SEED=\(seed) scripts/test --filter HouseholdSimulationTests"
        #expect(first.ended, "somebody waits for what never comes; \(again)")
        #expect(first == second, "the runs differ; \(again)")
        #expect(first.foreignJobs == 0, "\(again)")
        #expect(first.lost == 0, "\(again)")
        #expect(first.strange == 0, "\(again)")
        #expect(first.acknowledged > 0, "\(again)")
    }

    @Test func `seeds are different runs`() async throws {
        let traces = Set(try await Simulation.onOwnThread { try (1...5).map { try Self.run(seed: $0).trace } })
        #expect(traces.count == 5)
    }

    /// What clients were told, for the end to be held against.
    // Unchecked: touched by the simulation's thread alone.
    private final class Ledger: @unchecked Sendable {
        var outcome = Outcome()
        var acknowledged: Set<String> = []
        var asked: Set<String> = []
        var error: (any Error)?
    }

    @Test func `a household that does not sync its writes is caught`() async throws {
        let caught = try await Simulation.onOwnThread {
            try (1...UInt64(10)).filter { seed in
                do {
                    return try Self.run(seed: seed, mutants: .runsNormal).lost > 0
                } catch let error as RPCError where error.code == .unauthenticated {
                    // Not only favourites were lost: the household that was founded is gone.
                    return true
                }
            }
        }
        #expect(!caught.isEmpty, "power cuts lose nothing although nothing is synced")
    }

    @Test func `runs are rich enough to mean something`() async throws {
        let outcomes = try await Simulation.onOwnThread { try (1...10).map { try Self.run(seed: $0) } }
        #expect(outcomes.contains { $0.unknown > 0 }, "no call was ever left unknown")
        #expect(outcomes.map(\.acknowledged).reduce(0, +) > 100)
    }

    private static func run(seed: UInt64, mutants: ShardMutants = []) throws -> Outcome {
        let simulation = Simulation(seed: seed)
        let household = try SimulatedHousehold(
            simulation: simulation,
            faults: InProcessFaults(loss: 0.02, duplication: 0.05, longestDelay: .milliseconds(3)), mutants: mutants)
        let ledger = Ledger()
        let ended = simulation.run {
            do { try await play(household, ledger) } catch { ledger.error = error }
            await household.end()
        }
        if let error = ledger.error { throw error }
        var outcome = ledger.outcome
        (outcome.trace, outcome.jobs, outcome.ended) = (simulation.trace, simulation.steps, ended)
        (outcome.virtualTime, outcome.foreignJobs) = (simulation.now.nanoseconds, simulation.foreignJobs)
        return outcome
    }

    private static func play(_ household: SimulatedHousehold, _ ledger: Ledger) async throws {
        let simulation = household.simulation
        for name in SimulatedHousehold.serviceNames { try await household.start(name) }
        let token = try await retrying(simulation) { try await household.signIn() }
        let profiles = household.client(Profiles.self, of: "profiles", token: token)
        await withTaskGroup(of: Void.self) { group in
            for client in 0..<4 {
                group.addTask {
                    for index in 0..<6 { await add("tmdb:movie:\(client)\(index)", profiles, ledger, simulation) }
                }
            }
            group.addTask {
                do { try await breakThings(household) } catch { ledger.error = error }
            }
        }
        let favourites = try await retrying(simulation) {
            try await profiles.send(Profiles.ListFavourites(page: PageRequest(size: PageRequest.maximumSize)))
        }.favourites.map(\.content.rawValue)
        ledger.outcome.lost = ledger.acknowledged.subtracting(favourites).count
        ledger.outcome.strange = favourites.count - Set(favourites).intersection(ledger.asked).count
        simulation.note(favourites.sorted().joined(separator: ","))
    }

    /// Marks a title, and notes what the caller was told.
    private static func add(
        _ content: String, _ profiles: RPCClient<Profiles>, _ ledger: Ledger, _ simulation: Simulation
    ) async {
        ledger.asked.insert(content)
        do {
            _ = try await profiles.send(Profiles.AddFavourite(content: ContentID(rawValue: content)))
            ledger.acknowledged.insert(content)
            ledger.outcome.acknowledged += 1
            simulation.note("\(content) acknowledged")
        } catch {
            if error.executed == .maybe { ledger.outcome.unknown += 1 } else { ledger.outcome.refused += 1 }
            simulation.note("\(content) \(error.code) \(error.executed)")
        }
        let pause = Int64(simulation.random() % 20)
        try? await simulation.sleep(for: .milliseconds(pause))
    }

    /// Three power cuts, of either service, each followed by a start.
    private static func breakThings(_ household: SimulatedHousehold) async throws {
        let simulation = household.simulation
        for _ in 0..<3 {
            try await simulation.sleep(for: .milliseconds(Int64(5 + simulation.random() % 60)))
            let name = SimulatedHousehold.serviceNames[Int(simulation.random() % 2)]
            try await household.cutPower(name)
            try await simulation.sleep(for: .milliseconds(Int64(simulation.random() % 40)))
            try await household.start(name)
        }
    }

    /// Tries again what only reads until it succeeds: links lose frames to the end.
    private static func retrying<Value: Sendable>(
        _ simulation: Simulation, _ body: () async throws -> Value
    ) async throws -> Value {
        for _ in 0..<20 {
            do { return try await body() } catch { simulation.note("again after \(error)") }
            try await simulation.sleep(for: .milliseconds(50))
        }
        return try await body()
    }
}
