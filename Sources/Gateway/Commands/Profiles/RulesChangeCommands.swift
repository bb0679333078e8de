internal import ArgumentParser
internal import HearthModel
internal import ProfilesAPI
internal import ServiceKit

/// `hearth rules remove`
struct RulesRemove: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a rule of a kids profile.",
        discussion: "Example: hearth rules remove 2 --of Kids")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var subject: RulesSubject
    @OptionGroup var guarded: PINOptions

    @Argument(help: "The rule's number.")
    var number: Int

    func run(_ gateway: Gateway) async throws {
        try await RulesChange(subject, guarded).make(gateway) { rules in
            rules.rules.remove(at: try RulesChange.index(number, in: rules))
        }
    }
}

/// `hearth rules move`
struct RulesMove: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move a rule: the first one that fits decides.",
        discussion: "Example: hearth rules move 4 1 --of Kids")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var subject: RulesSubject
    @OptionGroup var guarded: PINOptions

    @Argument(help: "The rule's number.")
    var number: Int

    @Argument(help: "The number that it gets.")
    var to: Int

    func run(_ gateway: Gateway) async throws {
        try await RulesChange(subject, guarded).make(gateway) { rules in
            let place = try RulesChange.index(to, in: rules)
            let rule = rules.rules.remove(at: try RulesChange.index(number, in: rules))
            rules.rules.insert(rule, at: place)
        }
    }
}

/// `hearth rules preset`
struct RulesPreset: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "preset", abstract: "Replace the rules of a kids profile by a preset; without a name list them.",
        discussion: "Example: hearth rules preset children --of Kids")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var subject: RulesSubject
    @OptionGroup var guarded: PINOptions

    @Argument(help: "The preset.", completion: .list(ViewingPreset.all.map(\.name)))
    var name: String?

    func run(_ gateway: Gateway) async throws {
        let presets = try await gateway.send(Profiles.ListViewingPresets()).presets
        guard let name else {
            let output = gateway.output
            if output.isJSON { return output.json(presets) }
            var table = Table(.text("PRESET"), .number("RULES"), .text("HELP", isFlexible: true))
            for preset in presets { table.add(preset.name, "\(preset.rules.rules.count)", preset.help) }
            return output.table(table)
        }
        let preset = try Self.find(name, in: presets)
        try await RulesChange(subject, guarded).make(gateway) { $0 = preset.rules }
    }

    /// The preset of that name, without regard to case.
    ///
    /// - Throws: ``GatewayFailure`` with the name that was probably meant.
    static func find(_ name: String, in presets: [ViewingPreset]) throws -> ViewingPreset {
        if let found = presets.first(where: { $0.name == name.lowercased() }) { return found }
        let meant = Spelling.closest(to: name, among: presets.map(\.name)).map { "Did you mean \"\($0)\"?" }
        throw GatewayFailure(
            "UNKNOWN_PRESET", "There is no preset \"\(Table.printable(name))\".",
            advice: meant ?? "`hearth rules preset` lists them all.")
    }
}

/// `hearth rules default`
struct RulesDefault: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "default", abstract: "Set what holds where no rule fits.",
        discussion: """
            allowRated shows what is rated G, PG or PG-13; allowUnrated also what has no rating, as `hearth household` has it; \
            blockAll nothing.

            Example: hearth rules default blockAll --of Kids
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var subject: RulesSubject
    @OptionGroup var guarded: PINOptions

    @Argument(help: "The default.", completion: .list(ViewingDefault.all.map(\.rawValue)))
    var name: String

    func validate() throws { _ = try found() }

    private func found() throws -> ViewingDefault {
        guard let found = ViewingDefault.all.first(where: { $0.rawValue.lowercased() == name.lowercased() }) else {
            let names = ViewingDefault.all.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("The default is one of \(names).")
        }
        return found
    }

    func run(_ gateway: Gateway) async throws {
        let otherwise = try found()
        try await RulesChange(subject, guarded).make(gateway) { $0.otherwise = otherwise }
    }
}

/// `hearth rules clear`
struct RulesClear: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Remove all rules: the household's options hold again.",
        discussion: "Example: hearth rules clear --of Kids")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var subject: RulesSubject
    @OptionGroup var guarded: PINOptions

    func run(_ gateway: Gateway) async throws {
        let profile = try await subject.profile(gateway)
        try await RulesChange(subject, guarded).set(nil, of: profile, gateway)
    }
}

/// A change of a profile's rules.
struct RulesChange {
    private let subject: RulesSubject
    private let guarded: PINOptions

    init(_ subject: RulesSubject, _ guarded: PINOptions) { (self.subject, self.guarded) = (subject, guarded) }

    /// Changes the rules that there are; a profile without any begins with the household's options as its default.
    func make(_ gateway: Gateway, _ change: (inout ViewingRules) throws -> Void) async throws {
        let profile = try await subject.profile(gateway)
        let found = try await gateway.send(Profiles.GetViewingRules(profile: profile.id))
        var rules = found.rules ?? ViewingRules(otherwise: .allowUnrated)
        try change(&rules)
        try await set(rules, of: profile, gateway)
    }

    /// Sets the rules, and prints them.
    func set(_ rules: ViewingRules?, of profile: Profile, _ gateway: Gateway) async throws {
        // The cached tokens have the former rules; also where the outcome is unknown.
        defer { gateway.forgetSessions() }
        let changed = try await guarded.use(gateway) { pin in
            try await gateway.send(
                Profiles.SetViewingRules(profile: profile.id, rules: rules, pin: pin), see: "hearth rules")
        }
        RulesText.show(changed, of: profile, gateway)
        if !gateway.output.isJSON { gateway.output.line(HouseholdCommand.policyChangeNote) }
    }

    /// The index of a rule by its number.
    ///
    /// - Throws: ``GatewayFailure`` when there is none.
    static func index(_ number: Int, in rules: ViewingRules) throws -> Int {
        guard rules.rules.indices.contains(number - 1) else {
            throw GatewayFailure(
                "NO_SUCH_RULE", "There is no rule \(number): there are \(rules.rules.count).",
                advice: "`hearth rules list` shows them.", status: .usage)
        }
        return number - 1
    }
}
