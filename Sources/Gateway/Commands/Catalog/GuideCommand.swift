internal import ArgumentParser
internal import CatalogAPI
internal import Foundation
internal import HearthModel
internal import RPC

/// `hearth guide`
struct GuideCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "guide",
        abstract: "Show the programme guide: what is on now and next.",
        discussion: """
            hearth guide --at 20:15                 what is on at another time
            hearth guide --search "evening news"    times and channels of a programme
            hearth guide grid 40 --hours 12         a channel's programmes, by its number
            hearth guide show "news 24" 20:15       the details of a programme, by the channel's name
            hearth guide catchup 40 18:00           the catch-up address of a programme
            hearth guide channels "bbc one"         the guides' channels
            """,
        subcommands: [GuideNow.self, GuideGridCommand.self, GuideShow.self, GuideCatchup.self, GuideChannels.self],
        defaultSubcommand: GuideNow.self)

    /// The channels that arguments name, and the arguments that name none: the others are shown all the same.
    static func channels(
        _ arguments: [String], _ gateway: Gateway
    ) async throws -> (found: [ContentID], unknown: [String]) {
        var (found, unknown): ([ContentID], [String]) = ([], [])
        for text in arguments {
            do { found.append(try await gateway.resolver.channel(text)) } catch let failure as GatewayFailure
                where failure.code == Noun.channel.code
            {
                unknown.append(text)
            }
        }
        return (found, unknown)
    }

    /// The failure of asking for channels that there are not.
    static func missing(_ ids: [String]) -> GatewayFailure? {
        .notFound(
            "UNKNOWN_CHANNEL", ids, advice: "`hearth search --type channel WORDS` shows the ids of channels."
        ) { "No channel has the id \"\($0)\", or the profile may not see it." }
    }
}

/// `hearth guide now`
struct GuideNow: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "now", abstract: "Show what is on now and next, or search programmes.")

    @OptionGroup var global: GlobalOptions

    @Argument(
        help: ArgumentHelp(
            "Channels: numbers, names, ids or @rows; all with a guide by default.", valueName: "channel"),
        completion: .channels)
    var channels: [String] = []

    @Flag(help: "Also channels without programmes.")
    var all = false

    @Flag(help: "Show every page.")
    var allPages = false

    @Option(help: ArgumentHelp("Another time: 20:15 today, or 2026-01-31T20:15:00Z.", valueName: "time"))
    var at: String?

    @Option(
        help: ArgumentHelp(
            "Search programmes by words of their titles, categories and names, from now or from --at.",
            valueName: "words"))
    var search: String?

    @OptionGroup var page: PageOptions

    func run(_ gateway: Gateway) async throws {
        let clock = await gateway.clock()
        let moment = try at.map { try clock.moment($0, of: "--at") }
        let (channels, unknown) = try await GuideCommand.channels(self.channels, gateway)
        if channels.isEmpty, let failure = GuideCommand.missing(unknown) { throw failure }
        if let search { return try await find(search, from: moment, on: channels, clock, gateway) }
        let page = try await AllPagesOptions.fetch(self.page.request, isAll: allPages && channels.isEmpty) { page in
            try await gateway.send(
                Catalog.NowNext(
                    channels: channels.isEmpty ? nil : channels,
                    onlyWithGuide: all || !channels.isEmpty ? nil : true, at: moment,
                    page: channels.isEmpty ? page : nil))
        }
        if gateway.output.isJSON {
            gateway.output.json(page)
        } else if page.channels.isEmpty, channels.isEmpty {
            gateway.output.line(await noGuide(gateway))
        } else if !page.channels.isEmpty {
            show(page, clock, gateway.output)
        }
        let shown = Set(page.channels.map(\.channel.id))
        let missing = channels.filter { !shown.contains($0) }.map(\.rawValue)
        if let failure = GuideCommand.missing(unknown + missing) { throw failure }
    }

    /// Why no channel has a guide.
    private func noGuide(_ gateway: Gateway) async -> String {
        if await gateway.hidesSome() { return "No channel that this profile may see has a guide." }
        return "No channel has a guide. Import one with `hearth import guide.xml`."
    }

    private func show(_ page: NowNextPage, _ clock: WallClock, _ output: Output) {
        var table = Table(
            .number("NO"), .text("CHANNEL", isFlexible: true), .text("UNTIL"), .text("NOW", isFlexible: true),
            .text("AT"),
            .text("NEXT", isFlexible: true))
        for row in page.channels {
            table.add(
                row.number ?? "", row.channel.title, row.now.map { clock.time($0.stop) } ?? "",
                row.now?.displayTitle ?? "",
                row.next.map { clock.time($0.start) } ?? "", row.next?.displayTitle ?? "",
                row: .title(row.channel.id.rawValue))
        }
        output.table(table)
        output.printTimeZone(clock)
        if page.channels.allSatisfy({ $0.now == nil && $0.next == nil }) {
            output.line("Nothing is on and nothing comes: these channels' guides are over. Import newer ones.")
        }
        output.line(
            output.coloured(
                "\(AmountFormatter.number(page.channels.count)) of \(AmountFormatter.count(page.total, "channel"))",
                .dim))
        output.more(page.cursor)
    }
}

extension Programme {
    /// The title, with the episode's where there is one.
    var displayTitle: String {
        guard let subtitle, !subtitle.isEmpty else { return title }
        return "\(title): \(subtitle)"
    }
}
