internal import ArgumentParser
internal import HearthModel
internal import ProfilesAPI
internal import RPC

/// `hearth favourite`
struct FavouriteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "favourite",
        abstract: "Manage the acting profile's favourites.",
        subcommands: [Add.self, Remove.self, List.self], defaultSubcommand: List.self, aliases: ["favorite"])

    /// `hearth favourite add`
    struct Add: GatewayCommand {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Add titles to the favourites.")

        @OptionGroup var global: GlobalOptions

        @Argument(
            help: ArgumentHelp(
                "The titles: ids, names or @rows, each quoted; S1E2 after a series.", valueName: "title"),
            completion: .titles)
        var ids: [String]

        func run(_ gateway: Gateway) async throws {
            for id in try await gateway.resolver.titles(ids) {
                let change = try await gateway.send(
                    Profiles.AddFavourite(content: id),
                    see: "hearth favourite list")
                FavouriteCommand.tell(
                    change, changed: "is a favourite now", unchanged: "was a favourite already", gateway.output)
            }
        }
    }

    /// `hearth favourite remove`
    struct Remove: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove titles from the favourites.")

        @OptionGroup var global: GlobalOptions

        @Argument(
            help: ArgumentHelp("The titles: ids, names or @rows.", valueName: "title"), completion: .titles)
        var ids: [String]

        func run(_ gateway: Gateway) async throws {
            var missing: [String] = []
            for id in try await gateway.resolver.titles(ids, listed: gateway.resolver.favourites) {
                let change = try await gateway.send(
                    Profiles.RemoveFavourite(content: id),
                    see: "hearth favourite list")
                if !change.hasChanged { missing.append(id.rawValue) }
                guard change.hasChanged || gateway.output.isJSON else { continue }
                FavouriteCommand.tell(
                    change, changed: "is no favourite any more", unchanged: "was no favourite", gateway.output)
            }
            let failure = GatewayFailure.notFound(
                "NOT_A_FAVOURITE", missing, advice: "`hearth favourite` shows the favourites with their ids."
            ) { "\($0) is no favourite." }
            if let failure { throw failure }
        }
    }

    /// `hearth favourite list`
    struct List: PagedCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the favourites.")

        @OptionGroup var global: GlobalOptions

        @Option(help: ArgumentHelp("added, title or kind.", valueName: "order"))
        var sort: ChoiceArgument<FavouriteOrder>?

        @Option(help: ArgumentHelp("How many to show, at most 200.", valueName: "count"))
        var limit: Int32 = PageRequest.standardSize

        @Option(help: ArgumentHelp("Continue after the previous page.", valueName: "cursor"))
        var cursor: String?

        @OptionGroup var every: AllPagesOptions

        func validate() throws {
            try PageOptions.check(limit)
        }

        func run(_ gateway: Gateway) async throws {
            let list = try await every.fetch(PageRequest(size: limit, cursor: cursor)) { page in
                try await gateway.send(Profiles.ListFavourites(order: sort?.value, page: page))
            }
            if gateway.output.isJSON { return gateway.output.json(list) }
            guard !list.favourites.isEmpty else {
                return gateway.output.line("No favourites yet. Add one with `hearth favourite add ID`.")
            }
            FavouriteCommand.show(list, gateway.output)
        }
    }

    private static func tell(_ change: FavouriteChange, changed: String, unchanged: String, _ output: Output) {
        if output.isJSON { return output.json(change) }
        output.line("\(change.content) \(change.hasChanged ? changed : unchanged).")
    }

    private static func show(_ list: FavouriteList, _ output: Output) {
        var table = Table(.text("TITLE", isFlexible: true), .text("KIND"), .number("YEAR"), .text("ID"))
        for favourite in list.favourites {
            let card = favourite.card
            table.add(
                CardFormatter.title(card, isAvailable: favourite.isAvailable ?? true), card?.kind.rawValue ?? "",
                card?.year.map(String.init) ?? "",
                favourite.content.rawValue, row: .title(favourite.content.rawValue))
        }
        output.table(table)
        output.line(
            output.coloured(
                "\(AmountFormatter.number(list.favourites.count)) of \(AmountFormatter.number(list.total))", .dim))
        output.more(list.cursor)
    }
}
