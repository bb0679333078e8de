internal import ArgumentParser
internal import CatalogAPI
internal import HearthModel
internal import RPC

extension CorrectCommand {
    /// `hearth correct order`
    struct Order: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "order",
            abstract: "Show or set the order of a series' episodes.",
            discussion: """
                Other orders come from TMDB's episode groups. Progress and marks belong to the episodes and stay.

                Example: hearth correct order "harbour lights" dvd
                """)

        @OptionGroup var global: GlobalOptions

        @Argument(help: ArgumentHelp("The series: its id, name or @row.", valueName: "series"), completion: .titles)
        var series: String

        @Argument(
            help: ArgumentHelp(
                "aired, absolute, dvd, digital, storyArc, production or television; shows the orders by default.",
                valueName: "order"))
        var order: String?

        func run(_ gateway: Gateway) async throws {
            let id = try await gateway.resolver.title(series)
            let list =
                if let order {
                    try await gateway.send(
                        Catalog.SetEpisodeOrder(series: id, order: EpisodeOrder(rawValue: order)),
                        see: "hearth correct order \(id.rawValue)")
                } else {
                    try await gateway.send(Catalog.ListEpisodeOrders(series: id))
                }
            let output = gateway.output
            if output.isJSON { return output.json(list) }
            var table = Table(.text("ORDER"), .text("SET"), .text("NAME", isFlexible: true), .number("EPISODES"))
            for info in list.orders {
                table.add(
                    info.order.rawValue, info.order == list.current ? "yes" : "", info.name ?? "",
                    info.episodes.map(AmountFormatter.number) ?? "")
            }
            output.table(table)
            if !list.isComplete {
                output.line("TMDB could not be asked: it may have more. Try again when metadata-gateway is up.")
            }
        }
    }
}
