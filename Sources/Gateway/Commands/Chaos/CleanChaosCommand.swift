internal import ArgumentParser
internal import Chaos
internal import ServiceKit

/// `hearth chaos clean`
struct CleanChaosCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clean", abstract: "Revert all that ended runs left behind.",
        discussion: """
            A run reverts its faults when it ends, also by Ctrl-C. One that was killed (kill -9) cannot: this continues \
            and ends its services, frees and unmounts their disks, and removes its temporary household. `hearth chaos \
            run` and `hearth up` do the same when they start. \
            It looks in the directory for temporary files (TMPDIR) alone: give it the one of the run. A run that is still going on is left alone; faults of \
            `inject` expire by themselves, or end with `hearth chaos clear`.

            Exit code 1: something could not be reverted; it is named.

            Example: hearth chaos clean
            """)

    @Flag(help: "Write results as JSON.")
    var json = false

    func run() async throws {
        guard let environment = GatewayEnvironment.current else { return }
        var output = environment.output
        output.isJSON = json
        let leftovers = LeftoverRuns(runtime: environment.runtime)
        let runs = await leftovers.clean()
        if output.isJSON {
            for run in runs { output.json(run) }
        } else if runs.isEmpty {
            output.line("No run has left anything behind in \(leftovers.temporary).")
        } else {
            for line in Self.lines(runs) { output.line(line) }
        }
        if runs.contains(where: { !$0.left.isEmpty }) { throw ExitCode(ExitStatus.failure.rawValue) }
    }

    /// Cleans before something else begins, and notes what was done.
    static func cleanFirst(_ environment: GatewayEnvironment) async {
        let runs = await LeftoverRuns(runtime: environment.runtime).clean()
        for line in lines(runs) { environment.output.note(line) }
    }

    private static func lines(_ runs: [LeftoverRun]) -> [String] {
        runs.flatMap { run in
            ["The run of process \(run.process) ended without reverting its faults (\(run.directory)):"]
                + run.done.map { "  \($0)" } + run.left.map { "  NOT reverted: \($0)" }
        }
    }
}
