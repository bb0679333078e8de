public import Cluster
public import RPC

/// The environment of a run.
public struct ChaosEnvironment: Sendable {
    /// Where work runs, what time it is, and randomness.
    public var runtime: any Runtime
    /// The directory of the services' executables.
    public var executables: String
    /// Starts processes, without this process's settings in their environment.
    public var launcher: any ProcessLauncher
    /// Checks the machine's capabilities.
    public var doctor: ChaosDoctor

    /// Creates an environment.
    public init(runtime: any Runtime, executables: String, launcher: any ProcessLauncher, doctor: ChaosDoctor) {
        (self.runtime, self.executables, self.launcher, self.doctor) = (runtime, executables, launcher, doctor)
    }
}
