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
            Each request queries the services. Only loopback addresses are accepted; put a proxy in front of it.
            """)

    @OptionGroup var global: GlobalOptions

    @Option(help: ArgumentHelp("Serve metrics at this address.", valueName: "127.0.0.1:port"))
    var listen: LoopbackAddress?

    @Argument(help: "The services; all when none is named.", completion: .services)
    var services: [String] = []

    func run(_ gateway: Gateway) async throws {
        let names = services.isEmpty ? StatusQuery(gateway: gateway).knownServices : services
        guard !names.isEmpty else { throw GatewayFailure.notRunning(gateway) }
        guard let listen else {
            let metrics = try await ClusterMetrics.gather(gateway, names)
            if gateway.output.isJSON { return gateway.output.json(metrics.services.map(Entry.init)) }
            return gateway.output.line(String(metrics.text.dropLast()))
        }
        let server = MetricsServer(address: listen) {
            // Services may have started or stopped since the last request.
            let names = services.isEmpty ? StatusQuery(gateway: gateway).knownServices : services
            return try await ClusterMetrics.gather(gateway, names).text
        }
        gateway.output.note("Metrics are at http://127.0.0.1:\(listen.port)/metrics until this is stopped.")
        try await server.run()
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

/// A loopback address, unreachable from other machines: `127.0.0.1:9464`, or the port alone.
struct LoopbackAddress: ExpressibleByArgument, Hashable, Sendable {
    let port: UInt16

    init?(argument: String) {
        let prefix = "127.0.0.1:"
        guard let port = UInt16(argument.hasPrefix(prefix) ? String(argument.dropFirst(prefix.count)) : argument) else {
            return nil
        }
        self.port = port
    }
}
