internal import ArgumentParser
internal import CatalogAPI
internal import HearthModel
internal import ProfilesAPI
internal import ServiceKit

/// `hearth rules preview`
struct RulesPreview: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview", abstract: "Count what rules would show and hide; nothing changes.",
        discussion: """
            Counts are films / series / channels, and programmes where a rule is about these.

            Example: hearth rules preview --preset children --of Kids
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var subject: RulesSubject

    @Option(
        help: ArgumentHelp("A preset, in place of the profile's rules.", valueName: "name"),
        completion: .list(ViewingPreset.all.map(\.name)))
    var preset: String?

    @Flag(help: "Show examples of each rule.")
    var examples = false

    func run(_ gateway: Gateway) async throws {
        let preview = try await gateway.send(Catalog.PreviewViewingRules(rules: try await rules(gateway)))
        let output = gateway.output
        if output.isJSON { return output.json(preview) }
        var table = Table(
            .number("RULE"), .text("DECIDES", isFlexible: true), .text("SHOWN"), .text("HIDDEN"),
            .text("EXAMPLES", isFlexible: true))
        for part in preview.parts {
            table.add(
                part.rule.map { "\($0)" } ?? "", part.text, Self.text(part.shown), Self.text(part.hidden),
                examples ? (part.examples.map(\.title) + (part.programmes ?? [])).joined(separator: ", ") : "")
        }
        output.table(table)
        output.line("Shown in all: \(Self.text(preview.shown)). Hidden: \(Self.text(preview.hidden)).")
    }

    private func rules(_ gateway: Gateway) async throws -> ViewingRules {
        if let preset {
            return try RulesPreset.find(preset, in: await gateway.send(Profiles.ListViewingPresets()).presets).rules
        }
        let profile = try await subject.profile(gateway)
        let found = try await gateway.send(Profiles.GetViewingRules(profile: profile.id))
        // Without rules the household's options hold.
        return found.rules ?? ViewingRules(otherwise: .allowUnrated)
    }

    private static func text(_ counts: TitleCounts) -> String {
        let all = [counts.movies, counts.series, counts.channels]
        let titles = all.allSatisfy { $0 == 0 } ? nil : all.map(String.init).joined(separator: " / ")
        let programmes = counts.programmes.flatMap { $0 == 0 ? nil : "\($0) programme\($0 == 1 ? "" : "s")" }
        let parts = [titles, programmes].compactMap(\.self)
        return parts.isEmpty ? "-" : parts.joined(separator: ", ")
    }
}

/// `hearth rules explain`
struct RulesExplain: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Tell whether a profile may see a title, and what decides.",
        discussion: "Example: hearth rules explain \"Sky News\" --of Kids")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var subject: RulesSubject

    @Argument(help: ArgumentHelp("The title: its id, name or @row.", valueName: "title"), completion: .titles)
    var title: [String]

    func run(_ gateway: Gateway) async throws {
        let profile = try await subject.profile(gateway)
        let policy = try await gateway.send(Profiles.GetEffectivePolicy(profile: profile.id))
        let id = try await gateway.resolver.title(title)
        let explanation = try await gateway.send(
            Catalog.ExplainPolicy(profile: profile.id, title: id, policy: policy.policy))
        let output = gateway.output
        if output.isJSON { return output.json(explanation) }
        let verb = explanation.isAllowed ? "may see" : "may not see"
        let name = Table.printable(profile.name)
        output.line("\(name) \(verb) \(Table.printable(explanation.card.longTitle)).")
        let rule = explanation.rule.map { "Rule \($0): " } ?? ""
        output.line("\(rule)\(Table.printable(explanation.text)).")
        if let programme = explanation.programme {
            let number = programme.rule.map { "rule \($0): " } ?? ""
            let state = programme.isAllowed ? "is shown" : "is hidden, and the channel with it while it runs"
            output.line(
                "Now on it: \(Table.printable(programme.title)), which \(state) (\(number)\(Table.printable(programme.text)))."
            )
        }
        if !explanation.isApplied {
            output.line("The profile's rules are not applied yet: it sees nothing until then.")
        }
    }
}
