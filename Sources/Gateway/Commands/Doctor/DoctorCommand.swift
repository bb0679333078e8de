internal import ArgumentParser
internal import ServiceKit

/// `hearth doctor`
struct DoctorCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Diagnose this household, and tell how to repair it.",
        discussion: """
            Checks the settings, libraries, directories, disks, clock, keys, ports, the shard files, the services, their \
            versions, their quarantine, the scheduled backups and upgrades of shards, and says how to mend each. It changes nothing, and exits \
            with 1 when a check fails.
            """)

    @OptionGroup var global: GlobalOptions

    /// The checks, in order.
    static let checks: [any DoctorCheck] = [
        ConfigurationCheck(), LibrariesCheck(), DataDirectoryCheck(), RunDirectoryCheck(), DiskCheck(), ClockCheck(),
        KeysCheck(), PortsCheck(), ShardFilesCheck(), ServicesCheck(), VersionsCheck(), QuarantineCheck(),
        BackupCheck(), UpgradeCheck(),
    ]

    private struct Report: Encodable {
        var findings: [DoctorFinding]
        var isWell: Bool
    }

    func run() async throws {
        let gateway: Gateway
        do {
            gateway = try Gateway(global)
        } catch let error as ConfigurationError {
            return try report([
                Self.finding("settings", error, "Correct it; `hearth config --sample` shows each setting.")
            ])
        } catch let error as RunDirectory.NotPrivate {
            return try report([Self.finding("sockets", error, "The other checks need it first.")])
        }
        let trace = CommandTrace(gateway, Self._commandName, isShown: global.trace, isExported: Self.isTraced)
        guard let trace else { return try await run(gateway) }
        try await trace.around { try await run(gateway) }
    }

    /// The finding that prevents all other checks.
    private static func finding(_ check: String, _ error: any Error, _ advice: String) -> DoctorFinding {
        DoctorFinding(check, "", .wrong, "\(error)", advice: advice)
    }

    private func report(_ findings: [DoctorFinding]) throws {
        guard var output = GatewayEnvironment.current?.output else { return }
        output.isJSON = global.json
        try report(findings, output)
    }

    func run(_ gateway: Gateway) async throws {
        var findings: [DoctorFinding] = []
        for check in Self.checks { findings += await check.examine(gateway) }
        try report(findings, gateway.output)
    }

    private func report(_ findings: [DoctorFinding], _ output: Output) throws {
        let isWell = !findings.contains { $0.state == .wrong }
        if output.isJSON {
            output.json(Report(findings: findings, isWell: isWell))
        } else {
            show(findings, output)
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
