public import Cluster
public import Foundation
public import RPC
public import ServiceKit

/// What the command finds around it. Tests put another world there.
public struct GatewayEnvironment: Sendable {
    /// The variables.
    public var variables: [String: String]
    /// The services' secrets that stood among the variables of this process, see `SecretVariables`.
    public var secrets = ServiceSecrets()
    /// Where what it says goes.
    public var output: Output
    /// Where work runs, what time it is, and randomness.
    public var runtime: any Runtime
    /// The directory of the services' executables.
    public var executables: String
    /// Makes the ways to the services, with what is configured for calls.
    public var connect: Connect
    /// Starts the services of a cluster.
    public var launcher: any ProcessLauncher
    /// See ``connect``.
    public typealias Connect = @Sendable (ServiceSettings, CallPolicyOverrides) throws -> any ServiceClients
    /// The machine's time zone: times are shown in the household's, which begins as this one.
    public var timeZone: TimeZone
    /// The terminal of the person who runs the command; it answers nothing where there is none.
    public var terminal = Terminal.none
    /// Yields when the person interrupts the command (Ctrl-C, a terminal that goes away, SIGTERM). From the call on the
    /// process does not end by itself then. Never yields where nothing says otherwise.
    public var interruptions: @Sendable () async -> AsyncStream<Void> = { AsyncStream { _ in } }

    /// Describes a world.
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

    /// The world that the running command is in.
    @TaskLocal public static var current: GatewayEnvironment?
}
