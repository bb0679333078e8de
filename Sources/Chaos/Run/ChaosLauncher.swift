internal import Cluster
internal import RPC
internal import Synchronization

/// Starts the services of a run: each with its own shard directory, and delayed when a fault requires it.
final class ChaosLauncher: ProcessLauncher {
    /// What starts processes.
    let base: any ProcessLauncher
    private let runtime: any Runtime
    private let arguments: @Sendable (_ service: String) -> [String]
    private let delays = Mutex<[String: Duration]>([:])

    init(
        _ base: any ProcessLauncher, runtime: any Runtime,
        arguments: @escaping @Sendable (_ service: String) -> [String]
    ) {
        (self.base, self.runtime, self.arguments) = (base, runtime, arguments)
    }

    /// Delays the next start of a service.
    func delayNext(of service: String, by delay: Duration) { delays.withLock { $0[service] = delay } }

    func run(
        _ command: ServiceCommand, started: @escaping @Sendable (RunningProcess) -> Void,
        line: @escaping @Sendable (String) -> Void
    ) async -> ProcessTermination {
        if let delay = delays.withLock({ $0.removeValue(forKey: command.service) }) {
            do { try await runtime.sleep(for: delay) } catch { return .notStarted("cancelled") }
        }
        let command = ServiceCommand(
            service: command.service, executable: command.executable,
            arguments: command.arguments + arguments(command.service), environment: command.environment)
        return await base.run(command, started: started, line: line)
    }
}
