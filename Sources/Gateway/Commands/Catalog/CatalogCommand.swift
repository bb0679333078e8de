internal import ArgumentParser
internal import CatalogAPI
internal import HearthModel

/// `hearth catalog`
struct CatalogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalog",
        abstract: "Browse the library: new, popular and similar titles, neighbouring channels.",
        subcommands: [
            CatalogDiscovery.self, CatalogGenres.self, CatalogSimilar.self, CatalogNeighbours.self, CatalogSummary.self,
            CatalogFranchise.self, CatalogIntro.self, CatalogSkippable.self,
            CatalogSuggest.self, CatalogRecent.self, CatalogTrending.self, CatalogSubscriptions.self,
            CatalogReport.self,
        ], defaultSubcommand: CatalogDiscovery.self)
}

/// `hearth catalog discover`
struct CatalogDiscovery: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "discover", abstract: "Show titles to discover, in sections.",
        discussion: "Example: hearth catalog discover --section popular --section genres")

    @OptionGroup var global: GlobalOptions

    @Option(
        help: ArgumentHelp(
            "trendingMovies, trendingSeries, new, popular, top or genres; may be given several times.",
            valueName: "name"))
    var section: [String] = []

    @Option(help: ArgumentHelp("Titles per section, at most 100.", valueName: "count"))
    var limit: Int32 = Catalog.ListDiscovery.standardSize

    func run(_ gateway: Gateway) async throws {
        let names = section.map { DiscoverySectionName(rawValue: $0) }
        let page = try await gateway.send(
            Catalog.ListDiscovery(sections: names.isEmpty ? nil : names, size: limit))
        let output = gateway.output
        if output.isJSON { return output.json(page) }
        for (index, section) in page.sections.enumerated() {
            if index > 0 { output.line() }
            output.line(output.coloured(section.heading, .bold))
            output.table(CardTable.table(section.cards))
        }
        if page.sections.isEmpty, page.missing.isEmpty { output.line(await gateway.nothingHere()) }
        for name in page.missing {
            output.note("\(DiscoverySection(name: name, cards: []).heading): unavailable now.")
        }
    }
}

extension DiscoverySection {
    /// The heading.
    fileprivate var heading: String {
        switch name {
        case .trendingMovies: "TRENDING MOVIES"
        case .trendingSeries: "TRENDING SERIES"
        case .new: "NEW"
        case .popular: "POPULAR"
        case .top: "TOP"
        default: (genre ?? name.rawValue).uppercased()
        }
    }
}

/// `hearth catalog genres`
struct CatalogGenres: PagedCommand {
    static let configuration = CommandConfiguration(commandName: "genres", abstract: "List the genres of the library.")

    @OptionGroup var global: GlobalOptions

    @Option(help: ArgumentHelp("movie or series; both by default.", valueName: "type"))
    var type: KindArgument?

    func run(_ gateway: Gateway) async throws {
        let found = try await gateway.send(Catalog.ListGenres(kind: type?.kind))
        let output = gateway.output
        if output.isJSON { return output.json(found) }
        guard !found.rows.isEmpty else { return output.line(await gateway.nothingHere()) }
        var table = Table(.text("GENRE", isFlexible: true), .number("TITLES"))
        for row in found.rows { table.add(row.genre, AmountFormatter.number(row.count)) }
        output.table(table)
    }
}

/// `hearth catalog similar`
struct CatalogSimilar: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "similar", abstract: "List similar titles, the most similar first.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The title: its id, name or @row.", valueName: "title"), completion: .titles)
    var title: [String]

    @Option(help: ArgumentHelp("How many to show, at most 100.", valueName: "count"))
    var limit: Int32 = Catalog.ListDiscovery.standardSize

    func run(_ gateway: Gateway) async throws {
        let request = Catalog.ListSimilar(id: try await gateway.resolver.title(title), size: limit)
        let found = try await gateway.send(request, see: "hearth search")
        let output = gateway.output
        if output.isJSON { return output.json(found) }
        guard !found.cards.isEmpty else { return output.line("No title is similar.") }
        output.table(CardTable.table(found.cards))
    }
}

/// `hearth catalog clients`
struct CatalogNeighbours: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "neighbours", abstract: "Show the channels before and after one.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The channel: its number, name, id or @row.", completion: .channels)
    var channel: String

    @Option(help: ArgumentHelp("number, name or group.", valueName: "order"))
    var order: ChoiceArgument<ChannelOrder>?

    @Option(help: ArgumentHelp("The group, with --order group; its first one by default.", valueName: "group"))
    var group: String?

    func run(_ gateway: Gateway) async throws {
        let id = try await gateway.resolver.channel(channel)
        let request = Catalog.ListNeighbours(channel: id, order: order?.value, group: group)
        let found = try await gateway.send(request, see: "hearth search --type channel")
        let output = gateway.output
        if output.isJSON { return output.json(found) }
        var table = Table(.text(""), .number("NO"), .text("CHANNEL", isFlexible: true), .text("ID"))
        for (name, channel) in [("previous", found.previous), ("next", found.next)] {
            guard let channel else { continue }
            table.add(
                name, channel.number ?? "", channel.card.title, channel.card.id.rawValue,
                row: .title(channel.card.id.rawValue))
        }
        guard found.previous != nil || found.next != nil else { return output.line("There is no other channel.") }
        output.table(table)
    }
}
