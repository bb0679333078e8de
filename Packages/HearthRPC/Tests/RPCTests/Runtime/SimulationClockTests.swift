import RPC
import Testing

/// The two clocks of a simulation, and its end.
@Suite struct SimulationClockTests {
    @Test func `the wall clock jumps both ways, and the monotonic one goes on`() async throws {
        try await Simulation.runOnDedicatedThread {
            let simulation = Simulation(seed: 1)
            let (began, wall) = (simulation.now, simulation.wallTime)
            simulation.jumpWallClock(by: .seconds(3_600))
            #expect(simulation.now == began)
            #expect(simulation.wallTime == wall.advanced(by: .seconds(3_600)))
            simulation.jumpWallClock(by: .seconds(-7_200))
            #expect(simulation.wallTime == wall.advanced(by: .seconds(-3_600)))
            let ended = simulation.run { try? await simulation.sleep(for: .seconds(5)) }
            #expect(ended && simulation.now == began.advanced(by: .seconds(5)))
            #expect(simulation.wallTime == wall.advanced(by: .seconds(-3_595)))
        }
    }

    @Test func `a run that goes on and on is ended`() async throws {
        try await Simulation.runOnDedicatedThread {
            let simulation = Simulation(seed: 1)
            let end = simulation.now.advanced(by: .seconds(60))
            let ended = simulation.run(until: end) {
                while true { try? await simulation.sleep(for: .seconds(7)) }
            }
            #expect(!ended)
            #expect(simulation.now < end)
        }
    }

    @Test func `a run of which the clock stands still is ended`() async throws {
        try await Simulation.runOnDedicatedThread {
            let simulation = Simulation(seed: 1)
            let began = simulation.now
            let ended = simulation.run(maximumJobs: 1_000) {
                for _ in 0..<5_000 { await Task.yield() }
            }
            #expect(!ended && simulation.steps == 1_000 && simulation.now == began)
            // Jobs at other instants do not add up.
            let other = Simulation(seed: 1)
            #expect(
                other.run(maximumJobs: 1_000) {
                    for _ in 0..<2_000 { try? await other.sleep(for: .milliseconds(1)) }
                })
        }
    }
}
