internal import ZeroMQ

/// Where the things of a cluster are in its run directory: everybody finds everybody by the name alone.
public struct ServicePaths: Sendable, Hashable {
    /// The private run directory.
    public let runDirectory: String

    /// Names a run directory.
    public init(runDirectory: String) { self.runDirectory = runDirectory }

    /// Where a service listens.
    public func socket(of service: String) -> String { "\(runDirectory)/\(service).sock" }

    /// What a running service says about itself, see ``ServiceRegistration``.
    public func notice(of service: String) -> String { "\(runDirectory)/\(service).json" }

    /// The process that holds a service's socket; nil when none does.
    public func holder(of service: String) -> Int32? {
        guard let place = try? IPCPath(socket(of: service), prefix: Self.socketPrefix) else { return nil }
        return ProcessLock.holder(of: place.path + EndpointLock.suffix)
    }

    /// The private directory of the files with a service's secrets, see ``ServiceSecrets``.
    public func secrets(of service: String) -> String { "\(secretsDirectory)/\(service)" }

    /// The private directory of all services' secrets.
    public var secretsDirectory: String { "\(runDirectory)/secrets" }

    /// While this file exists the supervisor keeps the service down.
    public func downMarker(of service: String) -> String { "\(runDirectory)/\(service).down" }

    /// The lock that a supervisor holds.
    public var clusterLock: String { "\(runDirectory)/cluster.lock" }

    /// What a supervisor says about its services.
    public var clusterStateFile: String { "\(runDirectory)/cluster.json" }

    /// Where a cluster in the background writes its log. The log before it is beside it, see ``ServicePaths/oldClusterLog``.
    public var clusterLog: String { "\(runDirectory)/cluster.log" }

    /// What the log becomes when it has grown to its limit.
    public var oldClusterLog: String { "\(clusterLog).1" }

    /// How the directory begins that sockets with too long a path move to.
    public static let socketPrefix = "hearth"
}
