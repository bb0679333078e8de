import Cluster
import RPC
import Testing

/// A supervisor over processes that are none, in virtual time.
protocol SupervisorFixture: Sendable {
    var simulation: Simulation { get }
    var supervisor: Supervisor { get }
}

extension SupervisorFixture {
    /// Runs the supervisor beside `body`, then stops it.
    ///
    /// - Returns: whether all of it came to an end.
    func run(_ body: @escaping @Sendable (Self) async throws -> Void) -> Bool {
        simulation.run {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await supervisor.run() }
                do { try await body(self) } catch { Issue.record(error) }
                supervisor.stop()
                await group.waitForAll()
            }
        }
    }

    func pass(_ time: Duration) async throws { try await simulation.sleep(for: time) }
}
