public import RPC
public import RPCZeroMQ
internal import Synchronization

/// The other services of a cluster, by their sockets in the run directory or by tcp on other machines. Connects on the
/// first call, keeps the connection, and reconnects after a restart of the service.
public final class SocketServiceClients: ServiceClients {
    private let paths: ServicePaths
    private let name: String
    private let node: ZeroMQNode
    private let runtime: any Runtime
    private let limits: RPCLimits
    private let overrides: CallPolicyOverrides
    private let endpoints: [String: ZeroMQEndpoint]
    private let keys: CurveStore?
    private let channels = Mutex<[String: LazyChannel]>([:])

    /// Creates clients of the services in a run directory.
    ///
    /// - Parameters:
    ///   - name: the name of this process.
    ///   - overrides: the configured call policies.
    ///   - endpoints: the endpoints of services outside the run directory.
    ///   - keys: the CURVE keys to call those with.
    public init(
        runDirectory: String, name: String, node: ZeroMQNode, runtime: any Runtime, limits: RPCLimits = RPCLimits(),
        overrides: CallPolicyOverrides = .none, endpoints: [EndpointSetting] = [], keys: CurveStore? = nil
    ) {
        paths = ServicePaths(runDirectory: runDirectory)
        self.name = name
        self.node = node
        self.runtime = runtime
        self.limits = limits
        self.overrides = overrides
        self.endpoints = Dictionary(endpoints.map { ($0.service, $0.endpoint) }) { first, _ in first }
        self.keys = keys
    }

    public func channel(to service: String) -> any RPCChannel {
        channels.withLock { channels in
            if let channel = channels[service] { return channel }
            let channel = LazyChannel(target: service, runtime: runtime, overrides: overrides) {
                [paths, name, node, runtime, limits, keys, remote = endpoints[service]] in
                let security = try remote.flatMap { try keys?.security(for: service, at: $0) }
                return try await ZeroMQChannel.connect(
                    to: remote ?? .ipc(path: paths.socket(of: service)), name: name, target: service, node: node,
                    runtime: runtime, limits: limits, security: security,
                    pathPrefix: ServicePaths.socketPrefix)
            }
            channels[service] = channel
            return channel
        }
    }
}
