internal import ArgumentParser
internal import Chaos
internal import Cluster
internal import Foundation
internal import RPC
internal import ServiceKit
internal import UnixSignals

/// `hearth chaos run`
struct RunChaosCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a fault plan against a temporary household, and check its guarantees.",
        discussion: """
            The household is created in a temporary directory: none of your data is touched, whatever the settings. A plan \
            is a file, or one that `hearth chaos plans` lists. Exit code 1: a guarantee was broken; the report has the \
            command that repeats the run.

            Examples:
            hearth chaos run
            hearth chaos run catalog --seed 7
            hearth chaos run my-plan.yaml --report /tmp/report --json
            """)

    @Argument(help: "The plan: a file, or a built-in plan's name.")
    var plan = "household"

    @Option(
        help: ArgumentHelp(
            "The seed of all random choices; by default the plan's, or a new one.", valueName: "number"))
    var seed: UInt64?

    @Option(help: ArgumentHelp("The duration of workload and faults, instead of the plan's.", valueName: "time"))
    var duration: TimeSpan?

    @Option(
        help: ArgumentHelp(
            "The directory of history, report and picture; a new temporary one by default.", valueName: "directory"))
    var report: String?

    @Flag(help: "Write the report as JSON.")
    var json = false

    func run() async throws {
        guard let environment = GatewayEnvironment.current else {
            throw GatewayFailure("INTERNAL", "The command runs in no environment.", status: .fatal)
        }
        var output = environment.output
        output.isJSON = json
        let plan = try readPlan()
        await CleanChaosCommand.cleanFirst(environment)
        let runtime = environment.runtime
        let seed = seed ?? plan.seed ?? runtime.random() % Self.seeds
        let directory =
            report ?? (NSTemporaryDirectory() as NSString).appendingPathComponent("hearth-chaos-\(plan.name)-\(seed)")
        let run = ChaosRun(
            plan: plan, seed: seed, environment: Self.environment(environment), reportDirectory: directory,
            command: command(seed: seed))
        let result = try await Self.untilSignal { [output] in try await Self.perform(run, output, runtime) }
        if output.isJSON { output.json(result) } else { output.line(String(result.text.dropLast())) }
        if !result.hasPassed { throw ExitCode(ExitStatus.failure.rawValue) }
    }

    /// Generated seeds are short, for typing.
    private static let seeds: UInt64 = 1_000_000

    private func readPlan() throws -> ChaosPlan {
        do {
            var plan = try ChaosPlan.named(plan)
            if let duration { plan.durationMilliseconds = Int64(duration.seconds * 1_000) }
            return plan
        } catch {
            throw GatewayFailure(
                "BAD_PLAN", "\(error)",
                advice: "docs/chaos.md has every key; `hearth chaos plans` lists what is there.",
                status: .usage)
        }
    }

    private func command(seed: UInt64) -> String {
        let time = duration.map { " --duration \(Int64($0.seconds * 1_000))ms" } ?? ""
        return "hearth chaos run \(plan) --seed \(seed)\(time)"
    }

    /// Runs it, and shows how far it is.
    private static func perform(_ run: ChaosRun, _ output: Output, _ runtime: any Runtime) async throws -> ChaosReport {
        let display = SharedProgress(output, at: runtime.now)
        defer { display.end() }
        do {
            return try await run.run { progress in display.show(progress, at: runtime.now) }
        } catch let error as ChaosRunError {
            throw GatewayFailure(
                "CANNOT_RUN", "\(error)", advice: "services.log in \(run.reportDirectory ?? "the report") says more.",
                status: .unavailable)
        }
    }

    private static func environment(_ environment: GatewayEnvironment) -> ChaosEnvironment {
        // Remove the caller's HEARTH_* variables: a run must not reach real data.
        let own = environment.variables.keys.filter { $0.hasPrefix("HEARTH_") }
        return ChaosEnvironment(
            runtime: environment.runtime, executables: environment.executables,
            launcher: SubprocessLauncher(
                environment: [ParentProcess.variable: "\(ProcessInfo.processInfo.processIdentifier)"],
                without: SubprocessLauncher.excludedVariables.union(own)),
            doctor: .machine(executables: environment.executables, runtime: environment.runtime))
    }

    /// Runs `body` until it ends, or until a signal: then all faults are reverted first.
    private static func untilSignal(
        _ body: @escaping @Sendable () async throws -> ChaosReport
    ) async throws -> ChaosReport {
        let signals = await UnixSignalsSequence(trapping: [.sigterm, .sigint, .sighup])
        return try await withThrowingTaskGroup(of: ChaosReport?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                for await _ in signals { break }
                return nil
            }
            // The other one ends by it, and is waited for: services must not outlive the command.
            defer { group.cancelAll() }
            guard let report = try await group.next() ?? nil else {
                throw GatewayFailure("CANCELLED", "The run was ended before its time.", canRetry: true)
            }
            return report
        }
    }
}
