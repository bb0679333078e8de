internal import ArgumentParser
internal import Cluster
internal import Foundation
internal import Logging
internal import RPC
internal import ServiceKit

/// `hearth logs`
struct LogsCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs",
        abstract: "Show what the services logged, by time, also when the cluster is down.",
        discussion: """
            Reads the files that `hearth up` writes to `logs` in the data directory. Each service's log also has what the \
            supervisor says of it: starts, and how it died. The supervisor's own log is named hearth.

            Example: hearth logs catalog --since 10m --level warning
            Example: hearth logs -f
            """)

    static let isTraced = false

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The services, or hearth for the supervisor; all when none is named.")
    var services: [String] = []

    @Flag(name: .shortAndLong, help: "Keep running, and print each new line.")
    var follow = false

    @Option(help: ArgumentHelp("Only lines of the last 10m, 2h, 90s.", valueName: "time"))
    var since: TimeSpan?

    @Option(help: ArgumentHelp("Only lines of this level and above: trace to critical.", valueName: "level"))
    var level: LogLevelArgument?

    @Option(
        help: ArgumentHelp(
            "The maximum of lines before following; \(Self.standardLines) without --since, 0 for all.",
            valueName: "number"))
    var lines: Int?

    /// The lines that are shown when neither a number nor a time is given.
    private static let standardLines = 200
    private static let pollInterval = Duration.milliseconds(200)

    func validate() throws {
        if let lines, lines < 0 { throw ValidationError("--lines must be 0 or more.") }
    }

    func run(_ gateway: Gateway) async throws {
        for service in services where service != ServiceLogFiles.supervisor { try gateway.checkService(service) }
        // A running cluster may have been started with another data directory.
        let data = RunningCluster(paths: gateway.paths)?.notice?.dataDirectory ?? gateway.settings.data.value
        let logs = ClusterLogs(dataDirectory: data, selection(gateway))
        guard logs.exists || follow else {
            throw GatewayFailure(
                "NO_LOGS", "There are no logs in \(ServiceLogFiles.directory(in: data)).",
                advice: """
                    `hearth up` writes them; name the data directory with --data if it is another one. Services that run \
                    without it log to their service manager: journalctl --unit 'hearth@*'
                    """)
        }
        for record in logs.history() { show(record, gateway.output) }
        guard follow else { return }
        while true {
            try await gateway.runtime.sleep(for: Self.pollInterval)
            for record in logs.next() { show(record, gateway.output) }
        }
    }

    private func selection(_ gateway: Gateway) -> ClusterLogs.Selection {
        let all = ServiceSettings.knownServices.sorted() + [ServiceLogFiles.supervisor]
        let limit = lines ?? (since == nil ? Self.standardLines : 0)
        return ClusterLogs.Selection(
            services: services.isEmpty ? all : services.uniqued(by: \.self),
            since: since.map { gateway.runtime.wallTime.advanced(by: .seconds(-$0.seconds)) },
            level: level?.level ?? .trace, limit: limit == 0 ? nil : limit)
    }

    private struct Line: Encodable {
        var time: String
        var level: String
        var service: String
        var message: String
    }

    private func show(_ record: LogRecord, _ output: Output) {
        guard !output.isJSON else {
            guard !record.line.hasPrefix("{") else { return output.line(record.line) }
            return output.json(
                Line(
                    time: record.time, level: record.level.rawValue, service: record.service, message: record.message))
        }
        let line = Table.printable(record.line)
        output.line(Self.colour(of: record.level).map { output.coloured(line, $0) } ?? line)
    }

    private static func colour(of level: Logger.Level) -> Output.Colour? {
        switch level {
        case .critical, .error: .red
        case .warning: .yellow
        case .trace, .debug: .dim
        default: nil
        }
    }
}

/// A log level on a command line.
struct LogLevelArgument: ExpressibleByArgument, Sendable {
    /// The level.
    let level: Logger.Level

    init?(argument: String) {
        guard let level = Logger.Level(rawValue: argument) else { return nil }
        self.level = level
    }

    static var allValueStrings: [String] { Logger.Level.allCases.map(\.rawValue) }
}
