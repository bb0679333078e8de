internal import ArgumentParser
internal import HearthModel
internal import ProfilesAPI
internal import SchedulerAPI
internal import ServiceKit

/// `hearth schedule`
struct ScheduleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Schedule the household's week: viewing windows, booked and generated slots.",
        discussion: """
            hearth schedule                              this week as a grid
            hearth schedule window add fri 20:00 23:00   when you watch
            hearth schedule window add mon-fri 19:00 20:00
            hearth schedule generate                     generate slots for the free time
            hearth schedule veto SLOT                    veto a slot, list alternatives
            hearth schedule book 2027-01-31T20:15 TITLE  book a title
            hearth schedule calendar > week.ics          export as iCalendar
            """,
        subcommands: [
            ScheduleWeek.self, ScheduleNow.self, ScheduleWindow.self, ScheduleGenerate.self, ScheduleBook.self,
            ScheduleMove.self, ScheduleRemove.self, ScheduleVeto.self, ScheduleShow.self, ScheduleMoods.self,
            ScheduleCalendar.self,
        ], defaultSubcommand: ScheduleWeek.self)

    /// The command that shows a change's outcome.
    static let see = "hearth schedule"

    /// The ids of profiles given by name or id, and the caller's own; nil when no name is given.
    static func profiles(_ names: [String], _ gateway: Gateway) async throws -> [String]? {
        guard !names.isEmpty else { return nil }
        let all = try await gateway.send(Profiles.ListProfiles()).profiles
        let own = try await gateway.session().profile
        var ids: [String] = []
        for name in names {
            do { ids.append(try await gateway.resolver.profile(name).id) } catch var failure as GatewayFailure {
                // It is an option's value, not what the command is about.
                if failure.code == Noun.profile.code { failure.status = .usage }
                throw failure
            }
        }
        return Set(ids + all.filter { $0.name == own }.map(\.id)).sorted()
    }

    /// The names of profiles by ID, as far as they are known: a week is shown without them, too.
    static func names(_ gateway: Gateway) async -> [String: String] {
        let all = try? await gateway.send(Profiles.ListProfiles()).profiles
        return Dictionary((all ?? []).map { ($0.id, $0.name) }) { first, _ in first }
    }

    /// Slots as a table, or as JSON.
    static func show(_ slots: [ProgrammeSlot], _ names: [String: String], _ output: Output) {
        var table = Table(
            .text("START"), .number("MIN"), .text("TITLE", isFlexible: true), .number("EPS"), .text("KIND"),
            .text("WHO", isFlexible: true), .text("WHY", isFlexible: true), .text("ID"))
        for slot in slots {
            table.add(
                slot.start, "\(slot.minutes)", title(slot), slot.episodes > 1 ? "\(slot.episodes)" : "",
                kind(slot), who(slot.profiles, names), slot.reasons.joined(separator: ", "), slot.id,
                row: slot.listedRow)
        }
        output.table(table)
    }

    /// The slot's title, and whether the library still has it.
    static func title(_ slot: ProgrammeSlot) -> String {
        slot.title + (slot.isAvailable ? "" : " (\(CardFormatter.gone))")
    }

    /// A slot's origin, and its restrictions.
    static func kind(_ slot: ProgrammeSlot) -> String {
        slot.kind.rawValue + (slot.isFamilyFriendly ? ", family" : "")
    }

    static func who(_ profiles: [String], _ names: [String: String]) -> String {
        profiles.map { names[$0] ?? $0 }.joined(separator: ", ")
    }

    /// Prints the services that could not be queried, if any.
    static func printMissing(_ missing: [String], _ output: Output) {
        guard !missing.isEmpty else { return }
        output.note("Planned without \(missing.joined(separator: " and ")): not reached. See `hearth status`.")
    }

    /// The current slot, to change it from its version.
    static func slot(_ id: String, _ gateway: Gateway) async throws -> ProgrammeSlot {
        try await gateway.resolver.slot(id)
    }
}

/// `hearth schedule moods`
struct ScheduleMoods: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "moods", abstract: "List the words for moods, and how many shows have them.",
        discussion: "Give a show one with `hearth schedule show TITLE --mood WORD`.")

    @OptionGroup var global: GlobalOptions

    func run(_ gateway: Gateway) async throws {
        let list = try await gateway.send(Scheduler.ListMoods())
        let output = gateway.output
        if output.isJSON { return output.json(list) }
        var table = Table(.text("MOOD", isFlexible: true), .number("SHOWS"), .text("SUGGESTED"))
        for mood in list.moods { table.add(mood.word, "\(mood.shows)", mood.isSuggested ? "yes" : "") }
        output.table(table)
    }
}
