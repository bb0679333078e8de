internal import ArgumentParser
internal import Cluster
internal import RPC
internal import ServiceKit

/// `hearth down`
struct DownCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "down",
        abstract: "Stop the cluster, or one service of it, cleanly.",
        discussion: """
            Services reject new calls, finish those in flight and close their shards. A service that was stopped by \
            name stays down until `hearth restart` or the next `hearth up`.
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The service; all when none is named.", completion: .services)
    var service: String?

    func run(_ gateway: Gateway) async throws {
        let control = ClusterControl(gateway: gateway)
        if let service {
            try await control.stop(service)
            return report(gateway.output, stopped: [service], text: "\(service) is down.")
        }
        guard let stopped = try await control.stopAll() else {
            for notice in control.unsupervised() {
                gateway.output.note(
                    """
                    \(notice.service) runs without a cluster; stop it by its service manager (systemctl stop \
                    hearth@\(notice.service)), or with: kill \(notice.processID)
                    """)
            }
            return report(gateway.output, stopped: [], text: "No cluster runs in \(gateway.settings.run.value).")
        }
        report(gateway.output, stopped: stopped, text: "Hearth is down.")
    }

    private func report(_ output: Output, stopped: [String], text: String) {
        if output.isJSON { output.json(["stopped": stopped]) } else { output.line(text) }
    }
}

/// `hearth restart`
struct RestartCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "restart",
        abstract: "Stop services cleanly and start them again, one after the other.",
        discussion: """
            Without names it restarts all: first the services that others call. Clients that retry see no failed call. Also \
            starts services that failed or were stopped. With --config or --household the services use these settings \
            until the cluster is stopped; invalid settings are rejected before anything is stopped.

            Example: hearth restart catalog --config hearth.yaml
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The services; all when none is named.", completion: .services)
    var services: [String] = []

    func run(_ gateway: Gateway) async throws {
        let control = ClusterControl(gateway: gateway)
        let services = try services.isEmpty ? ServiceOrder.sorted(control.services()) : services
        try control.prepare(services, global)
        for service in services {
            try await control.restart(service)
            if gateway.output.isJSON {
                gateway.output.json(["restarted": service])
            } else {
                gateway.output.line("\(service) serves again.")
            }
        }
    }
}
