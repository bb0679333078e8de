internal import ArgumentParser
internal import CatalogAPI
internal import HearthModel
internal import RPC
internal import ReadingListAPI
internal import Screens
internal import WebAPI

/// `hearth search`
struct SearchCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search movies, series, channels and the reading list.",
        discussion: """
            The library and the reading list are searched at once; with a filter, an order or a cursor, the library alone.

            The text is added to the acting profile's recent searches if these are enabled: see `hearth catalog recent`.

            Example: hearth search news --type channel --sort number
            Example: hearth search --type movie --provider Netflix
            Example: hearth search --natural action movies like Die Hard from the nineties
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The search text; empty for everything.")
    var text: [String] = []

    @Option(help: ArgumentHelp("movie, series or channel; may be given several times.", valueName: "type"))
    var type: [KindArgument] = []

    @Option(help: ArgumentHelp("A genre; may be given several times.", valueName: "genre"))
    var genre: [String] = []

    @Option(help: ArgumentHelp("A group of the playlists; may be given several times.", valueName: "group"))
    var group: [String] = []

    @Option(help: ArgumentHelp("G, PG, PG-13, R, NC-17 or Unrated; may be given several times.", valueName: "rating"))
    var rating: [String] = []

    @OptionGroup(title: "More filters") var filters: SearchFilterOptions

    @Option(
        help: ArgumentHelp(
            "relevance, title, added, newest, rating, number, popularity or score.", valueName: "order"))
    var sort: ChoiceArgument<SearchSort>?

    @Flag(help: "Parse the text as natural language, and show the result.")
    var natural = false

    @Flag(help: "Also count the matches by genre, decade, rating, language, quality and provider.")
    var facets = false

    @Flag(inversion: .prefixedNo, help: "Add the text to the acting profile's recent searches.")
    var note = true

    @OptionGroup var page: PageOptions
    @OptionGroup var every: AllPagesOptions

    func validate() throws {
        let known = Set(ContentRating.all.map(\.rawValue))
        if let wrong = rating.first(where: { !known.contains($0) }) {
            throw ValidationError(
                "--rating must be one of \(ContentRating.all.map(\.rawValue).joined(separator: ", ")), not \(wrong).")
        }
    }

    func run(_ gateway: Gateway) async throws {
        let query = text.joined(separator: " ")
        let providers = try await ProviderNames.numbers(of: filters.provider, gateway)
        var like: ContentID?
        if let title = filters.like { like = try await gateway.resolver.title(title) }
        let request = WebAPI.Gateway.Search(search(query, providers, like: like), links: !narrows)
        let response = SearchResponse(
            try await gateway.fanOut { [every] fanOut in
                try await SearchScreen.load(request, fanOut) { search, fanOut in
                    try await every.fetch(search.page) { page in
                        var search = search
                        search.page = page
                        return try await fanOut.send(search)
                    }
                }
            })
        let empty = query.isEmpty && response.titles?.hits.isEmpty == true ? await gateway.nothingHere() : ""
        tell(response, query, empty, gateway.output)
        if response.titles != nil { await remember(query, gateway) }
    }

    private func tell(_ response: SearchResponse, _ query: String, _ empty: String, _ output: Output) {
        if output.isJSON { return output.json(response) }
        if let titles = response.titles {
            show(titles, query, empty, response, output)
            if response.links?.links.isEmpty == false { output.line() }
        }
        if let links = response.links { show(links, output) }
        output.tell(response.missing)
    }

    /// Records a recent search. A failure is not reported: the results do not depend on it.
    private func remember(_ text: String, _ gateway: Gateway) async {
        // Further pages are of the same search.
        guard note, page.cursor == nil, !text.isEmpty, text.count <= Catalog.NoteSearch.maximumCharacters else {
            return
        }
        _ = try? await gateway.send(
            Catalog.NoteSearch(text: text), timeout: Self.recordSearchTimeout)
    }

    /// How long the command waits for that, when an import holds the shard.
    private static let recordSearchTimeout = Duration.seconds(1)

    /// Whether the query has filters that only the library supports.
    private var narrows: Bool {
        !type.isEmpty || !genre.isEmpty || !group.isEmpty || !rating.isEmpty || sort != nil || page.cursor != nil
            || natural || facets || filters.isAny
    }

    private func search(_ query: String, _ providers: [Int64], like: ContentID?) -> Catalog.Search {
        var request = Catalog.Search(
            text: query, kinds: type.isEmpty ? nil : type.map(\.kind), genres: genre.isEmpty ? nil : genre,
            ratings: rating.isEmpty ? nil : rating.map { ContentRating(rawValue: $0) },
            groups: group.isEmpty ? nil : group, sort: sort?.value, page: page.request)
        filters.fill(&request)
        (request.providers, request.similarTo) = (providers.isEmpty ? nil : providers, like)
        request.isNatural = natural ? true : nil
        request.facets = facets ? SearchFacet.all : nil
        return request
    }

    private func show(_ links: LinkList, _ output: Output) {
        guard !links.links.isEmpty else { return }
        var table = Table(
            .text("TO READ", isFlexible: true), .text("TYPE"), .text("SITE", isFlexible: true), .text("ID"))
        for link in links.links {
            table.add(
                link.displayTitle, LinkFormatter.types(link), link.domain, link.id, row: ListedRow([.link: link.id]))
        }
        output.table(table)
        let count = "\(AmountFormatter.number(links.links.count)) of \(AmountFormatter.number(links.counts.total))"
        output.line(output.coloured(count, .dim))
    }

    /// The message when nothing is found: the cause, and alternatives.
    private func nothing(_ query: String, _ empty: String, _ found: SearchResults) -> String {
        if found.understood?.isPlain == false {
            return
                "Nothing matches all of that. Fewer words may find more; without --natural each word is searched literally."
        }
        let text = query.isEmpty ? "" : " for \"\(Table.printable(query))\""
        if narrows, !natural {
            return "Nothing passes these filters\(text). --facets shows the available values."
        }
        if query.isEmpty { return empty }
        return "Nothing found\(text). Try a different search; programmes are found by `hearth guide --search`."
    }

    private func show(
        _ found: SearchResults, _ query: String, _ empty: String, _ response: SearchResponse, _ output: Output
    ) {
        if let understood = found.understood { SearchFormatter.show(understood, output) }
        defer {
            if let facets = found.facets { SearchFormatter.show(facets, output) }
            SearchFormatter.showOutside(found, output)
        }
        guard !found.hits.isEmpty else {
            if let links = response.links?.links, !links.isEmpty { return output.line("Nothing in the library.") }
            output.line(nothing(query, empty, found))
            let kinds = SearchFormatter.kinds(of: found)
            if !kinds.isEmpty { output.line(output.coloured("0 of 0\(kinds)", .dim)) }
            return
        }
        SearchFormatter.showCorrection(of: query, found, output)
        output.table(CardTable.table(found.hits))
        let total = "\(AmountFormatter.number(found.total))\(found.isTotalExact ? "" : "+")"
        let kinds = SearchFormatter.kinds(of: found)
        output.line(output.coloured("\(AmountFormatter.number(found.hits.count)) of \(total)\(kinds)", .dim))
        output.more(found.cursor)
    }
}

/// The results of all searches, as `--json` writes them: the library's beside the others.
private struct SearchResponse: Encodable, Sendable {
    let titles: SearchResults?
    let links: LinkList?
    let missing: [MissingPart]

    init(_ screen: SearchScreen) { (titles, links, missing) = (screen.titles, screen.links, screen.missing) }

    private enum CodingKeys: CodingKey { case links, missing }

    func encode(to encoder: any Encoder) throws {
        try titles?.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(links?.links, forKey: .links)
        try container.encode(missing, forKey: .missing)
    }
}

/// A kind of title on the command line, in singular or plural.
struct KindArgument: ExpressibleByArgument {
    let kind: ContentKind

    init?(argument: String) {
        switch argument.lowercased() {
        case "movie", "movies": kind = .movie
        case "series": kind = .series
        case "episode", "episodes": kind = .episode
        case "channel", "channels": kind = .channel
        default: return nil
        }
    }

    static let allValueStrings = ["movie", "series", "episode", "channel"]
}

/// One of an enumeration's texts on the command line.
struct ChoiceArgument<Value: RawRepresentable<String> & CaseIterable & Sendable>: ExpressibleByArgument {
    let value: Value

    init?(argument: String) {
        guard let value = Value(rawValue: argument) else { return nil }
        self.value = value
    }

    static var allValueStrings: [String] { Value.allCases.map(\.rawValue) }
}
