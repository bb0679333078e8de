internal import ArgumentParser
internal import Foundation
internal import RPC
internal import ServiceKit

/// `hearth audit`
struct AuditCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Check that a profile is told nothing that it may not see.",
        discussion: """
            Calls every method that reads, of every running service, as the profile: with hidden titles by id and by name, \
            and with ids of other people's data. Each response, item and error is searched for ids, names and pictures of \
            hidden titles and for other people's links; counts are compared with what the profile may see. Nothing is \
            changed. The exit code is 1 when something was told.

            Example: hearth audit --profile Kids
            """)

    @OptionGroup var global: GlobalOptions

    @Option(help: ArgumentHelp("How many hidden titles are asked for, 1 to 1000.", valueName: "count"))
    var titles = 20

    @Option(
        help: ArgumentHelp("A word that no response may contain; may be given several times.", valueName: "word"))
    var canary: [String] = []

    @Option(help: ArgumentHelp("The seed of the choice of titles; by default a new one.", valueName: "number"))
    var seed: UInt64?

    /// Generated seeds are short, for typing.
    private static let seeds: UInt64 = 1_000_000
    private static let titleRange = 1...1_000

    func validate() throws {
        guard Self.titleRange.contains(titles) else { throw ValidationError("--titles must be between 1 and 1000.") }
        guard global.token == nil else {
            throw ValidationError("--token cannot be given: the audit compares the profile with the owner.")
        }
        guard global.profile != nil else { throw ValidationError("Name the profile to audit with --profile.") }
        guard canary.allSatisfy({ !$0.isEmpty }) else { throw ValidationError("--canary must not be empty.") }
    }

    /// The report with its seed, as `--json` writes it.
    private struct Result: Encodable {
        var seed: UInt64
        var report: AuditReport
    }

    func run(_ gateway: Gateway) async throws {
        let seed = seed ?? gateway.runtime.random() % Self.seeds
        let household = try await AuditHousehold(of: global.profile ?? "", gateway)
        let audit = try await AuditRun(gateway, household, count: titles, canaries: canary, seed: seed)
        let report = try await audit.perform()
        let output = gateway.output
        if output.isJSON { output.json(Result(seed: seed, report: report)) } else { show(report, seed, output) }
        if !report.findings.isEmpty { throw ExitCode(ExitStatus.failure.rawValue) }
    }

    private func show(_ report: AuditReport, _ seed: UInt64, _ output: Output) {
        let profile = Table.printable(report.profile)
        output.line(
            "Called \(AmountFormatter.count(report.methods.count, "method")) \(AmountFormatter.count(report.calls, "time")) as \(profile), seed \(seed)."
        )
        if report.hiddenTitles == 0 {
            output.line("Its policy hides no title of the library; other people's links were looked for.")
        } else {
            output.line(
                "It may see \(AmountFormatter.count(report.admittedTitles, "title")); \(AmountFormatter.number(report.hiddenTitles)) are hidden, \(AmountFormatter.number(report.askedTitles)) of them were asked for by id and by name."
            )
        }
        var table = Table(.text("SERVICE"), .text("METHOD"), .text("TOLD"), .text("TEXT", isFlexible: true))
        for finding in report.findings {
            table.add(finding.service, finding.method, finding.kind, finding.text, colour: .red)
        }
        output.table(table)
        for (service, names) in report.unexamined.sorted(by: { $0.key < $1.key }) {
            output.note(
                output.coloured(
                    "Not examined, since no call succeeded: \(service) \(names.joined(separator: ", "))", .dim))
        }
        output.tell(report.missing)
        output.line(
            report.findings.isEmpty
                ? "Nothing that it may not see was told."
                : "\(AmountFormatter.count(report.findings.count, "leak")) found. Please report it with the line of each."
        )
    }
}
