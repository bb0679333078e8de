internal import ArgumentParser
internal import CatalogAPI
internal import HearthModel
internal import RPC

/// `hearth explain`
struct ExplainCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain how the catalog identified and rated a title.",
        discussion: "Errors are corrected with `hearth correct`.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The title: its id, name or @row.", valueName: "title"), completion: .titles)
    var title: [String]

    func run(_ gateway: Gateway) async throws {
        let explanation = try await gateway.send(Catalog.Explain(id: try await gateway.resolver.title(title)))
        let output = gateway.output
        if output.isJSON { return output.json(explanation) }
        var table = Table(.text("ABOUT"), .text("DECIDED", isFlexible: true), .text("BECAUSE", isFlexible: true))
        for decision in explanation.decisions { table.add(decision.about, decision.result, decision.reason) }
        output.table(table)
    }
}
