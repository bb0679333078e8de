internal import ArgumentParser
internal import CatalogAPI
internal import HearthModel

/// `hearth guide channels`
struct GuideChannels: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "channels", abstract: "List the guides' channels, to assign one to a channel.",
        discussion: """
            Example: hearth guide channels "bbc one"
            then:    hearth correct title ch_... --guide BBCOne.uk
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "Words of their ids or names; all by default.")
    var text: String?

    @Option(help: "Only this guide, by its source's name.")
    var source: String?

    @OptionGroup var page: PageOptions
    @OptionGroup var every: AllPagesOptions

    func run(_ gateway: Gateway) async throws {
        let list = try await every.fetch(page.request) { page in
            try await gateway.send(Catalog.ListGuideChannels(text: text, source: source, page: page))
        }
        let output = gateway.output
        if output.isJSON { return output.json(list) }
        guard !list.channels.isEmpty else { return output.line("No guide has such a channel.") }
        var table = Table(
            .text("GUIDE ID"), .text("GUIDE"), .text("NAMES", isFlexible: true), .text("TO COME"), .number("CHANNELS"))
        for channel in list.channels {
            table.add(
                channel.id, channel.source, channel.names.joined(separator: ", "),
                channel.hasProgrammes ? "yes" : "no", AmountFormatter.number(channel.channels))
        }
        output.table(table)
        output.more(list.cursor)
    }
}
