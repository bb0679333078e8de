internal import ArgumentParser
internal import CatalogAPI
internal import Household
internal import RPC

/// `hearth search`
struct SearchCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find movies, series and channels.",
        discussion: "Example: hearth search news --type channel --sort number")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "What to look for; everything when it is empty.")
    var text: [String] = []

    @Option(help: ArgumentHelp("movie, series or channel; may be given several times.", valueName: "type"))
    var type: [KindArgument] = []

    @Option(help: ArgumentHelp("A genre; may be given several times.", valueName: "genre"))
    var genre: [String] = []

    @Option(help: ArgumentHelp("A group of the playlists; may be given several times.", valueName: "group"))
    var group: [String] = []

    @Option(help: ArgumentHelp("G, PG, PG-13, R, NC-17 or Unrated; may be given several times.", valueName: "rating"))
    var rating: [String] = []

    @Option(help: ArgumentHelp("relevance, title, added, newest, rating or number.", valueName: "order"))
    var sort: ChoiceArgument<SearchSort>?

    @Option(help: ArgumentHelp("How many to show, at most 200.", valueName: "count"))
    var limit: Int32 = 20

    @Option(help: ArgumentHelp("Go on where the page before ended.", valueName: "cursor"))
    var cursor: String?

    func validate() throws {
        guard (1...PageRequest.maximumSize).contains(limit) else {
            throw ValidationError("--limit takes 1 to \(PageRequest.maximumSize).")
        }
        let known = Set(ContentRating.all.map(\.rawValue))
        if let wrong = rating.first(where: { !known.contains($0) }) {
            throw ValidationError(
                "--rating takes \(ContentRating.all.map(\.rawValue).joined(separator: ", ")), not \(wrong).")
        }
    }

    func run(_ gateway: Gateway) async throws {
        let wanted = text.joined(separator: " ")
        let found = try await gateway.send(
            Catalog.Search(
                text: wanted, kinds: type.isEmpty ? nil : type.map(\.kind), genres: genre.isEmpty ? nil : genre,
                ratings: rating.isEmpty ? nil : rating.map { ContentRating(rawValue: $0) },
                groups: group.isEmpty ? nil : group, sort: sort?.value, page: PageRequest(size: limit, cursor: cursor)),
            to: "catalog")
        if gateway.output.isJSON { gateway.output.json(found) } else { show(found, wanted, gateway.output) }
    }

    private func show(_ found: SearchResults, _ wanted: String, _ output: Output) {
        guard !found.hits.isEmpty else {
            return output.line(
                wanted.isEmpty ? "Nothing here yet." : "Nothing found for \"\(wanted)\". Try a different search.")
        }
        if let corrected = found.correctedText {
            output.line("Little matches \"\(wanted)\"; these match \"\(Table.printable(corrected))\".")
        }
        output.table(CardTable.table(found.hits))
        let total = "\(Amounts.number(found.total))\(found.isTotalExact ? "" : "+")"
        // Beyond the limit the kinds are not counted to the end, either.
        let kinds = (found.isTotalExact ? found.kinds : []).map { kind in
            kind.kind == .series
                ? "\(Amounts.number(kind.count)) series" : Amounts.count(kind.count, kind.kind.rawValue)
        }.joined(separator: ", ")
        output.line(
            output.coloured(
                "\(Amounts.number(found.hits.count)) of \(total)\(kinds.isEmpty ? "" : " (\(kinds))")", .dim))
        if let next = found.cursor { output.line(output.coloured("More: --cursor \(next)", .dim)) }
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

/// Titles as rows.
enum CardTable {
    static func table(_ cards: [Card]) -> Table {
        var table = Table(
            .text("TITLE", isFlexible: true), .text("KIND"), .number("YEAR"), .text("RATING"),
            .text("GENRES", isFlexible: true),
            .text("ID"))
        for card in cards {
            table.add(
                card.title, card.kind.rawValue, card.year.map(String.init) ?? "",
                card.rating == .unrated ? "" : card.rating.rawValue,
                card.genres.joined(separator: ", "), card.id.rawValue)
        }
        return table
    }
}
