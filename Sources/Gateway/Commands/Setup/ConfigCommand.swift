internal import ArgumentParser
internal import ServiceKit

/// `hearth config`
struct ConfigCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show every setting and where its value comes from.",
        discussion: """
            Below the common settings are those of single services, as catalog.source-hosts. With --service it shows that \
            service's effective settings, including its section of the file. Secrets are not shown.

            Example: hearth config --sample > ~/.config/hearth/hearth.yaml
            """)

    @OptionGroup var global: GlobalOptions

    @Option(help: ArgumentHelp("Whose settings; all when none is named.", valueName: "service"))
    var service: String?

    @Flag(help: "Print a configuration file with every setting, its meaning and default, as comments.")
    var sample = false

    @Flag(help: "Print the JSON Schema of the configuration file, for editors.")
    var schema = false

    private struct Entry: Encodable {
        var setting: String
        var value: String
        var source: String
    }

    func validate() throws {
        if sample, schema { throw ValidationError("Give one of --sample and --schema.") }
    }

    func run() async throws {
        // Both are the same whatever is configured, and help where the file is wrong.
        guard !sample, !schema else {
            GatewayEnvironment.current?.output.line(try sample ? ConfigurationSample.text : ConfigurationSchema.text())
            return
        }
        try await run(try Gateway(global))
    }

    func run(_ gateway: Gateway) async throws {
        if let service { try gateway.checkService(service) }
        for text in UnknownVariables.notes(gateway.environment.variables) { gateway.output.note(text) }
        let common = try settings(gateway, of: service)
        var entries = common.table.map { Entry(setting: $0.name, value: $0.value, source: $0.source.description) }
        entries += try SettingCatalog.cluster.filter { _ in service == nil }.map { try entry($0, common.layers) }
        if let service {
            entries += try (SettingCatalog.own[service] ?? []).map { try entry($0, common.layers) }
        } else {
            for service in ServiceSettings.knownServices.sorted() { entries += try own(service, gateway) }
        }
        if gateway.output.isJSON { return gateway.output.json(entries) }
        var table = Table(.text("SETTING"), .text("VALUE"), .text("FROM"))
        for entry in entries { table.add(entry.setting, entry.value.isEmpty ? "-" : entry.value, entry.source) }
        gateway.output.table(table)
    }

    private func settings(_ gateway: Gateway, of service: String?) throws -> ServiceSettings {
        try ServiceSettings(
            options: gateway.serviceOptions, environment: gateway.environment.variables, service: service)
    }

    /// What a service has of its own: its own settings, and common ones that its section of the file overrides.
    private func own(_ service: String, _ gateway: Gateway) throws -> [Entry] {
        let settings = try settings(gateway, of: service)
        let overridden = settings.table.compactMap { row -> Entry? in
            guard case .file(_, let key) = row.source, key.hasPrefix("\(service).") else { return nil }
            return Entry(setting: key, value: row.value, source: row.source.description)
        }
        return try overridden
            + (SettingCatalog.own[service] ?? []).map { try entry($0, settings.layers, prefix: "\(service).") }
    }

    private func entry(
        _ setting: DescribedSetting, _ layers: ConfigurationLayers, prefix: String = ""
    ) throws -> Entry {
        let configured = try setting.value(in: layers)
        let value = configured.map { setting.isSecret ? "(secret)" : $0.value } ?? setting.standard
        return Entry(
            setting: prefix + setting.name, value: value,
            source: (configured?.source ?? SettingSource.standard).description)
    }
}
