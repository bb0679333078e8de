internal import ArgumentParser
internal import HearthModel
internal import ProfilesAPI
internal import ServiceKit

/// `hearth rules`
struct RulesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "Show and change what a kids profile may see.",
        discussion: """
            An ordered list: the first rule that fits a title decides, then the default. Rules decide about titles rated G, PG \
            and PG-13 and those without a rating. What is marked adult or rated R or NC-17 is hidden from kids whatever a rule \
            says. Without rules the options of `hearth household` hold.

            Example: hearth rules preset children --of Kids
            """,
        subcommands: [
            List.self, RulesAdd.self, RulesRemove.self, RulesMove.self, RulesPreset.self, RulesDefault.self,
            RulesPreview.self, RulesExplain.self, RulesClear.self,
        ],
        defaultSubcommand: List.self)

    /// `hearth rules list`
    struct List: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the rules of a kids profile.",
            discussion: "Example: hearth rules list --of Kids")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var subject: RulesSubject

        func run(_ gateway: Gateway) async throws {
            let profile = try await subject.profile(gateway)
            let found = try await gateway.send(Profiles.GetViewingRules(profile: profile.id))
            RulesText.show(found, of: profile, gateway)
        }
    }
}

/// The kids profile whose rules are meant.
struct RulesSubject: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The kids profile, by name, id or @row; without it the only one.", valueName: "profile"),
        completion: .profiles)
    var of: String?

    /// The profile.
    ///
    /// - Throws: ``GatewayFailure`` when there is none, or several of which none was named.
    func profile(_ gateway: Gateway) async throws -> Profile {
        if let of { return try await ProfileCommand.find(of, gateway) }
        let kids = try await gateway.send(Profiles.ListProfiles()).profiles.filter { $0.kind == .kids }
        guard kids.count == 1, let only = kids.first else {
            let names = kids.map { Table.printable($0.name) }.joined(separator: ", ")
            throw GatewayFailure(
                "WHICH_PROFILE",
                kids.isEmpty ? "There is no kids profile." : "There are several kids profiles: \(names).",
                advice: kids.isEmpty ? "`hearth profile create` makes one." : "Name one with --of.", status: .usage)
        }
        return only
    }
}

/// Prints rules.
enum RulesText {
    /// Prints the rules of a profile.
    static func show(_ found: ProfileViewingRules, of profile: Profile, _ gateway: Gateway) {
        let output = gateway.output
        if output.isJSON { return output.json(found) }
        guard let rules = found.rules else {
            return output.line(
                "\(Table.printable(profile.name)) has no rules: the options of `hearth household` hold.")
        }
        var table = Table(.number("#"), .text("ACTION"), .text("FITS", isFlexible: true))
        for (index, rule) in rules.rules.enumerated() {
            let conditions = rule.text.split(separator: " ", maxSplits: 1).last.map(String.init) ?? ""
            table.add("\(index + 1)", rule.action.rawValue, conditions)
        }
        output.table(table)
        output.line("All others: \(text(rules.otherwise)).")
        if !found.isApplied {
            output.line("The catalog is applying these rules; until then the profile sees nothing.")
        }
    }

    /// A default in words.
    static func text(_ otherwise: ViewingDefault) -> String {
        switch otherwise {
        case .allowRated: "those rated G, PG or PG-13 are shown (allowRated)"
        case .allowUnrated: "as `hearth household` has it for kids (allowUnrated)"
        case .blockAll: "hidden (blockAll)"
        default: otherwise.rawValue
        }
    }
}
