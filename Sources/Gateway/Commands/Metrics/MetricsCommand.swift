internal import ArgumentParser
internal import RPC
internal import RPCDiagnostics
internal import ServiceKit

/// `hearth metrics`
struct MetricsCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics",
        abstract: "Show the metrics of every service in the Prometheus format.",
        discussion: """
            With --listen it serves GET /metrics until it is stopped: hearth metrics --listen 127.0.0.1:9464
            Each request queries the services. GET /healthz queries none. Requests are accepted that address it by IP
            address. An address beyond loopback needs --host with each name by which other machines may address it.
            """)

    static let isTraced = false

    @OptionGroup var global: GlobalOptions

    @Option(help: ArgumentHelp("Serve metrics at this address.", valueName: "address:port"))
    var listen: ListenAddress?

    @Option(help: ArgumentHelp("A host name of requests that are accepted, beside IP addresses.", valueName: "name"))
    var host: [String] = []

    @Argument(help: "The services; all when none is named.", completion: .services)
    var services: [String] = []

    func validate() throws {
        guard let listen, !listen.isLoopback, host.isEmpty else { return }
        throw ValidationError("Beyond loopback --listen needs --host with a name that requests may be addressed to.")
    }

    func run(_ gateway: Gateway) async throws {
        if let listen { return try await serve(listen, gateway) }
        let names = services.isEmpty ? StatusQuery(gateway: gateway).knownServices : services
        guard !names.isEmpty else { throw GatewayFailure.notRunning(gateway) }
        let metrics = try await ClusterMetrics.gather(gateway, names)
        if gateway.output.isJSON { return gateway.output.json(metrics.services.map(Entry.init)) }
        gateway.output.line(String(metrics.text.dropLast()))
    }

    /// Serves metrics until SIGTERM or Ctrl-C; also before a service runs, so that all may be started in any order.
    private func serve(_ listen: ListenAddress, _ gateway: Gateway) async throws {
        let server = MetricsServer(address: listen, hosts: Set(host)) {
            // Services may have started or stopped since the last request.
            let names = services.isEmpty ? StatusQuery(gateway: gateway).knownServices : services
            return names.isEmpty ? "" : try await ClusterMetrics.gather(gateway, names).text
        }
        gateway.output.note("Metrics are at http://\(listen)/metrics until this is stopped.")
        let interruptions = await gateway.environment.interruptions()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            group.addTask {
                for await _ in interruptions { break }
                await server.stop()
            }
            try await group.next()
            group.cancelAll()
        }
    }

    /// The JSON output.
    private struct Entry: Encodable {
        var service: String
        var isUp: Bool
        var state: String?
        var stats: Sys.Stats?

        init(_ figures: ClusterMetrics.Figures) {
            (service, isUp) = (figures.service, figures.info != nil)
            (state, stats) = (figures.health?.state, figures.stats)
        }
    }
}
