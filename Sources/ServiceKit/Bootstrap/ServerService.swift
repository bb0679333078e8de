internal import CoreMetrics
internal import Foundation
internal import Logging
internal import RPC
internal import RPCDiagnostics
internal import RPCZeroMQ
internal import ServiceLifecycle
internal import ZeroMQ

/// Runs a service's server on its sockets: listens, registers in the run directory, and drains at shutdown.
struct ServerService: Service {
    let server: RPCServer
    let bindings: [ZeroMQBinding]
    let node: ZeroMQNode
    let paths: ServicePaths
    /// The time that calls in flight have at shutdown.
    let grace: @Sendable () -> Duration
    let logger: Logger
    /// Records the process's metrics.
    let metrics: any MetricsFactory
    /// The service manager that started this process; nil when none did.
    let manager: ServiceManager?
    /// Watches the CURVE keys of the tcp address; nil without them.
    var curve: (watch: CurveKeyWatcher, began: ZeroMQServerSecurity)?

    func run() async throws {
        let sockets = SocketMetrics(metrics)
        var server = server
        server.diagnostics.onGetMetrics = { [others = server.diagnostics.onGetMetrics] in
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
        // Until the drain ends, which may take longer than the manager's watchdog time.
        let signs = server.runtime.spawn { [self] in await sendWatchdogPings() }
        defer { signs.cancel() }
        if let curve {
            await server.runtime.untilShutdown { await curve.watch.run(transport, began: curve.began) }
        }
        try? await gracefulShutdown()
        manager?.tell(.stopping)
        logger.info("The server drains.")
        // Only this process writes the registration while it holds the socket.
        try? FileManager.default.removeItem(atPath: path)
        await transport.drain(within: grace())
    }

    /// Watchdog pings sent within the manager's watchdog time.
    private static let pingsPerWatchdogInterval = 3

    /// Sends watchdog pings for as long as the service is responsive: each ping has passed through the pool that runs
    /// the handlers and through the loop that owns the sockets; when one of the two hangs, no ping is sent.
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
