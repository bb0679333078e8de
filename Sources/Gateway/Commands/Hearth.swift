internal import ArgumentParser
internal import Cluster
internal import Foundation
internal import RPC
internal import RPCZeroMQ
public import ServiceKit

/// The `hearth` command as a library: arguments and an environment in, an exit code out.
public enum Hearth {
    /// Runs the command line of this process, and returns its exit code.
    public static func main() async -> Int32 { await run(Array(CommandLine.arguments.dropFirst())).rawValue }

    /// Runs a command line in the environment of this process.
    public static func run(_ arguments: [String]) async -> ExitStatus {
        let variables = ProcessInfo.processInfo.environment
        // Before anything else: long-running processes and their children must not have the secrets in their
        // environment.
        let secrets = SecretVariables.take()
        let node = LazyNode()
        let runtime = SystemRuntime.shared
        var environment = GatewayEnvironment(
            variables: variables, output: .process(variables: variables), runtime: runtime,
            executables: ClusterPlan.ownDirectory,
            launcher: SubprocessLauncher(
                environment: [ParentProcess.variable: "\(ProcessInfo.processInfo.processIdentifier)"],
                without: SubprocessLauncher.excludedVariables),
            timeZone: .current
        ) { settings, overrides in
            SocketServiceClients(
                runDirectory: settings.run.value, name: "hearth", node: try node.get(), runtime: runtime,
                overrides: overrides, endpoints: settings.endpoints.value,
                keys: CurveStore(dataDirectory: settings.data.value, runtime: runtime))
        }
        environment.secrets = secrets
        environment.terminal = .process
        environment.keyboard = .process
        environment.terminalName = TerminalName.ofProcess
        if environment.output.isTerminal { environment.pager = Pager.process(variables: variables) }
        environment.interruptions = InterruptSignals.ofProcess
        let status = await run(arguments, in: environment)
        await node.shutDown()
        return status
    }

    /// Runs a command line.
    public static func run(_ arguments: [String], in environment: GatewayEnvironment) async -> ExitStatus {
        await GatewayEnvironment.$current.withValue(environment) {
            var output = environment.output
            output.isJSON = arguments.prefix { $0 != "--" }.contains("--json")
            do {
                var command = try await HearthCommand.asyncParseAsRoot(arguments)
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    try command.run()
                }
                return .success
            } catch let code as ExitCode {
                return ExitStatus(rawValue: code.rawValue) ?? .failure
            } catch {
                return tell(error, arguments, output)
            }
        }
    }

    private static func tell(_ error: any Error, _ arguments: [String], _ output: Output) -> ExitStatus {
        let code = HearthCommand.exitCode(for: error)
        // A shell that completes a word shows no error.
        if arguments.first == "---completion", code != .success { return .success }
        let isParsers = code != .failure
        guard isParsers else {
            let failure = GatewayFailure(error)
            failure.tell(output)
            return failure.status
        }
        if let text = UnknownCommand(helpOf: arguments)?.text {
            output.note(text)
            return .usage
        }
        if code != .success, let text = UnknownCommand(arguments)?.text ?? MisplacedOption(arguments)?.text {
            output.note(text)
            return .usage
        }
        let text = HelpText.complete(arguments) { HearthCommand.fullMessage(for: error, columns: output.width) }
        // Help was requested, or the command line is invalid.
        if code == .success { output.line(text) } else { output.note(text) }
        return ExitStatus(rawValue: code.rawValue) ?? .usage
    }
}
