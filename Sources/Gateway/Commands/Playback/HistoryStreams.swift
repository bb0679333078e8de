internal import ArgumentParser
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC

/// `hearth history streams`
struct HistoryStreams: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "streams", abstract: "List or forget the links that were played in the last 24 hours.",
        discussion: "Example: hearth history streams --clear expired")

    @OptionGroup var global: GlobalOptions

    @Option(help: ArgumentHelp("Forget all, or only the expired ones.", valueName: "all|expired"))
    var clear: String?

    func validate() throws {
        if let clear, !["all", "expired"].contains(clear) {
            throw ValidationError("--clear takes all or expired, not \(clear).")
        }
    }

    func run(_ gateway: Gateway) async throws {
        let output = gateway.output
        if let clear {
            let request = PlaybackState.ClearRecentStreams(onlyExpired: clear == "expired" ? true : nil)
            let cleared = try await gateway.send(request, see: "hearth history streams")
            if output.isJSON { return output.json(cleared) }
            return output.line("\(AmountFormatter.count(cleared.removed, "stream")) forgotten.")
        }
        let list = try await gateway.send(PlaybackState.ListRecentStreams())
        if output.isJSON { return output.json(list) }
        guard !list.streams.isEmpty else { return output.line("No stream was played in the last 24 hours.") }
        let clock = await gateway.clock()
        var table = Table(
            .text("TITLE", isFlexible: true), .text("LINK"), .text("FIRST"), .text("LAST"), .text("EXPIRES"),
            .text("ID"))
        for stream in list.streams {
            table.add(
                CardFormatter.title(stream.card), stream.variant, clock.time(stream.cachedAt),
                clock.time(stream.lastAccessed), clock.time(stream.expires), stream.content.rawValue,
                row: .title(stream.content.rawValue))
        }
        output.table(table)
        output.printTimeZone(clock)
        output.line(
            output.coloured(
                "\(AmountFormatter.count(list.total, "stream")), \(AmountFormatter.bytes(list.bytes))", .dim))
    }
}
