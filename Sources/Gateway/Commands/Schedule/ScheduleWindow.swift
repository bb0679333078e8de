internal import ArgumentParser
internal import SchedulerAPI

/// `hearth schedule window`
struct ScheduleWindow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "window", abstract: "Say when somebody watches.",
        subcommands: [List.self, Add.self, Remove.self], defaultSubcommand: List.self)

    /// `hearth schedule window list`
    struct List: GatewayCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the windows.")

        @OptionGroup var global: GlobalOptions

        func run(_ gateway: Gateway) async throws {
            let list = try await gateway.send(Scheduler.ListWindows(), to: ScheduleCommand.service)
            let output = gateway.output
            if output.isJSON { return output.json(list) }
            guard !list.windows.isEmpty else {
                return output.line("No windows. Add one: hearth schedule window add fri 20:00 23:00")
            }
            let names = await ScheduleCommand.names(gateway)
            var table = Table(
                .text("DAY"), .text("FROM"), .text("TO"), .text("LABEL", isFlexible: true),
                .text("WHO", isFlexible: true), .text("RULES"), .text("ID"))
            for window in list.windows {
                let rules = [
                    window.isFamilyFriendly ? "family friendly" : nil, window.partnerMustLike ? "all must like" : nil,
                ].compactMap(\.self).joined(separator: ", ")
                table.add(
                    WeekdayArgument.name(window.dayOfWeek), window.start, window.end, window.label ?? "",
                    ScheduleCommand.who(window.profiles, names), rules, window.id)
            }
            output.table(table)
        }
    }

    /// `hearth schedule window add`
    struct Add: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a time of the week.",
            discussion: "Example: hearth schedule window add fri 20:00 23:00 --with Kim --family-friendly")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "mon to sun.")
        var day: WeekdayArgument

        @Argument(help: "When it begins, HH:mm.")
        var start: String

        @Argument(help: "When it ends, HH:mm; not after the start: on the next day.")
        var end: String

        @Option(help: ArgumentHelp("Who watches too; may be given several times.", valueName: "profile"))
        var with: [String] = []

        @Option(help: ArgumentHelp("What it is called.", valueName: "text"))
        var label: String?

        @Flag(help: "Plan only what kids may see.")
        var familyFriendly = false

        @Flag(help: "Plan only what every other adult has approved of.")
        var partnerMustLike = false

        func run(_ gateway: Gateway) async throws {
            let window = try await gateway.send(
                Scheduler.AddWindow(
                    profiles: try await ScheduleCommand.profiles(with, gateway), dayOfWeek: day.number, start: start,
                    end: end, label: label, isFamilyFriendly: familyFriendly, partnerMustLike: partnerMustLike),
                to: ScheduleCommand.service, see: "hearth schedule window")
            if gateway.output.isJSON { return gateway.output.json(window) }
            gateway.output.line(
                "\(WeekdayArgument.name(window.dayOfWeek)) \(window.start) to \(window.end) is window \(window.id).")
        }
    }

    /// `hearth schedule window remove`
    struct Remove: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a window; what is planned in it stays.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The window's id.")
        var id: String

        func run(_ gateway: Gateway) async throws {
            let all = try await gateway.send(Scheduler.ListWindows(), to: ScheduleCommand.service).windows
            // One that is not there is the service's to refuse.
            let version = all.first { $0.id == id }?.version ?? 0
            let empty = try await gateway.send(
                Scheduler.RemoveWindow(id: id, version: version), to: ScheduleCommand.service,
                see: "hearth schedule window")
            if gateway.output.isJSON { return gateway.output.json(empty) }
            gateway.output.line("Window \(Table.printable(id)) is gone.")
        }
    }
}
