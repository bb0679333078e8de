/// How a service's process is started.
public struct ServiceCommand: Sendable, Hashable {
    /// The service's name, which is also the executable's.
    public let service: String
    /// The executable's path.
    public let executable: String
    /// Its arguments.
    public let arguments: [String]
    /// Variables that this process gets and the others do not.
    public let environment: [String: String]

    /// Describes a process.
    public init(service: String, executable: String, arguments: [String], environment: [String: String] = [:]) {
        self.service = service
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
    }
}

/// A process that runs.
public struct RunningProcess: Sendable {
    /// Its process id.
    public let id: Int32
    /// Sends it a signal; does nothing when it has ended.
    public let send: @Sendable (_ signal: Int32) -> Void

    /// Names a process.
    public init(id: Int32, send: @escaping @Sendable (_ signal: Int32) -> Void) {
        self.id = id
        self.send = send
    }
}

/// Starts processes. Tests have one that starts none.
public protocol ProcessLauncher: Sendable {
    /// Starts a process and returns when it has ended and all that it wrote was handed on.
    ///
    /// - Parameters:
    ///   - started: is told the process.
    ///   - line: is told each line that it writes, without its end.
    func run(
        _ command: ServiceCommand, started: @escaping @Sendable (RunningProcess) -> Void,
        line: @escaping @Sendable (String) -> Void
    ) async -> ProcessTermination
}

/// Tells whether a service serves, and whether it hangs.
public protocol HealthProbe: Sendable {
    /// Whether the process with this id answers for the service and takes calls.
    func serves(_ service: String, process: Int32) async -> Bool

    /// Whether the process with this id answers at all, and gets round to its calls.
    func answers(_ service: String, process: Int32) async -> Bool
}
