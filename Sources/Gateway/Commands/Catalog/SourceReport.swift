internal import ArgumentParser
internal import CatalogAPI
internal import Foundation

/// `hearth source report`
struct SourceReport: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Show the report of a source's last import, manual or scheduled.",
        discussion: """
            Shows why it failed, what it skipped, and what it found. If it changed nothing, the last import that did is shown \
            as well, for a week.
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: "The source: its name, a part of it, or its @row.", completion: .sources) var name: String

    func run(_ gateway: Gateway) async throws {
        let source = try await SourceCommand.find(name, gateway)
        let name = source.name
        guard let last = source.lastJob else {
            throw GatewayFailure("NO_REPORT", "No import of \(name) is recorded.")
        }
        let job = try await self.job(last, gateway)
        let (output, isSource) = (gateway.output, source.feed != nil)
        if output.isJSON { return output.json(ImportOutcome.Report(job)) }
        show(job, of: name, isSource, gateway)
        guard job.report?.isNotModified ?? true, let before = source.undoable, before != last else { return }
        output.line("")
        output.line("The last import that changed something:")
        show(try await self.job(before, gateway), of: name, isSource, gateway)
    }

    private func job(_ id: String, _ gateway: Gateway) async throws -> ImportJob {
        try await gateway.send(Catalog.GetImport(job: id))
    }

    private func show(_ job: ImportJob, of name: String, _ isSource: Bool, _ gateway: Gateway) {
        let output = gateway.output
        if let ended = job.ended {
            output.line(
                "\(Table.printable(name)), \(AmountFormatter.seconds(gateway.now.timeIntervalSince(ended))) ago:")
        }
        let outcome = ImportOutcome(job: job, file: name, isSource: isSource)
        outcome.show(output)
        guard let failure = outcome.failure else { return }
        output.line("\(job.state.rawValue): \(Table.printable(failure.message))")
        if let advice = failure.advice { output.line(Table.printable(advice)) }
    }
}
