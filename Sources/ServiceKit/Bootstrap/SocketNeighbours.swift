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
    private let overrides: CallPolicyOverrides
    private let channels = Mutex<[String: LazyChannel]>([:])

    /// Makes the ways to the services of a run directory.
    ///
    /// - Parameters:
    ///   - name: what this process calls itself.
    ///   - overrides: what configuration says about the calls.
    public init(
        runDirectory: String, name: String, node: ZeroMQNode, runtime: any Runtime, limits: RPCLimits = RPCLimits(),
        overrides: CallPolicyOverrides = .none
    ) {
        paths = ServicePaths(runDirectory: runDirectory)
        self.name = name
        self.node = node
        self.runtime = runtime
        self.limits = limits
        self.overrides = overrides
    }

    public func channel(to service: String) -> any RPCChannel {
        channels.withLock { channels in
            if let channel = channels[service] { return channel }
            let channel = LazyChannel(target: service, runtime: runtime, overrides: overrides) {
                [paths, name, node, runtime, limits] in
                try await ZeroMQChannel.connect(
                    to: .ipc(path: paths.socket(of: service)), name: name, target: service, node: node,
                    runtime: runtime, limits: limits, pathPrefix: ServicePaths.socketPrefix)
            }
            channels[service] = channel
            return channel
        }
    }
}
