internal import ArgumentParser
internal import CatalogAPI
internal import Foundation
internal import HearthModel

/// `hearth guide grid`
struct GuideGridCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "grid", abstract: "Show the programmes of channels in a range of time.")

    @OptionGroup var global: GlobalOptions

    @Argument(
        help: ArgumentHelp("Channels: numbers, names, ids or @rows; at most 100.", valueName: "channel"),
        completion: .channels)
    var channels: [String]

    @Option(help: ArgumentHelp("The start of the range; now by default.", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("How many hours, at most 48.", valueName: "hours"))
    var hours = 6

    func validate() throws {
        guard (1...Catalog.GuideGrid.maximumHours).contains(hours) else {
            throw ValidationError("--hours must be between 1 and \(Catalog.GuideGrid.maximumHours).")
        }
        guard channels.count <= Catalog.GuideGrid.maximumChannels else {
            throw ValidationError("At most \(Catalog.GuideGrid.maximumChannels) channels are shown at once.")
        }
    }

    func run(_ gateway: Gateway) async throws {
        let clock = await gateway.clock()
        let (channels, unknown) = try await GuideCommand.channels(self.channels, gateway)
        if channels.isEmpty, let failure = GuideCommand.missing(unknown) { throw failure }
        let begin = try from.map { try clock.moment($0, of: "--from") } ?? gateway.now
        let request = Catalog.GuideGrid(
            channels: channels, from: begin,
            until: begin.addingTimeInterval(Double(hours) * 3_600))
        let grid = try await gateway.send(request, see: "hearth search --type channel")
        let output = gateway.output
        if output.isJSON { output.json(grid) } else { show(grid, clock, output) }
        let shown = Set(grid.rows.map(\.channel.id))
        let missing = channels.filter { !shown.contains($0) }.map(\.rawValue)
        if let failure = GuideCommand.missing(unknown + missing) { throw failure }
    }

    private func show(_ grid: Catalog.GuideGrid.Response, _ clock: WallClock, _ output: Output) {
        for (index, row) in grid.rows.enumerated() {
            if index > 0 { output.line() }
            let number = row.number.map { "\(Table.printable($0)) " } ?? ""
            output.line(output.coloured(number + Table.printable(row.channel.title), .bold))
            guard !row.programmes.isEmpty else {
                output.line("The guide has no details of it.")
                continue
            }
            var table = Table(
                .text("FROM"), .text("UNTIL"), .text("PROGRAMME", isFlexible: true), .text("RATING"),
                .text("GENRES", isFlexible: true), .text("MARKS"))
            for programme in row.programmes {
                table.add(
                    clock.time(programme.start), clock.time(programme.stop), programme.displayTitle,
                    programme.rating == .unrated ? "" : programme.rating.rawValue,
                    programme.kinds.joined(separator: ", "), programme.marks.joined(separator: ", "))
            }
            output.table(table)
        }
        if !grid.rows.isEmpty { output.printTimeZone(clock) }
    }
}

/// `hearth guide catchup`
struct GuideCatchup: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "catchup", abstract: "Print the catch-up address of a programme that has started, for a player.",
        discussion: """
            The address may contain the account's password: give it to a player only.

            Example: mpv "$(hearth guide catchup ch_... "01-31 20:15")"
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The channel: its number, name, id or @row.", completion: .channels)
    var channel: String

    @Argument(help: "A time: 20:15 today, \"01-31 20:15\", or 2026-01-31T20:15:00Z; or words of its title.")
    var time: String

    /// How far back a programme is looked for by its title: a week, as long as most channels keep theirs.
    private static let pastSeconds = 7 * 86_400.0

    func run(_ gateway: Gateway) async throws {
        let clock = await gateway.clock()
        let channel = try await gateway.resolver.channel(channel)
        let moment = try await gateway.resolver.moment(time, of: "TIME", on: channel, past: Self.pastSeconds, clock)
        let request = Catalog.ResolveCatchup(channel: channel, at: moment)
        let stream = try await gateway.send(request, see: "hearth guide grid")
        let output = gateway.output
        if output.isJSON { return output.json(stream) }
        output.line(Table.printable(stream.url))
        if !stream.headers.isEmpty { output.note("It needs its own headers: --json shows them.") }
    }
}
