internal import ArgumentParser
internal import SchedulerAPI

/// `hearth schedule week`
struct ScheduleWeek: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "week", abstract: "Show seven days as a grid, in the household's time zone.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The first day, YYYY-MM-DD; the first of this week when none is named.")
    var first: String?

    @Option(help: ArgumentHelp("When days start.", valueName: "HH:mm"))
    var from: String?

    @Option(help: ArgumentHelp("When days end; on the next day if not after the start.", valueName: "HH:mm"))
    var to: String?

    @Option(
        help: ArgumentHelp("The profiles of the week; may be given several times.", valueName: "profile"),
        completion: .profiles)
    var of: [String] = []

    func run(_ gateway: Gateway) async throws {
        let profiles = try await ScheduleCommand.profiles(of, gateway)
        let week = try await gateway.send(
            Scheduler.GetWeek(first: first, profiles: profiles, from: from, to: to))
        if gateway.output.isJSON { return gateway.output.json(week) }
        let (names, output) = (await ScheduleCommand.names(gateway), gateway.output)
        let cells = week.days.flatMap(\.rows).flatMap(\.cells)
        guard !week.times.isEmpty || cells.contains(where: WeekFormatter.isShown) else {
            return output.line(
                "These days have no slots, and there is no viewing window."
                    + " Say it: hearth schedule window add fri 20:00 23:00")
        }
        let grid = WeekFormatter(week, width: output.width)
        for row in week.days.first?.rows ?? [] {
            output.line(output.coloured(Table.printable(names[row.profile] ?? row.profile), .bold))
            let lines = grid.lines(of: row.profile)
            for line in lines.isEmpty ? ["nothing in these hours"] : lines { output.line(line) }
            output.line()
        }
        show(week.times, names, output)
        for displaced in week.displaced {
            output.line(
                "Not on: \(Table.printable(displaced.time.slot.title)) at \(displaced.time.localStart);"
                    + " \(Table.printable(displaced.inTheWay.slot.title)) was there first.")
        }
        output.line(output.coloured("Times of \(week.timeZone).", .dim))
    }

    private func show(_ times: [ProgrammeTime], _ names: [String: String], _ output: Output) {
        var table = Table(
            .text("START"), .number("MIN"), .text("TITLE", isFlexible: true), .number("EPS"), .text("KIND"),
            .text("WHO", isFlexible: true), .text("ID"))
        for time in times {
            let slot = time.slot
            table.add(
                time.localStart, "\(slot.minutes)", ScheduleCommand.title(slot),
                slot.episodes > 1 ? "\(slot.episodes)" : "", ScheduleCommand.kind(slot),
                ScheduleCommand.who(slot.profiles, names), slot.id, row: slot.listedRow)
        }
        output.table(table)
    }
}

/// `hearth schedule now`
struct ScheduleNow: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "now", abstract: "Show the current slot, its profiles and end, and the next one.")

    @OptionGroup var global: GlobalOptions

    func run(_ gateway: Gateway) async throws {
        let now = try await gateway.send(Scheduler.Now())
        let output = gateway.output
        if output.isJSON { return output.json(now) }
        guard !now.now.isEmpty || !now.next.isEmpty else { return output.line("Nothing is planned within a day.") }
        let names = await ScheduleCommand.names(gateway)
        var table = Table(
            .text(""), .text("FROM"), .text("UNTIL"), .text("WHAT", isFlexible: true), .text("WHO", isFlexible: true),
            .text("ID"))
        for (when, times) in [("now", now.now), ("next", now.next)] {
            for time in times {
                table.add(
                    when, time.localStart, time.localEnd, ScheduleCommand.title(time.slot),
                    ScheduleCommand.who(time.slot.profiles, names), time.slot.id, row: time.slot.listedRow)
            }
        }
        output.table(table)
    }
}

/// `hearth schedule calendar`
struct ScheduleCalendar: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "calendar", abstract: "Export the schedule as a calendar (iCalendar).",
        discussion: "Example: hearth schedule calendar --days 28 > week.ics")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The first day, YYYY-MM-DD; the first of this week when none is named.")
    var first: String?

    @Option(help: ArgumentHelp("How many days, at most 400.", valueName: "count"))
    var days: Int32 = 7

    func run(_ gateway: Gateway) async throws {
        let feed = try await gateway.send(
            Scheduler.ExportCalendar(first: first, days: days))
        if gateway.output.isJSON { return gateway.output.json(feed) }
        // The last line has its own line end.
        gateway.output.line(feed.text.hasSuffix("\r\n") ? String(feed.text.dropLast(1)) + "\r" : feed.text)
    }
}
