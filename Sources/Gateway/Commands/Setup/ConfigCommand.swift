internal import ArgumentParser
internal import ServiceKit

/// `hearth config`
struct ConfigCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show every setting and where its value comes from.",
        discussion: "With --service it shows that service's effective settings, including its section of the file.")

    @OptionGroup var global: GlobalOptions

    @Option(help: ArgumentHelp("Whose settings; this command's when none is named.", valueName: "service"))
    var service: String?

    private struct Entry: Encodable {
        var setting: String
        var value: String
        var source: String
    }

    func run(_ gateway: Gateway) async throws {
        if let service { try gateway.checkService(service) }
        let settings = try ServiceSettings(
            options: try global.serviceOptions(), environment: gateway.environment.variables, service: service)
        for text in UnknownVariables.notes(gateway.environment.variables) { gateway.output.note(text) }
        let entries = settings.table.map { Entry(setting: $0.name, value: $0.value, source: $0.source.description) }
        if gateway.output.isJSON { return gateway.output.json(entries) }
        var table = Table(.text("SETTING"), .text("VALUE"), .text("FROM"))
        for entry in entries { table.add(entry.setting, entry.value.isEmpty ? "-" : entry.value, entry.source) }
        gateway.output.table(table)
    }
}
