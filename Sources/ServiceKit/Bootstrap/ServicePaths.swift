internal import ZeroMQ

/// The file layout of a cluster's run directory: services find each other by name alone.
public struct ServicePaths: Sendable, Hashable {
    /// The private run directory.
    public let runDirectory: String

    /// Creates the paths of a run directory.
    public init(runDirectory: String) { self.runDirectory = runDirectory }

    /// The socket of a service.
    public func socket(of service: String) -> String { "\(runDirectory)/\(service).sock" }

    /// The registration file of a running service, see ``ServiceRegistration``.
    public func notice(of service: String) -> String { "\(runDirectory)/\(service).json" }

    /// The process that holds a service's socket; nil when it is free.
    public func holder(of service: String) -> Int32? {
        guard let ipcPath = try? IPCPath(socket(of: service), prefix: Self.socketPrefix) else { return nil }
        return ProcessLock.holder(of: ipcPath.path + EndpointLock.suffix)
    }

    /// Where a service's socket really is: elsewhere than ``socket(of:)`` when that path is too long.
    package func boundSocket(of service: String) -> String {
        (try? IPCPath(socket(of: service), prefix: Self.socketPrefix))?.path ?? socket(of: service)
    }

    /// The private directory of the files with a service's secrets, see ``ServiceSecrets``.
    public func secrets(of service: String) -> String { "\(secretsDirectory)/\(service)" }

    /// The private directory of all services' secrets.
    public var secretsDirectory: String { "\(runDirectory)/secrets" }

    /// While this file exists the supervisor keeps the service down.
    public func downMarker(of service: String) -> String { "\(runDirectory)/\(service).down" }

    /// The lock held by the supervisor.
    public var clusterLock: String { "\(runDirectory)/cluster.lock" }

    /// The supervisor's state file.
    public var clusterStateFile: String { "\(runDirectory)/cluster.json" }

    /// The log of a cluster in the background. The previous log is beside it, see ``ServicePaths/oldClusterLog``.
    public var clusterLog: String { "\(runDirectory)/cluster.log" }

    /// The log after rotation, when it has reached its limit.
    public var oldClusterLog: String { "\(clusterLog).1" }

    /// The name prefix of the directory to which sockets with too long a path move.
    public static let socketPrefix = "hearth"
}
