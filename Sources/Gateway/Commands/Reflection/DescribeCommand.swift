internal import ArgumentParser
internal import CBOR
internal import RPC

/// `hearth describe`
struct DescribeCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe",
        abstract: "Show what a method takes and answers.",
        discussion: "Example: hearth describe Catalog/Search")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The method: hearth.catalog.v1.Catalog/Search, Catalog/Search or Search.")
    var method: String

    private struct Report: Encodable {
        var service: String
        var method: Sys.SchemaMethod
        var rules: [String: Schema.Rule]
    }

    func run(_ gateway: Gateway) async throws {
        let (found, described) = try await Reflection(gateway: gateway).method(method)
        let printer = ShapePrinter(schema: found.answer.schema)
        guard !gateway.output.isJSON else {
            let names = printer.reachable(from: [described.request, described.response])
            let rules = found.answer.schema.rules.filter { names.contains($0.key) }
            return gateway.output.json(Report(service: found.process, method: described, rules: rules))
        }
        let output = gateway.output
        output.line(output.coloured(described.name, .bold))
        output.line(
            "  answered by \(found.process), for \(ListCommand.who(described.access.needsToken, described.access.roles))"
        )
        if !described.access.services.isEmpty {
            output.line("  and for the services \(described.access.services.joined(separator: ", "))")
        }
        let timeout = Amounts.microseconds(UInt64(max(0, described.timeoutMilliseconds)) * 1_000)
        output.line("  \(described.safety.rawValue), \(timeout) when nothing else is said")
        output.line("\nRequest")
        for line in printer.lines(of: described.request) { output.line("  \(line)") }
        output.line("\nAnswer")
        for line in printer.lines(of: described.response) { output.line("  \(line)") }
        let others = printer.reachable(from: [described.request, described.response])
            .subtracting([described.request.name, described.response.name].compactMap(\.self))
        for name in others.sorted() {
            output.line("\n\(name)")
            for line in printer.lines(ofRule: name) { output.line("  \(line)") }
        }
    }
}
