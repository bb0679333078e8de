import Cluster
import RPC
import Synchronization
import Testing

@testable import Chaos

struct LauncherTests {
    /// Notes when it was asked to start what.
    private final class Recorded: ProcessLauncher {
        let starts = Mutex<[(command: ServiceCommand, at: MonotonicInstant)]>([])
        let runtime: any Runtime

        init(_ runtime: any Runtime) { self.runtime = runtime }

        func run(
            _ command: ServiceCommand, started: @escaping @Sendable (RunningProcess) -> Void,
            line: @escaping @Sendable (String) -> Void
        ) async -> ProcessTermination {
            starts.withLock { $0.append((command, runtime.now)) }
            return .exited(0)
        }
    }

    @Test
    func `each service has its own arguments, and starts late once when it is to`() async throws {
        let starts = try await Simulation.runOnDedicatedThread {
            () throws -> [(command: ServiceCommand, at: MonotonicInstant)] in
            let simulation = Simulation(seed: 1)
            let base = Recorded(simulation)
            let launcher = ChaosLauncher(base, runtime: simulation) { ["--shards", "/shards/\($0)"] }
            let hasEnded = simulation.run {
                launcher.delayNext(of: "catalog", by: .seconds(3))
                for service in ["profiles", "catalog", "catalog"] {
                    let command = ServiceCommand(service: service, executable: "/bin/\(service)", arguments: ["--run"])
                    _ = await launcher.run(command) { _ in
                    } line: { _ in
                    }
                }
            }
            guard hasEnded else { return [] }
            return base.starts.withLock { $0 }
        }
        try #require(starts.count == 3)
        #expect(starts.map(\.command.arguments.last) == ["/shards/profiles", "/shards/catalog", "/shards/catalog"])
        #expect(starts.allSatisfy { $0.command.arguments.first == "--run" })
        #expect(starts[0].at.duration(to: starts[1].at) == .seconds(3))
        #expect(starts[1].at == starts[2].at)
    }
}
