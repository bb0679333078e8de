internal import ArgumentParser
internal import CatalogAPI
internal import HearthModel

/// `hearth catalog report`
struct CatalogReport: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Report that a link of a title failed, or works again.",
        discussion: """
            A failed link is tried after the others for \(Catalog.ReportStream.failureHours) hours, until it \
            works, or until its address changes.

            Example: hearth catalog report "news 24" --variant 1k2j3h --failed
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The title: its id, name, number or @row.", valueName: "title"), completion: .titles)
    var title: [String]

    @Option(help: ArgumentHelp("The link's id, as `hearth title` shows it.", valueName: "link"))
    var variant: String

    @Flag(help: "The link could not be opened, or broke off.")
    var failed = false

    @Flag(help: "The link plays.")
    var worked = false

    func validate() throws {
        guard failed != worked else { throw ValidationError("Say either --failed or --worked.") }
    }

    func run(_ gateway: Gateway) async throws {
        let id = try await gateway.resolver.title(title)
        let request = Catalog.ReportStream(
            id: id, variant: variant, outcome: failed ? .failed : .worked)
        let status = try await gateway.send(request, see: "hearth title \(id)")
        let output = gateway.output
        if output.isJSON { return output.json(status) }
        let names = status.variants.map { $0.name + ($0.failedAt == nil ? "" : " (failed)") }
        output.line("Links in the order in which they are tried: \(Table.printable(names.joined(separator: ", "))).")
    }
}
