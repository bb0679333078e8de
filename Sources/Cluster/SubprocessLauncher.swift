internal import ServiceKit
internal import Subprocess
internal import SystemPackage

/// Starts real processes.
///
/// swift-subprocess rather than Foundation's `Process`: it waits through a pidfd, so that no signal ever goes to a process
/// that took over an old number; it closes every descriptor but the three standard ones in the child; it can give the
/// child a process group of its own, so that Ctrl-C reaches the supervisor alone.
public struct SubprocessLauncher: ProcessLauncher {
    private let environment: [String: String]
    private let without: Set<String>

    /// Variables of a supervisor that are not for its services: secrets, which each gets by a file of its own, and where
    /// the supervisor's own service manager waits to be told how far the supervisor is.
    public static let excludedVariables = SecretVariables.names.union([
        "CREDENTIALS_DIRECTORY", "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID",
    ])

    /// Makes a launcher.
    ///
    /// - Parameters:
    ///   - environment: variables that the children get beside those of this process.
    ///   - without: variables of this process that they do not get.
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
                        // It may have ended meanwhile; then there is nobody to tell.
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
