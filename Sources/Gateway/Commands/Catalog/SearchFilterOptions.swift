internal import ArgumentParser
internal import CatalogAPI
internal import HearthModel

/// The filters of a search beyond type, genre, group and rating.
struct SearchFilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("1999, 1990-1999, 2020- or -1989; may be given several times.", valueName: "years"))
    var year: [YearArgument] = []

    @Option(help: ArgumentHelp("A language, such as en; may be given several times.", valueName: "language"))
    var language: [String] = []

    @Option(help: ArgumentHelp("SD, HD, Full HD, 4K or 8K; may be given several times.", valueName: "quality"))
    var quality: [PictureQualityArgument] = []

    @Option(help: ArgumentHelp("At most so many minutes.", valueName: "minutes"))
    var under: Int32?

    @Option(help: ArgumentHelp("At least so many minutes.", valueName: "minutes"))
    var over: Int32?

    @Option(
        help: ArgumentHelp("Titles similar to this one, the most similar first.", valueName: "title"),
        completion: .titles)
    var like: String?

    @Option(
        help: ArgumentHelp(
            "A watch provider of films and series such as Netflix; may be given several times.",
            valueName: "name"))
    var provider: [String] = []

    @Flag(help: "Only titles included in the acting profile's subscriptions; see `hearth catalog subscriptions`.")
    var subscribed = false

    @Flag(inversion: .prefixedNo, help: "Only radio stations, or none.")
    var radio: Bool?

    @Flag(help: "Also show films and series that the library does not have.")
    var everywhere = false

    /// Whether any filter is set.
    var isAny: Bool {
        !year.isEmpty || !language.isEmpty || !quality.isEmpty || under != nil || over != nil || like != nil
            || everywhere || !provider.isEmpty || subscribed || radio != nil
    }

    /// Sets them in a request, except the providers and the similar title, whose IDs the catalog knows.
    func fill(_ request: inout Catalog.Search) {
        request.years = year.isEmpty ? nil : year.map(\.range)
        request.languages = language.isEmpty ? nil : language
        request.qualities = quality.isEmpty ? nil : quality.map(\.quality)
        (request.maximumMinutes, request.minimumMinutes) = (under, over)
        request.scope = everywhere ? .everywhere : nil
        request.onlySubscribed = subscribed ? true : nil
        request.isRadio = radio
    }
}

/// Years on the command line.
struct YearArgument: ExpressibleByArgument {
    let range: YearRange

    init?(argument: String) {
        guard let range = YearRange(text: argument) else { return nil }
        self.range = range
    }
}

/// A quality on the command line, without regard to case and spaces.
struct PictureQualityArgument: ExpressibleByArgument {
    let quality: PictureQuality

    init?(argument: String) {
        func plain(_ text: String) -> String { text.lowercased().filter { !$0.isWhitespace } }
        guard let known = PictureQuality.all.first(where: { plain($0.rawValue) == plain(argument) }) else {
            return nil
        }
        quality = known
    }

    static let allValueStrings = PictureQuality.all.map(\.rawValue)
}

/// Prints a search's results beside its titles.
enum SearchFormatter {
    /// Prints the parsed natural-language query.
    static func show(_ understood: Understanding, _ output: Output) {
        guard !understood.isPlain else { return output.line("Searched literally, word by word.") }
        let parts = understood.parts.map { "\($0.about) \(Table.printable($0.value))" }
        let words = understood.text.isEmpty ? [] : ["the words \"\(Table.printable(understood.text))\""]
        output.line("Understood: \((parts + words).joined(separator: ", ")).")
    }

    /// Prints which titles match the corrected words instead of the typed ones.
    static func showCorrection(of query: String, _ found: SearchResults, _ output: Output) {
        guard let text = found.correctedText else { return }
        let (typed, meant) = ("\"\(Table.printable(query))\"", "\"\(Table.printable(text))\"")
        let exact = found.exactTotal ?? 0
        guard exact > 0 else { return output.line("Nothing matches \(typed); these match \(meant).") }
        output.line(
            exact == 1
                ? "One title matches \(typed) and comes first; the others match \(meant)."
                : "\(AmountFormatter.number(exact)) titles match \(typed) and come first; the others match \(meant).")
    }

    /// The totals of each kind, after the total of all; also of the other kinds when only some were requested.
    static func kinds(of found: SearchResults) -> String {
        guard found.isTotalExact, !found.kinds.isEmpty else { return "" }
        let counts = found.kinds.map { kind in
            kind.kind == .series
                ? "\(AmountFormatter.number(kind.count)) series" : AmountFormatter.count(kind.count, kind.kind.rawValue)
        }.joined(separator: ", ")
        let isAll = found.kinds.reduce(0) { $0 + $1.count } == found.total
        return isAll ? " (\(counts))" : "; of all kinds: \(counts)"
    }

    /// Prints titles outside the library.
    static func showOutside(_ found: SearchResults, _ output: Output) {
        if found.isOutsideMissing == true { output.note("Titles outside the library are unavailable now.") }
        guard let cards = found.outside, !cards.isEmpty else { return }
        output.line()
        output.line(output.coloured("NOT IN YOUR LIBRARY", .bold))
        output.table(CardTable.table(cards))
    }

    /// Prints the facets' counts.
    static func show(_ facets: [FacetCounts], _ output: Output) {
        var table = Table(.text("FACET"), .text("TITLES", isFlexible: true))
        for facet in facets where !facet.values.isEmpty {
            let values = facet.values.map {
                "\(Table.printable($0.name ?? $0.value)) \(AmountFormatter.number($0.count))"
            }
            table.add(facet.facet.rawValue, values.joined(separator: ", "))
        }
        guard facets.contains(where: { !$0.values.isEmpty }) else { return }
        output.line()
        output.table(table)
        guard facets.contains(where: { $0.facet == .provider && !$0.values.isEmpty }) else { return }
        output.line(output.coloured("Providers by \(WhereToWatch.justWatch).", .dim))
    }
}
