/// The command that starts a service's process.
public struct ServiceCommand: Sendable, Hashable {
    /// The service's name, which is also the executable's.
    public let service: String
    /// The executable's path.
    public let executable: String
    /// Its arguments.
    public let arguments: [String]
    /// Environment variables of this process alone.
    public let environment: [String: String]

    /// Creates a command.
    public init(service: String, executable: String, arguments: [String], environment: [String: String] = [:]) {
        self.service = service
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
    }
}

/// A running process.
public struct RunningProcess: Sendable {
    /// Its process ID.
    public let id: Int32
    /// Sends it a signal; does nothing when it has ended.
    public let send: @Sendable (_ signal: Int32) -> Void

    /// Creates a handle of a process.
    public init(id: Int32, send: @escaping @Sendable (_ signal: Int32) -> Void) {
        self.id = id
        self.send = send
    }
}

/// Starts processes. Tests use a fake that starts none.
public protocol ProcessLauncher: Sendable {
    /// Starts a process and returns when it has ended and all of its output was delivered.
    ///
    /// - Parameters:
    ///   - started: called with the running process.
    ///   - line: called for each line of output, without its line end.
    func run(
        _ command: ServiceCommand, started: @escaping @Sendable (RunningProcess) -> Void,
        line: @escaping @Sendable (String) -> Void
    ) async -> ProcessTermination
}

/// Checks whether a service serves, and whether it hangs.
public protocol HealthProbe: Sendable {
    /// Whether the process with this ID holds the service's socket and accepts calls.
    func serves(_ service: String, process: Int32) async -> Bool

    /// Whether the process with this ID responds at all, and makes progress with its calls.
    func responds(_ service: String, process: Int32) async -> Bool
}
