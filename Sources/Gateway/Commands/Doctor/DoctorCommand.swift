internal import ArgumentParser
internal import ServiceKit

/// `hearth doctor`
struct DoctorCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Diagnose this household, and tell how to repair it.",
        discussion: """
            Checks the data directory, the shard files, the services, their quarantine and the scheduled backups. It changes \
            nothing, and exits with 1 when a check fails.
            """)

    @OptionGroup var global: GlobalOptions

    /// The checks, in order.
    static let checks: [any DoctorCheck] = [
        DataDirectoryCheck(), ShardFilesCheck(), ServicesCheck(), QuarantineCheck(), BackupCheck(),
    ]

    private struct Report: Encodable {
        var findings: [DoctorFinding]
        var isWell: Bool
    }

    func run(_ gateway: Gateway) async throws {
        var findings: [DoctorFinding] = []
        for check in Self.checks { findings += await check.examine(gateway) }
        let isWell = !findings.contains { $0.state == .wrong }
        if gateway.output.isJSON {
            gateway.output.json(Report(findings: findings, isWell: isWell))
        } else {
            show(findings, gateway.output)
        }
        if !isWell { throw ExitCode(ExitStatus.failure.rawValue) }
    }

    private func show(_ findings: [DoctorFinding], _ output: Output) {
        var table = Table(.text("CHECK"), .text("SUBJECT"), .text(""), .text("FOUND", isFlexible: true))
        for finding in findings {
            table.add(
                finding.check, finding.subject, finding.state.rawValue, finding.text, colour: Self.colour(finding.state)
            )
        }
        output.table(table)
        for finding in findings {
            guard let advice = finding.advice else { continue }
            let subject = finding.subject.isEmpty ? finding.check : "\(finding.check) \(finding.subject)"
            output.line("\(subject): \(advice)")
        }
        let wrong = findings.count { $0.state == .wrong }
        output.line(wrong == 0 ? "No problem was found." : "\(AmountFormatter.count(wrong, "problem")) to repair.")
    }

    private static func colour(_ state: DoctorFinding.State) -> Output.Colour? {
        switch state {
        case .ok: nil
        case .wrong: .red
        case .unknown: .yellow
        }
    }
}
