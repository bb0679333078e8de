internal import ArgumentParser
internal import CBOR
internal import RPC
internal import RPCDiagnostics

/// `hearth describe`
struct DescribeCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe",
        abstract: "Show a method's request and response.",
        discussion: "Example: hearth describe Catalog/Search")

    @OptionGroup var global: GlobalOptions

    @Argument(
        help: "The method: hearth.catalog.v1.Catalog/Search, Catalog/Search or Search.", completion: .methods)
    var method: String

    private struct Report: Encodable {
        var service: String
        var method: Sys.SchemaMethod
        var rules: [String: Schema.Rule]
    }

    func run(_ gateway: Gateway) async throws {
        let (found, described) = try await Reflection(gateway: gateway).method(method)
        let printer = ShapePrinter(schema: found.response.schema)
        guard !gateway.output.isJSON else {
            let names = printer.reachable(from: Self.messages(of: described).map(\.shape))
            let rules = found.response.schema.rules.filter { names.contains($0.key) }
            return gateway.output.json(Report(service: found.process, method: described, rules: rules))
        }
        let output = gateway.output
        output.line(output.coloured(described.name, .bold))
        output.line(
            "  answered by \(found.process), for \(ListCommand.who(described.access.needsToken, described.access.roles))"
        )
        if let entitlement = described.access.entitlement {
            output.line("  with \(entitlement), which `hearth plan features` explains")
        }
        if !described.access.services.isEmpty {
            output.line("  and for the services \(described.access.services.joined(separator: ", "))")
        }
        let timeout = AmountFormatter.microseconds(UInt64(max(0, described.timeoutMilliseconds)) * 1_000)
        let limit = described.timeoutMilliseconds == 0 ? "no time limit" : "\(timeout) by default"
        output.line("  \(described.safety.rawValue), \(limit)")
        let messages = Self.messages(of: described)
        for message in messages {
            output.line("\n\(message.title)")
            for line in printer.lines(of: message.shape) { output.line("  \(line)") }
        }
        let others = printer.reachable(from: messages.map(\.shape)).subtracting(messages.compactMap(\.shape.name))
        for name in others.sorted() {
            output.line("\n\(name)")
            for line in printer.lines(ofRule: name) { output.line("  \(line)") }
        }
    }

    /// The messages of the method's calls, in order.
    private static func messages(of method: Sys.SchemaMethod) -> [(title: String, shape: Schema.Shape)] {
        let all = [
            ("Request", method.request), ("Then the caller's items", method.requestItem),
            ("Then items", method.responseItem), ("Answer", method.response),
        ]
        return all.compactMap { title, shape in shape.map { (title, $0) } }
    }
}
