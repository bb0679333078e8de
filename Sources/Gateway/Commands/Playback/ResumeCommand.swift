internal import ArgumentParser
internal import HearthModel
internal import PlaybackStateAPI

/// `hearth resume`
struct ResumeCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Show titles started and not finished.")

    @OptionGroup var global: GlobalOptions

    @Option(help: ArgumentHelp("How many to show, at most 200.", valueName: "count"))
    var limit: Int32 = PlaybackState.ContinueWatching.standardLimit

    @Option(
        help: ArgumentHelp("Hide this title or series until it is played again.", valueName: "title"),
        completion: .titles)
    var hide: String?

    func validate() throws {
        try PageOptions.check(limit)
    }

    func run(_ gateway: Gateway) async throws {
        if let hide { try await keepAway(hide, gateway) }
        let list = try await gateway.send(PlaybackState.ContinueWatching(limit: limit))
        let output = gateway.output
        if output.isJSON { return output.json(list) }
        let unknown = PlaybackFormatter.unknown(list)
        guard !list.titles.isEmpty else {
            return output.line(unknown ?? "Nothing was begun. Play something with `hearth play ID`.")
        }
        let clock = await gateway.clock()
        var table = Table(
            .text("TITLE", isFlexible: true), .text("KIND"), .number("AT"), .number("OF"), .number("SEEN"),
            .text("LAST"), .text("ID"))
        for title in list.titles {
            table.add(
                CardFormatter.title(title.card), title.card?.kind.rawValue ?? "", SimulatedPlayer.clock(title.resume),
                title.duration.map(SimulatedPlayer.clock) ?? "", PlaybackFormatter.percent(title.progress),
                clock.time(title.lastWatched), title.content.rawValue, row: .title(title.content.rawValue))
        }
        output.table(table)
        if let unknown { output.line(unknown) }
        output.printTimeZone(clock)
    }

    private func keepAway(_ title: String, _ gateway: Gateway) async throws {
        let all = PlaybackState.ContinueWatching(limit: PageRequest.maximumSize)
        let begun = try await gateway.send(all).titles
        let content = try await gateway.resolver.title(title) {
            begun.compactMap { entry in entry.card?.under(entry.content) }
        }
        let isBegun = begun.contains { $0.content == content || $0.card?.series == content }
        // Beyond the list's end it is unknown; the service accepts any ID.
        guard isBegun || begun.count >= Int(PageRequest.maximumSize) else {
            throw GatewayFailure(
                "NOT_BEGUN", "\(Table.printable(content.rawValue)) is not among what was begun.",
                advice: "`hearth resume` shows what is, with the ids.")
        }
        _ = try await gateway.send(
            PlaybackState.HideFromContinueWatching(content: content), see: "hearth resume")
    }
}

/// Texts that the commands about playing share.
enum PlaybackFormatter {
    /// That series are left out of what to go on with; nil when none are.
    static func unknown(_ list: ContinueList) -> String? {
        list.unknownSeries.map { count in
            "Of \(AmountFormatter.count(Int(count), "begun series", plural: "begun series")) the next episode is not known: the catalog "
                + "does not respond."
        }
    }

    /// A part as `45 %`.
    static func percent(_ share: Double) -> String { "\(Int(share * 100)) %" }
}
