internal import CoreMetrics
internal import RPCZeroMQ
internal import Synchronization

/// The metrics of a service's sockets, reported through swift-metrics: above all, rejected traffic.
final class SocketMetrics: Sendable {
    private let dropped: [String: Gauge]
    private let malformed: Gauge
    private let refusedFrames: Gauge
    private let refusedLogins: Gauge
    private let parked: Gauge
    private let connections: Gauge
    private let evicted: Gauge
    private let refusedConnections: Gauge
    private let transport = Mutex<ZeroMQServerTransport?>(nil)

    init(_ factory: any MetricsFactory) {
        let reasons = ["slow", "violation", "removed"]
        dropped = Dictionary(
            uniqueKeysWithValues: reasons.map { reason in
                (reason, Gauge(label: "rpc_peers_dropped_total", dimensions: [("reason", reason)], factory: factory))
            })
        malformed = Gauge(label: "rpc_malformed_messages_total", factory: factory)
        refusedFrames = Gauge(label: "rpc_refused_frames_total", factory: factory)
        refusedLogins = Gauge(label: "rpc_logins_refused_total", factory: factory)
        parked = Gauge(label: "rpc_parked_peers", factory: factory)
        connections = Gauge(label: "rpc_connections", factory: factory)
        evicted = Gauge(label: "rpc_connections_evicted_total", factory: factory)
        refusedConnections = Gauge(label: "rpc_connections_refused_total", factory: factory)
    }

    /// Sets the transport to observe, once it listens; nil after it has closed.
    func attach(_ new: ZeroMQServerTransport?) { transport.withLock { $0 = new } }

    /// Records the current values; nothing before the sockets listen and after they are closed.
    func note() async {
        guard let transport = transport.withLock({ $0 }), let seen = try? await transport.statistics() else { return }
        dropped["slow"]?.record(seen.slowPeersDropped)
        dropped["violation"]?.record(seen.violatingPeersDropped)
        dropped["removed"]?.record(seen.removedClientsDropped)
        malformed.record(seen.malformedMessages)
        refusedFrames.record(seen.framesOfRefusedPeers)
        refusedLogins.record(seen.loginsRefused)
        parked.record(seen.deferredPeers)
        connections.record(seen.connections)
        evicted.record(seen.connectionsEvicted)
        refusedConnections.record(seen.connectionsRefused)
    }
}
