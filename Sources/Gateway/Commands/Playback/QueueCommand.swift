internal import ArgumentParser
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC

/// `hearth queue`
struct QueueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "Manage the acting profile's play queue.",
        subcommands: [
            List.self, Add.self, Remove.self, Move.self, Reorder.self, Clear.self, Next.self, Has.self,
            QueueSuggest.self, QueueNever.self,
        ], defaultSubcommand: List.self)

    /// `hearth queue list`
    struct List: PagedCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the queue, in order.")

        @OptionGroup var global: GlobalOptions

        func run(_ gateway: Gateway) async throws {
            QueueCommand.show(
                try await gateway.send(PlaybackState.ListQueue()), gateway.output)
        }
    }

    /// `hearth queue add`
    struct Add: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Queue movies, episodes and series.")

        @OptionGroup var global: GlobalOptions

        @Argument(
            help: ArgumentHelp(
                "The titles: ids, names or @rows, each quoted; S1E2 after a series.", valueName: "title"),
            completion: .titles)
        var ids: [String]

        @Flag(help: "Add to the front of the queue instead of the end.")
        var next = false

        func run(_ gateway: Gateway) async throws {
            // The first named title becomes the first entry.
            let contents = try await gateway.resolver.titles(ids)
            for content in next ? contents.reversed() : contents {
                let request = PlaybackState.AddToQueue(content: content, place: next ? .next : nil)
                QueueCommand.tell(
                    try await gateway.send(request, see: QueueCommand.seeQueue), gateway.output)
            }
        }
    }

    /// `hearth queue remove`
    struct Remove: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove titles from the queue.")

        @OptionGroup var global: GlobalOptions

        @Argument(
            help: ArgumentHelp("The titles: ids, names or @rows.", valueName: "title"), completion: .titles)
        var ids: [String]

        func run(_ gateway: Gateway) async throws {
            var missing: [String] = []
            for id in try await gateway.resolver.titles(ids, listed: gateway.resolver.queued) {
                let request = PlaybackState.RemoveFromQueue(content: id)
                let change = try await gateway.send(request, see: QueueCommand.seeQueue)
                if gateway.output.isJSON { gateway.output.json(change) }
                if !change.hasChanged {
                    missing.append(id.rawValue)
                } else if !gateway.output.isJSON {
                    gateway.output.line("\(id) is out of the queue, \(change.total) left.")
                }
            }
            let failure = GatewayFailure.notFound(
                PlaybackProblem.Code.notQueued.rawValue, missing, advice: "`hearth queue` shows what is queued."
            ) { "\($0) is not in the queue." }
            if let failure { throw failure }
        }
    }

    /// `hearth queue move`
    struct Move: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "move", abstract: "Move a title to another position; the first is 0.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: ArgumentHelp("The title: its id, name or @row.", valueName: "title"), completion: .titles)
        var id: String

        @Argument(help: "Its position, from 0; beyond the end: last.")
        var position: Int32

        func run(_ gateway: Gateway) async throws {
            let content = try await gateway.resolver.title(id, listed: gateway.resolver.queued)
            let request = PlaybackState.MoveInQueue(content: content, position: position)
            QueueCommand.tell(
                try await gateway.send(request, see: QueueCommand.seeQueue), gateway.output)
        }
    }

    /// `hearth queue reorder`
    struct Reorder: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "reorder", abstract: "Move titles to the front, in this order.")

        @OptionGroup var global: GlobalOptions

        @Argument(
            help: ArgumentHelp("The titles: ids, names or @rows.", valueName: "title"), completion: .titles)
        var ids: [String]

        func run(_ gateway: Gateway) async throws {
            let contents = try await gateway.resolver.titles(ids, listed: gateway.resolver.queued)
            let request = PlaybackState.ReorderQueue(contents: contents)
            QueueCommand.show(
                try await gateway.send(request, see: QueueCommand.seeQueue), gateway.output)
        }
    }

    /// `hearth queue clear`
    struct Clear: GatewayCommand {
        static let configuration = CommandConfiguration(commandName: "clear", abstract: "Empty the queue.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var confirmation: ConfirmationOptions

        @Flag(help: "Only suggested titles.")
        var auto = false

        func run(_ gateway: Gateway) async throws {
            try await confirmation.require(
                auto ? "The suggestions in the queue are removed." : "The whole queue is emptied, and its order lost.",
                gateway)
            let cleared = try await gateway.send(
                PlaybackState.ClearQueue(onlyAutoAdded: auto ? true : nil),
                see: QueueCommand.seeQueue)
            if gateway.output.isJSON { return gateway.output.json(cleared) }
            gateway.output.line("\(cleared.removed) removed, \(cleared.total) left.")
        }
    }

    /// `hearth queue next`
    struct Next: GatewayCommand {
        static let configuration = CommandConfiguration(commandName: "next", abstract: "Show the next title.")

        @OptionGroup var global: GlobalOptions

        func run(_ gateway: Gateway) async throws {
            let next = try await gateway.send(PlaybackState.NextInQueue())
            if gateway.output.isJSON { return gateway.output.json(next) }
            guard let entry = next.entry else { return gateway.output.line("The queue is empty.") }
            gateway.output.line("\(Table.printable(CardFormatter.title(entry.card)))  \(entry.content)")
            if let episode = next.next, episode.queued != nil { gateway.output.line(NextFormatter.line(episode)) }
        }
    }

    /// `hearth queue has`
    struct Has: GatewayCommand {
        static let configuration = CommandConfiguration(commandName: "has", abstract: "Show whether a title is queued.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: ArgumentHelp("The title: its id, name or @row.", valueName: "title"), completion: .titles)
        var id: String

        func run(_ gateway: Gateway) async throws {
            let id = try await gateway.resolver.title(id, listed: gateway.resolver.queued)
            let response = try await gateway.send(PlaybackState.IsQueued(content: id))
            if gateway.output.isJSON { return gateway.output.json(response) }
            gateway.output.line(response.position.map { "\(id) is queued at \($0)." } ?? "\(id) is not queued.")
        }
    }

    private static let seeQueue = "hearth queue"

    private static func tell(_ change: QueueChange, _ output: Output) {
        if output.isJSON { return output.json(change) }
        let state = change.position.map { "is at \($0) of \(change.total)" } ?? "is not queued"
        output.line("\(change.content) \(state)\(change.hasChanged ? "" : ", as before").")
    }

    private static func show(_ list: QueueList, _ output: Output) {
        if output.isJSON { return output.json(list) }
        guard !list.entries.isEmpty else {
            return output.line("The queue is empty. Add something with `hearth queue add ID`.")
        }
        var table = Table(
            .number("NO"), .text("TITLE", isFlexible: true), .text("KIND"), .text("ADDED BY"), .text("ID"))
        for entry in list.entries {
            table.add(
                "\(entry.position)", CardFormatter.title(entry.card), entry.card?.kind.rawValue ?? "",
                entry.isAutoAdded ? "suggestion" : "", entry.content.rawValue,
                row: .title(entry.content.rawValue))
        }
        output.table(table)
        let auto = list.autoAdded > 0 ? ", \(list.autoAdded) by suggestion" : ""
        output.line(output.coloured("\(AmountFormatter.count(list.total, "title"))\(auto)", .dim))
    }
}
