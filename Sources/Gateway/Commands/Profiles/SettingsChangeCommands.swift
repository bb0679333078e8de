internal import ArgumentParser
internal import ProfilesAPI

/// `hearth settings set`
struct SettingsSet: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change a setting of a profile.",
        discussion: """
            On and off, numbers, choices, or several numbers with commas between, as `hearth settings` lists them.

            Example: hearth settings set autoSkipIntro on --of Kids
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var subject: SettingsSubject
    @OptionGroup var guarded: PINOptions

    @Argument(help: "The setting.", completion: .list(SettingDefinition.all.map(\.name.rawValue)))
    var name: String

    @Argument(help: "Its new value.")
    var value: String

    func run(_ gateway: Gateway) async throws {
        let table = try await SettingsTable.fetch(gateway)
        let definition = try table.definition(name)
        let change = SettingChange(definition.name, try SettingText(definition).value(value))
        try await SettingsReset.make([change], table, subject, guarded, gateway)
    }
}

/// `hearth settings reset`
struct SettingsReset: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Give settings of a profile their defaults again.",
        discussion: "Example: hearth settings reset maxQueueSize theme")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var subject: SettingsSubject
    @OptionGroup var guarded: PINOptions

    @Argument(help: "The settings.", completion: .list(SettingDefinition.all.map(\.name.rawValue)))
    var names: [String]

    func run(_ gateway: Gateway) async throws {
        let table = try await SettingsTable.fetch(gateway)
        let changes = try names.map { SettingChange(try table.definition($0).name, nil) }
        try await Self.make(changes, table, subject, guarded, gateway)
    }

    /// Makes changes, and prints the values that the service answers with.
    static func make(
        _ changes: [SettingChange], _ table: SettingsTable, _ subject: SettingsSubject, _ guarded: PINOptions,
        _ gateway: Gateway
    ) async throws {
        let id = try await subject.id(gateway)
        let changesPolicy = changes.contains { $0.name == .hideAdultContent }
        // The cached tokens have the former policy; also where the outcome is unknown.
        defer { if changesPolicy { gateway.forgetSessions() } }
        let settings = try await guarded.use(gateway) { pin in
            try await gateway.send(
                Profiles.ChangeSettings(changes, profile: id, pin: pin), see: "hearth settings")
        }
        let names = Set(changes.map(\.name))
        let rows = table.rows(settings).filter { names.contains($0.definition.name) }
        let output = gateway.output
        if output.isJSON { return output.json(rows) }
        for row in rows {
            let value = SettingText(row.definition).text(row.value)
            let requires = row.isEffective ? "" : row.definition.requires.map { "; it needs \($0)" } ?? ""
            output.line("\(row.definition.name) is \(value) now\(requires).")
        }
        if changesPolicy { output.line(HouseholdCommand.policyChangeNote) }
    }
}
