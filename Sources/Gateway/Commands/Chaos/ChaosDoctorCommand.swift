internal import ArgumentParser
internal import Chaos
internal import ServiceKit

/// `hearth chaos doctor`
struct ChaosDoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Show which faults `run` can inject on this machine, and why not the others.",
        discussion: """
            Each ability is tried on a process or directory of its own. A run skips a fault whose ability is missing, and \
            names it with the reason in its report.
            """)

    @Flag(help: "Write results as JSON.")
    var json = false

    func run() async throws {
        guard let environment = GatewayEnvironment.current else { return }
        var output = environment.output
        output.isJSON = json
        let doctor = ChaosDoctor.machine(executables: environment.executables, runtime: environment.runtime)
        let findings = await doctor.examine()
        if output.isJSON {
            for finding in findings { output.json(finding) }
            return
        }
        var table = Table(.text("ABILITY"), .text(""), .text("WHAT IT MEANS", isFlexible: true), .text("NEEDED BY"))
        for finding in findings {
            table.add(
                finding.name, finding.isThere ? "OK" : "SKIP", finding.text,
                finding.neededBy.map(\.rawValue).joined(separator: " "), colour: finding.isThere ? nil : .yellow)
        }
        output.table(table)
    }
}
