internal import ArgumentParser
internal import ProfilesAPI
internal import ServiceKit

/// `hearth settings`
struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show and change the settings of a profile.",
        discussion: """
            These are a person's own: playback, queue, downloads, content. `hearth household` has those of the household, \
            `hearth config` those of the services.

            Example: hearth settings set maxQueueSize 30
            """,
        subcommands: [List.self, Get.self, SettingsSet.self, SettingsReset.self],
        defaultSubcommand: List.self)

    /// `hearth settings list`
    struct List: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List all settings with their values, ranges and help.",
            discussion: "Example: hearth settings list --of Kids")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var subject: SettingsSubject

        func run(_ gateway: Gateway) async throws {
            let table = try await SettingsTable.fetch(gateway)
            let settings = try await gateway.send(Profiles.GetSettings(profile: subject.id(gateway)))
            let output = gateway.output
            if output.isJSON { return output.json(table.rows(settings)) }
            var rows = Table(.text("SETTING"), .text("VALUE"), .text("RANGE"), .text("HELP", isFlexible: true))
            for row in table.rows(settings) {
                let text = SettingText(row.definition)
                let requires = row.definition.requires.map { " Needs \($0)." } ?? ""
                rows.add(
                    row.definition.name.rawValue, text.text(row.value) + (row.isEffective ? "" : ", no effect"),
                    text.range,
                    row.definition.help + (row.isEffective ? "" : requires), colour: row.isDefault ? .dim : nil)
            }
            output.table(rows)
        }
    }

    /// `hearth settings get`
    struct Get: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "get", abstract: "Print the value of one setting.",
            discussion: "Example: hearth settings get maxQueueSize")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var subject: SettingsSubject

        @Argument(help: "The setting.", completion: .list(SettingDefinition.all.map(\.name.rawValue)))
        var name: String

        func run(_ gateway: Gateway) async throws {
            let table = try await SettingsTable.fetch(gateway)
            let definition = try table.definition(name)
            let settings = try await gateway.send(Profiles.GetSettings(profile: subject.id(gateway)))
            guard let row = table.rows(settings).first(where: { $0.definition == definition }) else { return }
            let output = gateway.output
            if output.isJSON { output.json(row) } else { output.line(SettingText(definition).text(row.value)) }
        }
    }
}

/// The profile whose settings are meant.
struct SettingsSubject: ParsableArguments {
    @Option(
        help: ArgumentHelp("The profile, by name, id or @row; without it the acting one.", valueName: "profile"),
        completion: .profiles)
    var of: String?

    /// The profile's id; nil for the acting one.
    func id(_ gateway: Gateway) async throws -> String? {
        guard let of else { return nil }
        return try await ProfileCommand.find(of, gateway).id
    }
}

/// The table of settings as the service describes it.
struct SettingsTable: Sendable {
    private let definitions: [SettingDefinition]

    /// Asks the service for the table.
    static func fetch(_ gateway: Gateway) async throws -> SettingsTable {
        SettingsTable(definitions: try await gateway.send(Profiles.DescribeSettings()).settings)
    }

    /// A setting, and its value for a profile.
    struct Row: Encodable {
        var definition: SettingDefinition
        var value: SettingValue?
        var isDefault: Bool
        var isEffective: Bool
    }

    /// The settings of a profile with their definitions.
    func rows(_ settings: ProfileSettings) -> [Row] {
        definitions.compactMap { definition in
            guard let setting = settings.settings.first(where: { $0.name == definition.name }) else { return nil }
            return Row(
                definition: definition, value: setting.value, isDefault: setting.isDefault,
                isEffective: setting.isEffective)
        }
    }

    /// The setting of that name, without regard to case.
    ///
    /// - Throws: ``GatewayFailure`` with the name that was probably meant.
    func definition(_ name: String) throws -> SettingDefinition {
        let names = definitions.map(\.name.rawValue)
        if let found = definitions.first(where: { $0.name.rawValue.lowercased() == name.lowercased() }) { return found }
        let meant = Spelling.closest(to: name, among: names).map { "Did you mean \"\($0)\"?" }
        throw GatewayFailure(
            ProfilesProblem.Code.unknownSetting.rawValue, "There is no setting \"\(Table.printable(name))\".",
            advice: meant ?? "`hearth settings` lists them all.")
    }
}
