public import RPC
public import RPCZeroMQ
internal import Synchronization

/// The other services of a cluster by their sockets in the run directory. Connects when somebody first calls, keeps the
/// connection, and finds a service again after its restart.
public final class SocketNeighbours: Neighbours {
    private let paths: ServicePaths
    private let name: String
    private let node: ZeroMQNode
    private let runtime: any Runtime
    private let limits: RPCLimits
    private let channels = Mutex<[String: LazyChannel]>([:])

    /// Makes the ways to the services of a run directory.
    ///
    /// - Parameter name: what this process calls itself.
    public init(
        runDirectory: String, name: String, node: ZeroMQNode, runtime: any Runtime, limits: RPCLimits = RPCLimits()
    ) {
        paths = ServicePaths(runDirectory: runDirectory)
        self.name = name
        self.node = node
        self.runtime = runtime
        self.limits = limits
    }

    public func channel(to service: String) -> any RPCChannel {
        channels.withLock { channels in
            if let channel = channels[service] { return channel }
            let channel = LazyChannel(target: service, runtime: runtime) { [paths, name, node, runtime, limits] in
                try await ZeroMQChannel.connect(
                    to: .ipc(path: paths.socket(of: service)), name: name, target: service, node: node,
                    runtime: runtime, limits: limits, pathPrefix: ServicePaths.socketPrefix)
            }
            channels[service] = channel
            return channel
        }
    }
}
