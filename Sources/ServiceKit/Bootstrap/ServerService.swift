internal import CoreMetrics
internal import Foundation
internal import Logging
internal import RPC
internal import RPCZeroMQ
internal import ServiceLifecycle
internal import ZeroMQ

/// Runs a service's server on its sockets: listens, says so in the run directory, and drains at the end.
struct ServerService: Service {
    let server: RPCServer
    let bindings: [ZeroMQBinding]
    let node: ZeroMQNode
    let paths: ServicePaths
    /// How long running calls have at the end.
    let grace: @Sendable () -> Duration
    let logger: Logger
    /// What keeps the process's metrics.
    let metrics: any MetricsFactory
    /// The service manager that started this process; nil when none did.
    let manager: ServiceManager?
    /// Follows the CURVE keys of the tcp address; nil without them.
    var curve: (watch: CurveKeyWatcher, began: ZeroMQServerSecurity)?

    func run() async throws {
        let sockets = SocketMetrics(metrics)
        var server = server
        server.onGetMetrics = { [others = server.onGetMetrics] in
            await sockets.note()
            return try await others()
        }
        let transport = try await ZeroMQServerTransport.listen(
            server, at: bindings, node: node, pathPrefix: ServicePaths.socketPrefix,
            onEvent: ServerLog(logger, runtime: server.runtime).note)
        sockets.attach(transport)
        defer { sockets.attach(nil) }
        let notice = ServiceRegistration(
            service: server.name, processID: ProcessInfo.processInfo.processIdentifier,
            incarnation: String(transport.engine.incarnation, radix: 16), version: server.version,
            endpoints: transport.endpoints.map(\.description),
            startedAt: server.runtime.wallTime.secondsSince1970)
        let path = paths.notice(of: server.name)
        do { try notice.write(to: path) } catch {
            logger.warning("The notice in the run directory cannot be written.", metadata: ["error": "\(error)"])
        }
        manager?.tell(.ready)
        // Until the end of the drain, which may take longer than the manager waits.
        let signs = server.runtime.spawn { [self] in await sendWatchdogPings() }
        defer { signs.cancel() }
        if let curve {
            await server.runtime.untilShutdown { await curve.watch.run(transport, began: curve.began) }
        }
        try? await gracefulShutdown()
        manager?.tell(.stopping)
        logger.info("The server drains.")
        // Nobody else writes it while the socket is ours.
        try? FileManager.default.removeItem(atPath: path)
        await transport.drain(within: grace())
    }

    /// How many signs of life the manager gets within the time after which it takes the service for hung.
    private static let pingsPerWatchdogInterval = 3

    /// Shows the manager that the service lives, for as long as it does: each sign has gone through the pool that runs
    /// the handlers and through the loop that owns the sockets, and when one of the two hangs there is none.
    private func sendWatchdogPings() async {
        guard let manager, let watchdog = manager.watchdog else { return }
        while !Task.isCancelled {
            do {
                try await node.loop.run {}
                manager.tell(.alive)
                try await server.runtime.sleep(for: watchdog / Self.pingsPerWatchdogInterval)
            } catch {
                return
            }
        }
    }
}
