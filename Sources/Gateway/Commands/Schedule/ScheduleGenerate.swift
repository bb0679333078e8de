internal import ArgumentParser
internal import HearthModel
internal import SchedulerAPI

/// `hearth schedule generate`
struct ScheduleGenerate: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Generate slots in the free time of your windows; booked slots stay.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The first day, YYYY-MM-DD; the first of this week when none is named.")
    var first: String?

    @Option(help: ArgumentHelp("The random seed: the same seed and titles give the same week.", valueName: "number"))
    var seed: Int64?

    @Flag(help: "Show the plan without storing it.")
    var trial = false

    func run(_ gateway: Gateway) async throws {
        let week = try await gateway.send(
            Scheduler.GenerateWeek(first: first, seed: seed, isTrial: trial ? true : nil),
            see: ScheduleCommand.see)
        let output = gateway.output
        if output.isJSON { return output.json(week) }
        ScheduleCommand.printMissing(week.missing, output)
        if week.withoutLength > 0 {
            output.note(
                "\(AmountFormatter.count(Int64(week.withoutLength), "title")) of unknown length left out."
                    + " Book them yourself with --minutes.")
        }
        guard !week.slots.isEmpty else {
            return output.line(
                week.freeMinutes == 0
                    ? "There is no free time to plan. Add a window: hearth schedule window add fri 20:00 23:00"
                    : "Nothing fits into \(week.freeMinutes) free minutes, of \(AmountFormatter.count(Int64(week.candidates), "title"))."
            )
        }
        ScheduleCommand.show(week.slots, await ScheduleCommand.names(gateway), output)
        output.line(
            output.coloured(
                "\(AmountFormatter.count(Int64(week.slots.count), "slot")) of \(AmountFormatter.count(Int64(week.candidates), "title")),"
                    + " \(AmountFormatter.count(Int64(week.freeMinutes), "minute")) left free, \(week.points) points, seed \(week.seed)",
                .dim))
    }
}

/// `hearth schedule show`
struct ScheduleShow: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Set your opinion of a film or series; without one, list the opinions.",
        discussion: "Example: hearth schedule show glass harbour --approve yes --bingeable")

    @OptionGroup var global: GlobalOptions

    @Argument(
        help: ArgumentHelp("The film or series: its id, name or @row.", valueName: "title"), completion: .titles)
    var title: [String] = []

    @Option(help: ArgumentHelp("Whether you would watch it: yes, no or unknown.", valueName: "answer"))
    var approve: ChoiceArgument<Approval>?

    @Flag(inversion: .prefixedNo, help: "Many episodes in a row are fine.")
    var bingeable: Bool?

    @Flag(inversion: .prefixedNo, help: "Add it to the maybe pool.")
    var maybe: Bool?

    @Option(help: ArgumentHelp("A mood; may be given several times.", valueName: "word"))
    var mood: [String] = []

    func run(_ gateway: Gateway) async throws {
        let output = gateway.output
        let list: ShowList
        if !title.isEmpty {
            let content = try await gateway.resolver.title(title)
            let show = try await gateway.send(
                Scheduler.SetShow(
                    content: content, approval: approve?.value, isBingeable: bingeable,
                    isMaybe: maybe, moods: mood.isEmpty ? nil : mood),
                see: "hearth schedule show")
            list = ShowList(shows: [show])
        } else {
            list = try await gateway.send(Scheduler.ListShows(onlyMaybe: maybe))
        }
        if output.isJSON { return output.json(list) }
        guard !list.shows.isEmpty else { return output.line("No opinion of a show is set.") }
        let names = await ScheduleCommand.names(gateway)
        var table = Table(
            .text("TITLE", isFlexible: true), .text("YES"), .text("NO"), .text("VETOED BY"),
            .text("MOODS", isFlexible: true), .text("IS"),
            .text("ID"))
        for show in list.shows {
            let marks = [
                show.matchedBy == nil ? nil : "match", show.isBingeable ? "bingeable" : nil,
                show.isMaybe ? "maybe" : nil,
            ].compactMap(\.self)
            table.add(
                show.card.title, ScheduleCommand.who(show.approvedBy, names),
                ScheduleCommand.who(show.refusedBy, names), ScheduleCommand.who(show.vetoedBy, names),
                show.moods.joined(separator: ", "),
                marks.joined(separator: ", "), show.card.id.rawValue, row: .title(show.card.id.rawValue))
        }
        output.table(table)
    }
}
