internal import ArgumentParser
internal import HearthModel
internal import MetadataGatewayAPI
internal import Screens
internal import WebAPI

/// `hearth discover`
struct DiscoverCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "discover",
        abstract: "Discover titles to watch, in the library and beyond it.",
        discussion: """
            Shows one of TMDB's lists, or the results of a search there, marked with what the household has, next to the
            library's titles. A profile sees only permitted titles. The parts of a service that is down are named as missing.

            Example: hearth discover --list popularShows
            Example: hearth discover low tide --type series
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The search text; a list is shown by default.")
    var text: [String] = []

    @Option(help: ArgumentHelp("The list, such as popularMovies or upcoming.", valueName: "name"))
    var list: ChoiceArgument<TitleListName>?

    @Option(help: ArgumentHelp("movie or series; both by default.", valueName: "type"))
    var type: KindArgument?

    @Option(help: ArgumentHelp("The language of TMDB's titles, such as de or de-DE.", valueName: "language"))
    var language: String?

    @Option(help: ArgumentHelp("The page of TMDB's titles.", valueName: "number"))
    var page: Int32 = 1

    @Option(help: ArgumentHelp("How many titles of the library to show, at most 200.", valueName: "count"))
    var limit: Int32 = 5

    func validate() throws {
        if let kind = type?.kind, kind != .movie, kind != .series {
            throw ValidationError("--type must be movie or series.")
        }
        if list != nil, !text.isEmpty { throw ValidationError("Give either --list or a text, not both.") }
        guard (1...500).contains(page) else { throw ValidationError("--page must be between 1 and 500.") }
        try PageOptions.check(limit)
    }

    func run(_ gateway: Gateway) async throws {
        let query = text.joined(separator: " ")
        let request = WebAPI.Gateway.Discover(
            text: query.isEmpty ? nil : query, list: list?.value, kind: type?.kind, page: page, language: language,
            size: limit)
        let found = try await gateway.fanOut { try await DiscoverScreen.load(request, $0) }
        let output = gateway.output
        if output.isJSON { return output.json(found) }
        DiscoverFormatter(page: found, isSearch: !query.isEmpty, clock: await gateway.clock(), output: output).show()
        output.tell(found.missing)
    }
}

/// Prints titles to discover as tables.
private struct DiscoverFormatter {
    let page: DiscoverScreen
    let isSearch: Bool
    let clock: WallClock
    let output: Output

    func show() {
        if let titles = page.titles { outside(titles) }
        if let cards = page.library, !cards.isEmpty { inside(cards) }
        if page.titles?.isEmpty != false, page.library?.isEmpty == true, page.missing.isEmpty {
            output.line(isSearch ? "Nothing found. Try a different search." : "Nothing here now.")
        }
    }

    private func outside(_ titles: [DiscoveredTitle]) {
        var table = Table(
            .text("TITLE", isFlexible: true), .text("KIND"), .number("YEAR"), .text("RATING"), .number("SCORE"),
            .text("HERE"), .text("ID"))
        for title in titles {
            let card = title.card
            table.add(
                card.title, CardFormatter.kind(card), card.year.map(String.init) ?? "",
                card.rating == .unrated ? "" : card.rating.rawValue,
                card.score.map { AmountFormatter.decimal($0) } ?? "",
                title.marks.joined(separator: ", "), (title.library ?? card.id).rawValue)
        }
        output.table(table)
        if let count = page.unrated, count > 0 {
            output.line("\(AmountFormatter.count(count, "more title")) withheld: ratings are unavailable now.")
        }
        if let next = page.nextPage { output.line(output.coloured("More: --page \(next)", .dim)) }
        guard let source = page.source, !titles.isEmpty else { return }
        if source.isStale { output.line("As it was \(clock.time(source.fetchedAt)); it is being refreshed.") }
        if source.isStale { output.printTimeZone(clock) }
        output.line(output.coloured(Table.printable(source.attribution), .dim))
    }

    private func inside(_ cards: [Card]) {
        if page.titles?.isEmpty == false { output.line() }
        output.line(output.coloured(isSearch ? "FOUND IN YOUR LIBRARY" : "NEWEST IN YOUR LIBRARY", .bold))
        output.table(CardTable.table(cards))
    }
}

extension DiscoveredTitle {
    /// The household's marks of it, in words.
    fileprivate var marks: [String] {
        [
            isInLibrary == true ? "library" : nil, isFavourite == true ? "favourite" : nil,
            isWatched == true ? "watched" : nil,
        ].compactMap(\.self)
    }
}
