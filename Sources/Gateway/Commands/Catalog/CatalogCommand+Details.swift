internal import ArgumentParser
internal import CatalogAPI
internal import Foundation
internal import HearthModel

/// `hearth catalog summary`
struct CatalogSummary: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "summary", abstract: "Summarize a title.",
        discussion: "Example: hearth catalog summary glass harbour --sentences 1")

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The title: its id, name or @row.", valueName: "title"), completion: .titles)
    var title: [String]

    @Option(help: ArgumentHelp("How many sentences, at most 5.", valueName: "count"))
    var sentences: Int32 = Catalog.Summarize.defaultSentences

    @Flag(help: "At most 150 characters.")
    var short = false

    func validate() throws {
        guard (1...Catalog.Summarize.maximumSentences).contains(sentences) else {
            throw ValidationError("--sentences must be between 1 and \(Catalog.Summarize.maximumSentences).")
        }
    }

    func run(_ gateway: Gateway) async throws {
        let request = Catalog.Summarize(id: try await gateway.resolver.title(title), sentences: sentences)
        let found = try await gateway.send(request, see: "hearth search")
        let output = gateway.output
        if output.isJSON { return output.json(found) }
        guard let text = short ? found.short : found.text, !text.isEmpty else {
            return output.line("It has no description.")
        }
        output.line(Table.printable(text))
    }
}

/// `hearth catalog franchise`
struct CatalogFranchise: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "franchise", abstract: "List the films of a film's franchise.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The film: its id, name or @row.", valueName: "title"), completion: .titles)
    var title: [String]

    @Flag(help: "Order by story instead of by release.")
    var story = false

    func run(_ gateway: Gateway) async throws {
        let request = Catalog.GetFranchise(id: try await gateway.resolver.title(title))
        let found = try await gateway.send(request, see: "hearth search --type movie")
        let output = gateway.output
        if output.isJSON { return output.json(found) }
        guard found.source != .alone else { return output.line("The film belongs to no franchise.") }
        output.line(output.coloured(Table.printable(found.name), .bold))
        output.table(CardTable.table(story ? found.inStoryOrder : found.releaseOrder))
        let reason = found.source == .collection ? "TMDB has them in one collection." : "Grouped by their titles."
        output.line(output.coloured(reason, .dim))
        guard story, !found.isStoryOrderKnown else { return }
        output.line("The story's order is unknown: they are listed by release.")
    }
}

extension Franchise {
    /// The films in the order of the story.
    fileprivate var inStoryOrder: [Card] {
        let cards = Dictionary(releaseOrder.map { ($0.id, $0) }) { first, _ in first }
        return storyOrder.compactMap { cards[$0] }
    }
}

/// `hearth catalog intro`
struct CatalogIntro: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "intro", abstract: "Show where the intro, the credits and other parts of an episode or film are.",
        discussion: "`hearth correct title ID --intro 12-75 --credits 2530` puts it right.")

    @OptionGroup var global: GlobalOptions

    @Argument(
        help: ArgumentHelp("The film or episode: its id, name or @row; a series with S1E2.", valueName: "title"),
        completion: .titles)
    var title: [String]

    func run(_ gateway: Gateway) async throws {
        let request = Catalog.GetIntroTimes(id: try await gateway.resolver.title(title))
        let found = try await gateway.send(request, see: "hearth title")
        let output = gateway.output
        if output.isJSON { return output.json(found) }
        if let start = found.introStart, let end = found.introEnd {
            output.line("Intro from \(SimulatedPlayer.clock(start)) to \(SimulatedPlayer.clock(end)).")
        }
        if let credits = found.creditStart { output.line("Credits from \(SimulatedPlayer.clock(credits)) on.") }
        let parts = [
            ("What happened before", found.recap), ("Teaser", found.teaser), ("Preview", found.preview),
        ]
        for case (let name, let part?) in parts {
            let end = part.end.map { "to \(SimulatedPlayer.clock($0))" } ?? "on"
            output.line("\(name) from \(SimulatedPlayer.clock(part.start)) \(end).")
        }
        switch found.source {
        case .hand: output.line("Set by a correction.")
        case .playlist: output.line("From its playlist.")
        case .tvdb: output.line("From TheTVDB, https://thetvdb.com.")
        case .heuristic: output.line("This is an estimate: nothing is skipped automatically.")
        default: output.line("Its intro is unknown.")
        }
    }
}

/// `hearth catalog skippable`
struct CatalogSkippable: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "skippable", abstract: "List the episodes of a series that can be left out, and why.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The series: its id, name or @row.", valueName: "title"), completion: .titles)
    var series: [String]

    func run(_ gateway: Gateway) async throws {
        let request = Catalog.SkippableEpisodes(series: try await gateway.resolver.title(series, [.series]))
        let found = try await gateway.send(request, see: "hearth search --type series")
        let output = gateway.output
        if output.isJSON { return output.json(found) }
        guard !found.episodes.isEmpty else { return output.line("No episode is marked as skippable.") }
        var table = Table(
            .number("S"), .number("E"), .text("TITLE", isFlexible: true), .text("WHY"), .text("SAID BY"), .text("ID"))
        for row in found.episodes {
            table.add(
                row.episode.season.map(String.init) ?? "", row.episode.episode.map(String.init) ?? "",
                row.episode.title, row.reason.rawValue, row.isByHand ? "hand" : "playlist", row.episode.id.rawValue,
                row: .title(row.episode.id.rawValue))
        }
        output.table(table)
    }
}
