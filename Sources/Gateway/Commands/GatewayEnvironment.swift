public import Cluster
public import Foundation
public import RPC
public import ServiceKit

/// The environment of a command; tests replace it.
public struct GatewayEnvironment: Sendable {
    /// The variables.
    public var variables: [String: String]
    /// The services' secrets that stood among the variables of this process, see `SecretVariables`.
    public var secrets = ServiceSecrets()
    /// The output.
    public var output: Output
    /// The source of tasks, time and randomness.
    public var runtime: any Runtime
    /// The directory of the services' executables.
    public var executables: String
    /// Creates the clients of the services, with the configuration of calls.
    public var connect: Connect
    /// Starts the services of a cluster.
    public var launcher: any ProcessLauncher
    /// See ``connect``.
    public typealias Connect = @Sendable (ServiceSettings, CallPolicyOverrides) throws -> any ServiceClients
    /// The machine's time zone: the default of the household's, in which times are shown.
    public var timeZone: TimeZone
    /// The user's terminal; reads nil where there is none.
    public var terminal = Terminal.none
    /// The keys of the user's terminal, one at a time; none where standard input is no terminal.
    public var keyboard = Keyboard.none
    /// The name of the terminal whose last list is remembered; nil where there is none.
    public var terminalName: String?
    /// Shows long lists page by page; nil where they are written as they are.
    public var pager: Pager?
    /// Yields when the user interrupts the command (Ctrl-C, a closed terminal, SIGTERM). From the call on these signals
    /// do not end the process. Never yields by default.
    public var interruptions: @Sendable () async -> AsyncStream<Void> = { AsyncStream { _ in } }

    /// Describes an environment.
    public init(
        variables: [String: String], output: Output, runtime: any Runtime, executables: String,
        launcher: any ProcessLauncher, timeZone: TimeZone,
        connect: @escaping Connect
    ) {
        self.variables = variables
        self.output = output
        self.runtime = runtime
        self.executables = executables
        self.launcher = launcher
        self.timeZone = timeZone
        self.connect = connect
    }

    /// The environment of the running command.
    @TaskLocal public static var current: GatewayEnvironment?
}
