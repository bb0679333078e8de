internal import ArgumentParser
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC

/// `hearth history`
struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List and change the acting profile's watch history.",
        subcommands: [
            List.self, Remove.self, Watched.self, Unwatched.self, Complete.self, HistoryStreams.self,
            HistoryImport.self,
        ],
        defaultSubcommand: List.self)

    /// `hearth history list`
    struct List: PagedCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List what was watched, the latest first.")

        @OptionGroup var global: GlobalOptions

        @Option(help: ArgumentHelp("movie, episode or channel; may be given several times.", valueName: "type"))
        var type: [KindArgument] = []

        @OptionGroup var page: PageOptions
        @OptionGroup var every: AllPagesOptions

        func run(_ gateway: Gateway) async throws {
            let list = try await every.fetch(page.request) { page in
                try await gateway.send(
                    PlaybackState.ListHistory(kinds: type.isEmpty ? nil : type.map(\.kind), page: page))
            }
            let output = gateway.output
            if output.isJSON { return output.json(list) }
            guard !list.entries.isEmpty else { return output.line("Nothing was watched yet.") }
            HistoryCommand.show(list, await gateway.clock(), output)
        }
    }

    /// `hearth history remove`
    struct Remove: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove titles, one entry, or everything, with its progress.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var confirmation: ConfirmationOptions

        @Argument(
            help: ArgumentHelp(
                "The titles: ids, names or @rows; a series includes all of its episodes.", valueName: "title"),
            completion: .titles)
        var ids: [String] = []

        @Option(help: ArgumentHelp("One entry, by the session that `--json` shows.", valueName: "session"))
        var session: String?

        @Flag(help: "Everything.")
        var everything = false

        func validate() throws {
            guard [!ids.isEmpty, session != nil, everything].count(where: \.self) == 1 else {
                throw ValidationError("Name titles, or use --session or --everything: one of the three.")
            }
        }

        func run(_ gateway: Gateway) async throws {
            let requests =
                ids.isEmpty
                ? [PlaybackState.RemoveHistory(session: session, everything: everything ? true : nil)]
                : try await gateway.resolver.titles(ids).map { PlaybackState.RemoveHistory(content: $0) }
            let what =
                everything ? "The whole history" : AmountFormatter.count(requests.count, "title") + " of the history"
            try await confirmation.require(
                "\(session == nil ? what : "One entry") is removed for good, with its progress.", gateway)
            var sum = HistoryRemoved(sessions: 0)
            var missing: [String] = []
            for request in requests {
                let removed = try await gateway.send(request, see: "hearth history").sessions
                sum.sessions += removed
                if removed == 0, let name = request.content?.rawValue ?? request.session { missing.append(name) }
            }
            if gateway.output.isJSON {
                gateway.output.json(sum)
            } else if sum.sessions > 0 || missing.isEmpty {
                gateway.output.line(sum.sessions == 1 ? "1 entry removed." : "\(sum.sessions) entries removed.")
            }
            let failure = GatewayFailure.notFound(
                "NOT_IN_HISTORY", missing, advice: "`hearth history` shows what was watched."
            ) { "\($0) is not in the history." }
            if let failure { throw failure }
        }
    }

    /// `hearth history watched`
    struct Watched: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "watched", abstract: "Mark movies, episodes and whole series as watched: all or none.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var marked: MarkedTitles

        func run(_ gateway: Gateway) async throws {
            let request = PlaybackState.MarkWatched(
                contents: try await gateway.resolver.titles(marked.ids), season: marked.season)
            HistoryCommand.tell(
                try await gateway.send(request, see: "hearth resume"), "watched", gateway.output)
        }
    }

    /// `hearth history unwatched`
    struct Unwatched: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "unwatched", abstract: "Mark movies, episodes and whole series as not watched: all or none.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var marked: MarkedTitles

        func run(_ gateway: Gateway) async throws {
            let request = PlaybackState.MarkUnwatched(
                contents: try await gateway.resolver.titles(marked.ids), season: marked.season)
            HistoryCommand.tell(
                try await gateway.send(request, see: "hearth resume"), "not watched",
                gateway.output)
        }
    }

    private static func tell(_ change: MarkChange, _ what: String, _ output: Output) {
        if output.isJSON { return output.json(change) }
        guard change.changed > 0 else { return output.line("Nothing to change: marked as \(what) before.") }
        output.line("\(AmountFormatter.count(change.changed, "title")) marked as \(what).")
    }

    private static func show(_ list: HistoryList, _ clock: WallClock, _ output: Output) {
        var table = Table(
            .text("WHEN"), .text("TITLE", isFlexible: true), .text("KIND"), .number("TO"), .number("SEEN"),
            .text("DEVICE"), .text("ID"))
        for entry in list.entries {
            table.add(
                clock.time(entry.started),
                CardFormatter.title(entry.card, isAvailable: entry.isAvailable),
                entry.card?.kind.rawValue ?? "", SimulatedPlayer.clock(entry.position),
                entry.duration == nil ? "" : PlaybackFormatter.percent(entry.progress), entry.device,
                entry.content.rawValue, row: .title(entry.content.rawValue))
        }
        output.table(table)
        output.printTimeZone(clock)
        output.line(
            output.coloured(
                "\(AmountFormatter.number(list.entries.count)) of \(AmountFormatter.number(list.total))", .dim))
        output.more(list.cursor)
    }
}
