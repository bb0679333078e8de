internal import ArgumentParser
internal import CatalogAPI
internal import HearthModel
internal import PlaybackStateAPI
internal import Screens
internal import WebAPI

/// `hearth title`
struct TitleCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "title",
        abstract: "Show everything about one title.",
        discussion: """
            All services are queried at once. The parts of a service that is down are named as missing.

            Of a long series the first episodes are shown; --season selects one season, --cursor the next page.
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(
        help: ArgumentHelp("The title: its id, name or @row; a series with S1E2 for an episode.", valueName: "title"),
        completion: .titles)
    var title: [String]

    @Option(help: ArgumentHelp("Only the episodes of this season of a series.", valueName: "number"))
    var season: Int32?

    @Option(
        help: ArgumentHelp("The cursor of the next page of a series' episodes.", valueName: "cursor"))
    var cursor: String?

    func run(_ gateway: Gateway) async throws {
        let content = try await gateway.resolver.title(title)
        let request = WebAPI.Gateway.Title(id: content, season: season, cursor: cursor)
        let page = try await gateway.fanOut { try await TitleScreen.load(request, $0) }
        let output = gateway.output
        if output.isJSON { return output.json(page) }
        let clock = await gateway.clock()
        TitleFormatter(page: page, clock: clock, output: output).show(content)
        output.printTimeZone(clock)
        output.tell(page.missing)
    }
}

/// A title as lines and tables.
private struct TitleFormatter {
    let page: TitleScreen
    let clock: WallClock
    let output: Output

    func show(_ id: ContentID) {
        heading(id)
        if let overview = page.title?.overview { output.line(Table.printable(overview)) }
        for fact in details + origin + metadata + facts { output.line(fact) }
        links()
        episodes()
        guard let attribution = page.title?.metadata?.attribution else { return }
        output.line()
        output.line(output.coloured(Table.printable(attribution), .dim))
    }

    private func heading(_ id: ContentID) {
        guard let card = page.card else { return output.line(id.rawValue) }
        let year = card.year.map { " (\($0))" } ?? ""
        output.line(output.coloured(Table.printable(CardFormatter.title(card)) + year, .bold))
        let runtime = card.runtimeMinutes.map { "\($0) min" }
        let rating = card.rating == .unrated ? nil : card.rating.rawValue
        let genres = card.genres.isEmpty ? nil : card.genres.joined(separator: ", ")
        let score = card.score.map { "\(AmountFormatter.decimal($0)) of 10" }
        output.line(
            [CardFormatter.kind(card), rating, runtime, score, genres].compactMap(\.self).joined(separator: " · "))
    }

    /// Its makers, and its preview: from the source, or else from TMDB.
    private var details: [String] {
        let (listed, known) = (page.title?.details, page.title?.metadata)
        let cast = (listed?.cast ?? known?.cast ?? []).prefix(Self.castShown)
        return [
            airDate.map { "First aired: \(Table.printable($0))" },
            (listed?.directors ?? known?.directors).map {
                "Director: \(Table.printable($0.joined(separator: ", ")))"
            },
            cast.isEmpty ? nil : "Cast: \(Table.printable(cast.joined(separator: ", ")))",
            (listed?.trailer ?? known?.trailer).map { "Trailer: \(Table.printable($0))" },
        ].compactMap(\.self)
    }

    /// The day of an episode, which has no year in its heading.
    private var airDate: String? { page.card.flatMap { $0.kind == .episode ? $0.releaseDate : nil } }

    /// `--json` has all.
    private static let castShown = 8

    /// TMDB's data, with the attribution.
    private var metadata: [String] {
        guard let metadata = page.title?.metadata else { return [] }
        var lines: [String] = []
        if let language = metadata.originalLanguage {
            lines.append("Original language: \(Table.printable(EnglishNames.language(language)))")
        }
        if let title = metadata.originalTitle { lines.append("Original title: \(Table.printable(title))") }
        if let certificate = metadata.certificate {
            let country = metadata.certificateCountry.map { " (\(Table.printable($0)))" } ?? ""
            lines.append("Certificate: \(Table.printable(certificate))\(country)")
        }
        if let offers = metadata.whereToWatch, let line = Self.line(offers) { lines.append(line) }
        if !metadata.isCertain {
            lines.append(
                "Probably TMDB's \(Table.printable(metadata.name)); `hearth explain` says why."
            )
        }
        return lines
    }

    /// Its origin, from its source or else from TMDB.
    private var origin: [String] {
        let listed = page.title?.country.map(EnglishNames.countries)
        let known = page.title?.metadata?.countries.map { $0.map(EnglishNames.country).joined(separator: ", ") }
        // A list's data of a film belongs to its link.
        let isChannel = page.card?.kind == .channel
        return (isChannel ? listed : known ?? listed).map { ["Country: \(Table.printable($0))"] } ?? []
    }

    /// The watch providers, and the source of that information.
    private static func line(_ offers: WhereToWatch) -> String? {
        guard !offers.providers.isEmpty else { return nil }
        let names = offers.providers.map { provider in
            let name = Table.printable(provider.name ?? String(provider.id))
            // A subscription needs no word.
            guard let way = provider.ways?.first, way != .subscription else { return name }
            return "\(name) (\(Table.printable(way == .advertisements ? "with advertisements" : way.rawValue)))"
        }
        let source = Table.printable("\(offers.region), by \(offers.attribution)")
        return "Where to watch (\(source)): \(names.joined(separator: ", "))"
    }

    /// The other services' facts, one line each.
    private var facts: [String] {
        var facts: [String] = []
        if let now = page.onNow?.now {
            facts.append("On now: \(Table.printable(now.displayTitle)) until \(clock.time(now.stop))")
        }
        if let next = page.onNow?.next {
            facts.append("Next: \(Table.printable(next.displayTitle)) at \(clock.time(next.start))")
        }
        if let progress = page.progress, let last = progress.lastWatched {
            let state = progress.resume.map { "resume at \(SimulatedPlayer.clock($0))" }
            let seen = progress.isWatched ? "watched" : PlaybackFormatter.percent(progress.progress)
            let words = [seen, state, "last \(clock.time(last))"].compactMap(\.self)
            facts.append("Seen: \(words.joined(separator: ", "))")
        }
        if let position = page.queue?.position { facts.append("Queued at \(position).") }
        if let download = page.download {
            let words = [DownloadFormatter.status(download), DownloadFormatter.note(on: download)].filter {
                !$0.isEmpty
            }
            facts.append("Download: \(Table.printable(words.joined(separator: ", ")))")
        }
        if page.isFavourite == true { facts.append("A favourite.") }
        if page.title?.isStale == true {
            facts.append("No source lists it any more: it is removed seven days after it was last listed.")
        }
        return facts
    }

    private func links() {
        guard let variants = page.title?.variants, !variants.isEmpty else { return }
        var table = Table(
            .text("LINK"), .text("QUALITY"), .text("LANGUAGE"), .text("SOURCE", isFlexible: true), .text("ID"))
        for variant in variants {
            table.add(
                variant.name + (variant.isStale ? " (lost)" : "") + (variant.failedAt == nil ? "" : " (failed)"),
                [variant.quality, variant.dynamicRange, variant.codec].compactMap(\.self).joined(separator: " "),
                variant.language ?? "", variant.source, variant.id)
        }
        output.line()
        output.table(table)
    }

    private func episodes() {
        guard let list = page.episodes, !list.episodes.isEmpty else { return }
        let progress = Dictionary(
            (page.episodeProgress ?? []).map { ($0.content, $0) }, uniquingKeysWith: { first, _ in first })
        var table = Table(
            .number("S"), .number("E"), .text("TITLE", isFlexible: true), .text("AIRED"), .text("SEEN"), .text("ID"))
        for (index, episode) in list.episodes.enumerated() {
            // In another order its own numbers; an episode that it does not have keeps none.
            let place = list.positions.map {
                $0.indices.contains(index) ? $0[index] : EpisodePosition(part: 0, number: 0)
            }
            let (season, number) =
                place.map { ($0.number == 0 ? nil : $0.part, $0.number == 0 ? nil : $0.number) }
                ?? (episode.season, episode.episode)
            let seen = progress[episode.id].map { state in
                state.isWatched ? "watched" : state.progress > 0 ? PlaybackFormatter.percent(state.progress) : ""
            }
            table.add(
                season.map(String.init) ?? "", number.map(String.init) ?? "", episode.title,
                episode.releaseDate ?? "", seen ?? "", episode.id.rawValue, row: .title(episode.id.rawValue))
        }
        output.line()
        output.table(table)
        let count = "\(AmountFormatter.number(list.episodes.count)) of \(AmountFormatter.count(list.total, "episode"))"
        let order = list.order.map { ", in \(Table.printable($0.rawValue)) order" } ?? ""
        output.line(output.coloured(count + order, .dim))
        output.more(list.cursor)
    }
}
