internal import ArgumentParser
internal import Cluster
internal import RPC
internal import ServiceKit

/// `hearth status`
struct StatusCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the health of every service, and name missing ones.",
        discussion: """
            With names it queries only these services and exits with 69 when one of them does not serve, and with 1 when \
            one is degraded, for use as a health check: hearth status catalog
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The services; all when none is named.", completion: .services)
    var services: [String] = []

    @Flag(help: "Keep running, and print each change.")
    var watch = false

    func run(_ gateway: Gateway) async throws {
        for service in services { try gateway.checkService(service) }
        let report = try await StatusQuery(gateway: gateway).fetch(services)
        if gateway.output.isJSON { gateway.output.json(report) } else { show(report, gateway.output) }
        if watch { return try await HealthWatcher(gateway: gateway).run(report.services.map(\.service)) }
        guard !services.isEmpty else { return }
        if !report.missing.isEmpty { throw ExitCode(ExitStatus.unavailable.rawValue) }
        if !report.failing.isEmpty { throw ExitCode(ExitStatus.failure.rawValue) }
    }

    private func show(_ report: StatusReport, _ output: Output) {
        var table = Table(
            .text("SERVICE"), .text("STATE"), .text("VERSION"), .number("UPTIME"), .number("PID"), .number("MEMORY"),
            .number("CALLS"), .number("ERRORS"), .number("P50"), .number("P99"), .number("STARTS"),
            .text("NOTE", isFlexible: true))
        for service in report.services {
            table.add(
                service.service, service.state, service.version ?? "",
                service.uptimeSeconds.map(AmountFormatter.seconds) ?? "", service.processID.map(String.init) ?? "",
                service.memoryBytes.map(AmountFormatter.bytes) ?? "", service.calls.map(AmountFormatter.number) ?? "",
                service.errors.map(AmountFormatter.number) ?? "",
                service.p50Microseconds.map(AmountFormatter.microseconds) ?? "",
                service.p99Microseconds.map(AmountFormatter.microseconds) ?? "", service.starts.map(String.init) ?? "",
                service.note ?? service.lastEnd.map { "before: \($0)" } ?? "", colour: Self.colour(of: service.state))
        }
        output.table(table)
        for name in report.missing { output.line(output.coloured("Missing: \(name).", .red)) }
        if let names = report.notStarted, !names.isEmpty {
            output.line(
                output.coloured("Not started: \(names.joined(separator: ", ")); `hearth up` starts them.", .yellow))
        }
        report.printDegraded(output)
        if let problem = report.backupProblem { output.line(output.coloured(Table.printable(problem), .red)) }
        if let note = report.note { output.line(output.coloured(note, .dim)) }
    }

    static func colour(of state: String) -> Output.Colour? {
        switch state {
        case "serving": nil
        case "degraded", "starting", "waiting": .yellow
        default: .red
        }
    }
}
