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

    @Argument(help: "The title's id, as `hearth search` shows it.")
    var id: String

    func run(_ gateway: Gateway) async throws {
        let explanation = try await gateway.send(Catalog.Explain(id: ContentID(rawValue: id)))
        let output = gateway.output
        if output.isJSON { return output.json(explanation) }
        var table = Table(.text("ABOUT"), .text("DECIDED", isFlexible: true), .text("BECAUSE", isFlexible: true))
        for decision in explanation.decisions { table.add(decision.about, decision.result, decision.reason) }
        output.table(table)
    }
}
