internal import ArgumentParser
internal import Foundation
internal import ServiceKit

/// `hearth bench`
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measure the services on this machine.",
        discussion: """
            Starts a household of its own in a temporary directory, fills it, and measures how long it takes to start, an \
            import, calls, writes, searches and the home screen, and how soon a killed service serves again. None of your \
            data is touched. Other work on the machine shows in the figures.

            Examples:
            hearth bench
            hearth bench --titles 50000 --seconds 5
            hearth bench --json > figures.json
            """)

    @Option(help: ArgumentHelp("The films in the library, 100 to 200,000.", valueName: "count"))
    var titles = 5_000

    @Option(help: ArgumentHelp("The duration of each measurement: 0.1 to 60.", valueName: "seconds"))
    var seconds = 2.0

    @Flag(help: "Write the figures as JSON.")
    var json = false

    func validate() throws {
        guard BenchPlaylist.sizes.contains(titles) else {
            throw ValidationError("--titles must be between \(BenchPlaylist.sizes.lowerBound) and 200,000.")
        }
        guard (0.1...60).contains(seconds) else { throw ValidationError("--seconds must be between 0.1 and 60.") }
    }

    func run() async throws {
        guard let environment = GatewayEnvironment.current else {
            throw GatewayFailure("INTERNAL", "The command runs in no environment.", status: .fatal)
        }
        var output = environment.output
        output.isJSON = json
        let report = try await Self.untilInterrupted(environment) { [titles, seconds, output] in
            try await BenchHousehold.with(environment) { household in
                try await BenchRun(household: household, titles: titles, span: .seconds(seconds), output: output).run()
            }
        }
        if output.isJSON { output.json(report) } else { report.show(output) }
    }

    /// Runs `body` until it ends, or until a signal: then its services are ended first.
    private static func untilInterrupted(
        _ environment: GatewayEnvironment, _ body: @escaping @Sendable () async throws -> BenchReport
    ) async throws -> BenchReport {
        let interruptions = await environment.interruptions()
        return try await withThrowingTaskGroup(of: BenchReport?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                for await _ in interruptions { break }
                return nil
            }
            defer { group.cancelAll() }
            guard let report = try await group.next() ?? nil else {
                throw GatewayFailure("CANCELLED", "The measurement was ended before its time.", canRetry: true)
            }
            return report
        }
    }
}
