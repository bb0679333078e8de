import RPC

/// A simulation's runtime as another boot of the host shows it: its monotonic clock began again, and is another one.
final class RebootedRuntime: Runtime {
    private let simulation: Simulation
    private let started: MonotonicInstant
    let clockDomain: ClockDomain

    init(_ simulation: Simulation, bootID: String) {
        (self.simulation, started) = (simulation, simulation.now)
        clockDomain = ClockDomain(bootID: bootID, timeNamespace: "simulation")
    }

    var now: MonotonicInstant {
        MonotonicInstant(nanoseconds: simulation.now.nanoseconds - started.nanoseconds)
    }
    var wallTime: WallTime { simulation.wallTime }
    func random() -> UInt64 { simulation.random() }

    @discardableResult
    func spawn(_ body: @escaping @Sendable @concurrent () async -> Void) -> Task<Void, Never> {
        simulation.spawn(body)
    }

    func sleep(until instant: MonotonicInstant) async throws {
        try await simulation.sleep(for: now.duration(to: instant))
    }

    func schedule(at instant: MonotonicInstant, _ body: @escaping @Sendable () -> Void) {
        simulation.schedule(at: simulation.now.advanced(by: now.duration(to: instant)), body)
    }
}
