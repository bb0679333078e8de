internal import ArgumentParser
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC

/// `hearth queue suggest`
struct QueueSuggest: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest", abstract: "Queue suggestions: next episodes, and titles like those watched last.",
        discussion: "Example: hearth queue suggest --count 5")

    @OptionGroup var global: GlobalOptions

    @Option(help: ArgumentHelp("How many, 1 to 10; by default as the profile's settings say.", valueName: "count"))
    var count: Int32?

    func validate() throws {
        if let count, !(1...10).contains(count) { throw ValidationError("--count takes a number from 1 to 10.") }
    }

    func run(_ gateway: Gateway) async throws {
        let added = try await gateway.send(PlaybackState.GenerateSuggestions(size: count), see: "hearth queue")
        let output = gateway.output
        if output.isJSON { return output.json(added) }
        guard !added.entries.isEmpty else {
            return output.line("There is nothing to suggest: watch something first, or make room in the queue.")
        }
        var table = Table(.number("NO"), .text("TITLE", isFlexible: true), .text("KIND"), .text("ID"))
        for entry in added.entries {
            table.add(
                "\(entry.position)", CardFormatter.title(entry.card), entry.card?.kind.rawValue ?? "",
                entry.content.rawValue, row: .title(entry.content.rawValue))
        }
        output.table(table)
    }
}

/// `hearth queue never`
struct QueueNever: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "never", abstract: "Never suggest a title, or list those that are never suggested.",
        discussion: "Example: hearth queue never glass harbour")

    @OptionGroup var global: GlobalOptions

    @Argument(
        help: ArgumentHelp(
            "The movie, episode or series: its id, name or @row; none lists them.", valueName: "title"),
        completion: .titles)
    var title: [String] = []

    @Flag(help: "Let it be suggested again.")
    var undo = false

    func validate() throws {
        guard !undo || !title.isEmpty else { throw ValidationError("--undo takes the title to suggest again.") }
    }

    func run(_ gateway: Gateway) async throws {
        guard !title.isEmpty else { return try await list(gateway) }
        let content = try await gateway.resolver.title(title)
        let mark =
            undo
            ? try await gateway.send(PlaybackState.SuggestAgain(content: content), see: Self.see)
            : try await gateway.send(PlaybackState.NeverSuggest(content: content), see: Self.see)
        if gateway.output.isJSON { return gateway.output.json(mark) }
        let state = mark.isExcluded ? "is never suggested" : "may be suggested"
        gateway.output.line("\(mark.content) \(state)\(mark.hasChanged ? "" : ", as before").")
    }

    private static let see = "hearth queue never"

    private func list(_ gateway: Gateway) async throws {
        let list = try await gateway.send(PlaybackState.ListNeverSuggested())
        let output = gateway.output
        if output.isJSON { return output.json(list) }
        guard !list.titles.isEmpty else { return output.line("Every title may be suggested.") }
        let clock = await gateway.clock()
        var table = Table(.text("TITLE", isFlexible: true), .text("KIND"), .text("SINCE"), .text("ID"))
        for title in list.titles {
            table.add(
                CardFormatter.title(title.card), title.card?.kind.rawValue ?? "", clock.day(title.since),
                title.content.rawValue, row: .title(title.content.rawValue))
        }
        output.table(table)
    }
}
