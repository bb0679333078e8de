internal import ArgumentParser
internal import ReadingListAPI

/// `hearth read types`
struct ReadTypes: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "types", abstract: "Correct a link's types.",
        discussion: """
            Without types the link is classified by its address and title again.

            Example: hearth read types ID video --site
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The link: its id, words of its title, or its @row.")
    var id: String

    @Argument(help: "video, audio, both of them, or article.")
    var types: [TypeArgument] = []

    @Flag(help: "Apply the types to every link of the site, including future ones.")
    var site = false

    func validate() throws {
        if site, types.isEmpty {
            throw ValidationError("--site needs types; `hearth read rules --remove DOMAIN` ends a rule.")
        }
    }

    func run(_ gateway: Gateway) async throws {
        let corrected = try await gateway.send(
            ReadingList.CorrectTypes(
                id: try await gateway.resolver.link(id), types: types.isEmpty ? nil : types.map(\.type),
                forSite: site ? true : nil),
            see: "hearth read list")
        let (output, link) = (gateway.output, corrected.link)
        if output.isJSON { return output.json(corrected) }
        output.line("\(Table.printable(link.displayTitle)) is \(LinkFormatter.types(link)).")
        if site {
            output.line(
                "So is what comes from \(link.domain); \(AmountFormatter.count(corrected.changed, "link")) changed.")
        }
    }
}

/// `hearth read rules`
struct ReadRules: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "List the type rules of sites, or remove one.")

    @OptionGroup var global: GlobalOptions

    @Option(help: ArgumentHelp("The site whose rule to remove.", valueName: "domain"))
    var remove: String?

    func run(_ gateway: Gateway) async throws {
        if let remove {
            let changed = try await gateway.send(
                ReadingList.RemoveSiteRule(domain: remove), see: "hearth read rules")
            return try ReadCommand.tell(changed, "changed", gateway.output)
        }
        let list = try await gateway.send(ReadingList.ListSiteRules())
        if gateway.output.isJSON { return gateway.output.json(list) }
        guard !list.rules.isEmpty else { return gateway.output.line("No rules.") }
        var table = Table(.text("SITE", isFlexible: true), .text("TYPES"))
        for rule in list.rules { table.add(rule.domain, rule.types.map(\.rawValue).joined(separator: " and ")) }
        gateway.output.table(table)
    }
}
