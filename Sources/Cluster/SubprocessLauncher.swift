internal import ServiceKit
internal import Subprocess
internal import SystemPackage

/// Starts real processes.
///
/// swift-subprocess rather than Foundation's `Process`: it waits through a pidfd, so that no signal goes to a process
/// with a reused ID; it closes every descriptor but the three standard ones in the child; it can put the child into its
/// own process group, so that Ctrl-C reaches the supervisor alone.
public struct SubprocessLauncher: ProcessLauncher {
    private let environment: [String: String]
    private let without: Set<String>

    /// Environment variables of a supervisor that its services do not get: secrets, which each service gets in a file,
    /// and the notification socket of the supervisor's own service manager.
    public static let excludedVariables = SecretVariables.names.union([
        "CREDENTIALS_DIRECTORY", "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID",
    ])

    /// Creates a launcher.
    ///
    /// - Parameters:
    ///   - environment: further environment variables of the children.
    ///   - without: variables of this process that they do not inherit.
    public init(environment: [String: String] = [:], without: Set<String> = []) {
        (self.environment, self.without) = (environment, without)
    }

    public func run(
        _ command: ServiceCommand, started: @escaping @Sendable (RunningProcess) -> Void,
        line: @escaping @Sendable (String) -> Void
    ) async -> ProcessTermination {
        var options = PlatformOptions()
        options.processGroupID = 0
        var changes: [Environment.Key: String?] = [:]
        for name in without { changes[Environment.Key(stringLiteral: name)] = .some(nil) }
        let environment = environment.merging(command.environment) { _, own in own }
        for (name, value) in environment { changes[Environment.Key(stringLiteral: name)] = value }
        do {
            let result = try await Subprocess.run(
                .path(FilePath(command.executable)), arguments: Arguments(command.arguments),
                environment: .inherit.updating(changes), platformOptions: options, input: .none, output: .sequence,
                error: .combinedWithOutput
            ) { execution in
                started(
                    RunningProcess(id: execution.processIdentifier.value) { number in
                        // It may have ended meanwhile; the signal is then moot.
                        try? execution.send(signal: Signal(rawValue: number))
                    })
                var lines = LineSplitter()
                for try await buffer in execution.standardOutput {
                    buffer.withUnsafeBytes { lines.append($0, each: line) }
                }
                lines.finish(each: line)
            }
            switch result.terminationStatus {
            case .exited(let code): return .exited(code)
            case .signaled(let number): return .signalled(number)
            }
        } catch {
            return .notStarted("\(error)")
        }
    }
}
