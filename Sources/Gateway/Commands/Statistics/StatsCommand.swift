internal import ArgumentParser
internal import Foundation
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI

/// `hearth stats`
struct StatsCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Show what was watched most, and for how long, by day or week.",
        discussion: """
            Counts what was really watched by the acting profile, or by the one of --of, or with --everyone by each of the \
            household. Days and weeks are the household's. Nothing of it leaves this household.

            Example: hearth stats --weeks 8 --svg weeks.svg
            """)

    @OptionGroup var global: GlobalOptions

    @Option(
        help: ArgumentHelp("The profile that is counted, by name, id or @row.", valueName: "profile"),
        completion: .profiles)
    var of: String?

    @Flag(help: "Count all profiles of the household.")
    var everyone = false

    @Option(help: ArgumentHelp("How many days, today included: 1 to 366; 30 without it.", valueName: "count"))
    var days: Int32?

    @Option(help: ArgumentHelp("How many weeks from Monday on, this one included: 1 to 104.", valueName: "count"))
    var weeks: Int32?

    @Option(help: ArgumentHelp("The length of each list: 1 to 100.", valueName: "count"))
    var limit: Int32 = PlaybackState.GetStatistics.standardLimit

    @Flag(help: "Show instead how players have waited for data, by title and link.")
    var buffering = false

    @Option(
        help: ArgumentHelp("Draw the days or weeks into this file, as SVG.", valueName: "file"), completion: .file())
    var svg: String?

    func validate() throws {
        typealias Request = PlaybackState.GetStatistics
        guard days == nil || weeks == nil else { throw ValidationError("Use --days or --weeks: one of the two.") }
        guard of == nil || !everyone else { throw ValidationError("Use --of or --everyone: one of the two.") }
        if let days, !(1...Request.maximumDays).contains(days) {
            throw ValidationError("--days must be between 1 and \(Request.maximumDays).")
        }
        if let weeks, !(1...Request.maximumWeeks).contains(weeks) {
            throw ValidationError("--weeks must be between 1 and \(Request.maximumWeeks).")
        }
        guard (1...Request.maximumLimit).contains(limit) else {
            throw ValidationError("--limit must be between 1 and \(Request.maximumLimit).")
        }
        guard !buffering || (of == nil && weeks == nil && svg == nil) else {
            throw ValidationError("--buffering is of the household, by --days alone, and draws nothing.")
        }
    }

    func run(_ gateway: Gateway) async throws {
        if buffering { return try await showBuffering(gateway) }
        let profile = try await profile(gateway)
        let request = PlaybackState.GetStatistics(
            profile: profile?.id, household: everyone ? true : nil, days: days, weeks: weeks, limit: limit)
        let statistics = try await gateway.send(request)
        let names = everyone ? try await names(gateway) : [:]
        if let svg { try await draw(statistics, profile?.name, into: svg) }
        let output = gateway.output
        if output.isJSON { return output.json(statistics) }
        StatsFormatter(names: names, isByWeek: weeks != nil).show(statistics, profile?.name, output)
        if let svg { output.line("The chart is in \(Table.printable(svg)).") }
    }

    private func profile(_ gateway: Gateway) async throws -> Profile? {
        guard let of else { return nil }
        return try await ProfileCommand.find(of, gateway)
    }

    private func names(_ gateway: Gateway) async throws -> [String: String] {
        let profiles = try await gateway.send(Profiles.ListProfiles()).profiles
        return Dictionary(profiles.map { ($0.id, $0.name) }) { first, _ in first }
    }

    private func draw(_ statistics: WatchStatistics, _ name: String?, into path: String) async throws {
        let title = StatsFormatter.title(statistics, everyone ? "All profiles" : name)
        let chart = WatchChart(title: title, bars: statistics.periods.map { ($0.name, $0.seconds) })
        do {
            try Data(chart.svg.utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw GatewayFailure(
                "NOT_WRITTEN", "\(Table.printable(path)) cannot be written.",
                advice: "Check its folder and permissions.")
        }
    }

    private func showBuffering(_ gateway: Gateway) async throws {
        let list = try await gateway.send(PlaybackState.GetBuffering(days: days, limit: limit))
        let output = gateway.output
        if output.isJSON { return output.json(list) }
        guard !list.links.isEmpty else {
            return output.line("Nothing was watched from \(list.from) to \(list.through).")
        }
        var table = Table(
            .text("TITLE", isFlexible: true), .text("LINK"), .number("WAITS"), .number("MEAN"), .number("AN HOUR"),
            .number("WATCHED"))
        for link in list.links {
            table.add(
                link.title ?? link.content.rawValue, link.variant, AmountFormatter.number(link.events),
                link.events > 0 ? "\(AmountFormatter.decimal(link.meanSeconds)) s" : "",
                AmountFormatter.decimal(link.perHour), AmountFormatter.seconds(Double(link.secondsWatched)))
        }
        output.table(table)
        output.line(output.coloured("\(list.from) to \(list.through)", .dim))
    }
}
