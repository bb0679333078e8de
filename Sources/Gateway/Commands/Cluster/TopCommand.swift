internal import ArgumentParser
internal import RPC

/// `hearth top`
struct TopCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "top",
        abstract: "Watch the load of every service: a table that is updated.",
        discussion: """
            Calls and failed calls a second, and half (P50) and 99 of 100 (P99) of the calls' durations, are of the last \
            interval; streams are left out of the durations. Ctrl-C ends it.

            Example: hearth top --once --json
            """)

    static let isTraced = false

    @OptionGroup var global: GlobalOptions

    @Flag(help: "Print one table and end.")
    var once = false

    @Option(help: ArgumentHelp("The interval: 500ms, 5s.", valueName: "time"))
    var every = TimeSpan(seconds: 2)

    /// Clears the terminal and begins at its top (ECMA-48: CUP, ED).
    private static let clear = "\u{1b}[H\u{1b}[2J"

    func validate() throws {
        if every.seconds < Self.shortestSeconds { throw ValidationError("--every must be at least 50ms.") }
    }

    private static let shortestSeconds = 0.05

    func run(_ gateway: Gateway) async throws {
        let query = StatusQuery(gateway: gateway)
        var last = (report: try await query.fetch([]), at: gateway.runtime.now)
        while true {
            try await gateway.runtime.sleep(for: .seconds(every.seconds))
            let next = (report: try await query.fetch([]), at: gateway.runtime.now)
            let load = ClusterLoad(from: last.report, to: next.report, in: last.at.duration(to: next.at))
            show(load, next.report, gateway.output)
            guard !once else { return }
            last = next
        }
    }

    private func show(_ load: ClusterLoad, _ report: StatusReport, _ output: Output) {
        guard !output.isJSON else { return output.json(load) }
        var table = Table(
            .text("SERVICE"), .text("STATE"), .number("CALLS/S"), .number("FAILED/S"), .number("P50"), .number("P99"),
            .number("MEMORY"), .number("RESTARTS"), .number("UPTIME"), .text("NOTE", isFlexible: true))
        for service in load.services {
            table.add(
                service.service, service.state, service.callsPerSecond.map(AmountFormatter.decimal) ?? "",
                service.failuresPerSecond.map(AmountFormatter.decimal) ?? "",
                service.p50Microseconds.map(AmountFormatter.microseconds) ?? "",
                service.p99Microseconds.map(AmountFormatter.microseconds) ?? "",
                service.memoryBytes.map(AmountFormatter.bytes) ?? "", service.restarts.map(String.init) ?? "",
                service.uptimeSeconds.map(AmountFormatter.seconds) ?? "", service.note ?? "",
                colour: StatusCommand.colour(of: service.state))
        }
        // In one piece, so that the terminal does not flicker.
        let lines = table.lines(width: output.isTerminal ? output.width : nil, colour: output.coloured)
        let text = (lines + [report.note].compactMap(\.self)).joined(separator: "\n")
        output.line(output.isTerminal && !once ? Self.clear + text : text)
    }
}

/// The load of a cluster between two reports, as `hearth top --json` writes it.
struct ClusterLoad: Encodable, Sendable, Hashable {
    /// How one service does.
    struct Service: Encodable, Sendable, Hashable {
        var service: String
        var state: String
        /// Calls a second; absent when the service was restarted meanwhile, or its counts are not to be had.
        var callsPerSecond: Double?
        /// Failed ones among them.
        var failuresPerSecond: Double?
        /// What half of the calls did not exceed, without streams; absent when there were none.
        var p50Microseconds: UInt64?
        /// What 99 of 100 of them did not exceed.
        var p99Microseconds: UInt64?
        var memoryBytes: Int64?
        /// How often the supervisor started it again.
        var restarts: Int?
        var uptimeSeconds: Double?
        /// Why it is degraded or does not serve.
        var note: String?
    }

    /// The services, by name.
    let services: [Service]

    init(from before: StatusReport, to after: StatusReport, in time: Duration) {
        let known = Dictionary(
            before.services.map { ($0.service, $0) }, uniquingKeysWith: { first, _ in first })
        let seconds = time / .seconds(1)
        services = after.services.map { report in
            var service = Service(service: report.service, state: report.state)
            let earlier = known[report.service].flatMap { $0.incarnation == report.incarnation ? $0 : nil }
            service.callsPerSecond = Self.rate(earlier?.calls, report.calls, seconds)
            service.failuresPerSecond = Self.rate(earlier?.errors, report.errors, seconds)
            let interval = earlier?.latency.flatMap { report.latency?.since($0) }
            service.p50Microseconds = interval?.quantile(0.5)
            service.p99Microseconds = interval?.quantile(0.99)
            (service.memoryBytes, service.uptimeSeconds) = (report.memoryBytes, report.uptimeSeconds)
            service.restarts = report.starts.map { max(0, $0 - 1) }
            service.note = report.note ?? (report.serves ? report.lastEnd.map { "before: \($0)" } : nil)
            return service
        }
    }

    private static func rate(_ before: UInt64?, _ after: UInt64?, _ seconds: Double) -> Double? {
        guard let before, let after, after >= before, seconds > 0 else { return nil }
        return Double(after - before) / seconds
    }
}
