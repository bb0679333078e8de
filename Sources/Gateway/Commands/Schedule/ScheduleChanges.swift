internal import ArgumentParser
internal import HearthModel
internal import SchedulerAPI

/// `hearth schedule book`
struct ScheduleBook: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "book", abstract: "Book a title, or reserve a time.",
        discussion: """
            hearth schedule book 2027-01-31T20:15 glass harbour --with Kim
            hearth schedule book 2027-01-29T20:15 --minutes 90 --label "Quiz night" --rule FREQ=WEEKLY
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The start, YYYY-MM-DDTHH:mm in the household's time zone.")
    var start: String

    @Argument(
        help: ArgumentHelp("The title: its id, name or @row; without it the time is reserved.", valueName: "title"),
        completion: .titles)
    var title: [String] = []

    @Option(help: ArgumentHelp("The length; by default the title's, when it is known.", valueName: "count"))
    var minutes: Int32?

    @Option(help: ArgumentHelp("How many episodes.", valueName: "count"))
    var episodes: Int32?

    @Option(help: ArgumentHelp("The recurrence rule (RFC 5545).", valueName: "rule"))
    var rule: String?

    @Option(help: ArgumentHelp("What it is called.", valueName: "text"))
    var label: String?

    @Option(
        help: ArgumentHelp("Another viewer; may be given several times.", valueName: "profile"), completion: .profiles)
    var with: [String] = []

    @Flag(help: "Only titles that kids may see.")
    var familyFriendly = false

    @Flag(help: "Only titles that every other adult has approved.")
    var partnerMustLike = false

    func run(_ gateway: Gateway) async throws {
        let content = title.isEmpty ? nil : try await gateway.resolver.title(title)
        let slot = try await gateway.send(
            Scheduler.BookSlot(
                profiles: try await ScheduleCommand.profiles(with, gateway), start: start, minutes: minutes, rule: rule,
                content: content, episodes: episodes, label: label,
                isFamilyFriendly: familyFriendly, partnerMustLike: partnerMustLike), see: ScheduleCommand.see)
        if gateway.output.isJSON { return gateway.output.json(slot) }
        gateway.output.line(
            "\(Table.printable(slot.title)) is on at \(slot.start) for \(slot.minutes) minutes, as \(slot.id).")
    }
}

/// `hearth schedule move`
struct ScheduleMove: GatewayCommand {
    static let configuration = CommandConfiguration(commandName: "move", abstract: "Move a slot to another time.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The slot: its id, title or @row.")
    var id: String

    @Argument(help: "The new start, YYYY-MM-DDTHH:mm.")
    var start: String

    @Option(help: ArgumentHelp("The new length.", valueName: "count"))
    var minutes: Int32?

    func run(_ gateway: Gateway) async throws {
        let old = try await ScheduleCommand.slot(id, gateway)
        var request = Scheduler.EditSlot(id: old.id, version: old.version)
        (request.start, request.minutes) = (start, minutes)
        let slot = try await gateway.send(request, see: ScheduleCommand.see)
        if gateway.output.isJSON { return gateway.output.json(slot) }
        gateway.output.line("\(Table.printable(slot.title)) is on at \(slot.start) now.")
    }
}

/// `hearth schedule remove`
struct ScheduleRemove: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a slot, or one occurrence of a recurring slot.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The slot: its id, title or @row.")
    var id: String

    @Option(help: ArgumentHelp("The day of the occurrence to remove.", valueName: "YYYY-MM-DD"))
    var day: String?

    func run(_ gateway: Gateway) async throws {
        let old = try await ScheduleCommand.slot(id, gateway)
        let removed = try await gateway.send(
            Scheduler.RemoveSlot(id: old.id, version: old.version, day: day),
            see: ScheduleCommand.see)
        if gateway.output.isJSON { return gateway.output.json(removed) }
        gateway.output.line("\(Table.printable(old.title)) is out\(day.map { " on \($0)" } ?? "").")
    }
}

/// `hearth schedule veto`
struct ScheduleVeto: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "veto", abstract: "Veto a slot, and list alternatives.",
        discussion: "Example: hearth schedule veto SLOT --take 1")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The slot: its id, title or @row.")
    var id: String

    @Option(help: ArgumentHelp("The day of a recurring slot's occurrence.", valueName: "YYYY-MM-DD"))
    var day: String?

    @Option(help: ArgumentHelp("Book this alternative at once; the best is 1.", valueName: "number"))
    var take: Int?

    func validate() throws {
        if let take, take < 1 { throw ValidationError("--take counts from 1.") }
    }

    func run(_ gateway: Gateway) async throws {
        let old = try await ScheduleCommand.slot(id, gateway)
        let vetoed = try await gateway.send(
            Scheduler.VetoSlot(id: old.id, version: old.version, day: day),
            see: ScheduleCommand.see)
        let output = gateway.output
        ScheduleCommand.printMissing(vetoed.missing, output)
        if let take {
            guard vetoed.alternatives.count >= take else {
                throw ValidationError("There are \(vetoed.alternatives.count) alternatives. The slot is vetoed.")
            }
            let slot = try await gateway.send(
                Scheduler.BookSlot(vetoed.alternatives[take - 1]), see: ScheduleCommand.see
            )
            if output.isJSON { return output.json(slot) }
            return output.line("\(Table.printable(slot.title)) is on at \(slot.start) instead, as \(slot.id).")
        }
        if output.isJSON { return output.json(vetoed) }
        output.line("\(Table.printable(old.title)) is out. The time from \(vetoed.start) on is free.")
        guard !vetoed.alternatives.isEmpty else { return output.line("Nothing else fits.") }
        var table = Table(
            .number("NO"), .text("INSTEAD", isFlexible: true), .number("EPS"), .number("MIN"),
            .text("WHY", isFlexible: true), .text("CONTENT"))
        for (number, alternative) in vetoed.alternatives.enumerated() {
            table.add(
                "\(number + 1)", alternative.title, alternative.episodes > 1 ? "\(alternative.episodes)" : "",
                "\(alternative.minutes)", alternative.reasons.joined(separator: ", "), alternative.card.id.rawValue,
                row: .title(alternative.card.id.rawValue))
        }
        output.table(table)
        let with = try await company(of: old, gateway)
        output.line(output.coloured("Put one in: hearth schedule book \(vetoed.start) CONTENT\(with)", .dim))
    }

    /// The other viewers, as `book` takes them.
    private func company(of slot: ProgrammeSlot, _ gateway: Gateway) async throws -> String {
        guard slot.profiles.count > 1 else { return "" }
        let (names, own) = (await ScheduleCommand.names(gateway), try await gateway.session().profile)
        return slot.profiles.map { names[$0] ?? $0 }.filter { $0 != own }.map { " --with \"\($0)\"" }.joined()
    }
}
