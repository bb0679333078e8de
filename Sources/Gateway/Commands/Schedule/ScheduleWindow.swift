internal import ArgumentParser
internal import SchedulerAPI

/// `hearth schedule window`
struct ScheduleWindow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "window", abstract: "Manage viewing windows.",
        subcommands: [List.self, Add.self, Remove.self], defaultSubcommand: List.self)

    /// `hearth schedule window list`
    struct List: GatewayCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the windows.")

        @OptionGroup var global: GlobalOptions

        func run(_ gateway: Gateway) async throws {
            let list = try await gateway.send(Scheduler.ListWindows())
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
                    WeekdaysArgument.name(window.dayOfWeek), window.start, window.end, window.label ?? "",
                    ScheduleCommand.who(window.profiles, names), rules, window.id,
                    row: ListedRow([.window: window.id]))
            }
            output.table(table)
        }
    }

    /// `hearth schedule window add`
    struct Add: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a weekly window.",
            discussion: """
                hearth schedule window add fri 20:00 23:00 --with Kim --family-friendly
                hearth schedule window add mon-fri 19:00 20:30
                hearth schedule window add sat,sun 22:00 01:00 --next-day

                Each day becomes a window of its own. Windows of the same profiles never overlap.
                """)

        @OptionGroup var global: GlobalOptions

        @Argument(
            help: "A day (mon to sun), a range (mon-fri), a list (sat,sun), weekdays, weekend or daily.",
            completion: .list(WeekdaysArgument.allValueStrings), transform: WeekdaysArgument.parse)
        var days: WeekdaysArgument

        @Argument(help: "When it begins, HH:mm.")
        var start: String

        @Argument(help: "When it ends, HH:mm; 24:00 is midnight.")
        var end: String

        @Flag(help: "The window ends on the next day.")
        var nextDay = false

        @Option(
            help: ArgumentHelp("Another viewer; may be given several times.", valueName: "profile"),
            completion: .profiles)
        var with: [String] = []

        @Option(help: ArgumentHelp("What it is called.", valueName: "text"))
        var label: String?

        @Flag(help: "Only titles that kids may see.")
        var familyFriendly = false

        @Flag(help: "Only titles that every other adult has approved.")
        var partnerMustLike = false

        func validate() throws {
            // The service rejects an invalid time.
            guard Self.isTime(start), Self.isTime(end), start != end else { return }
            // Midnight is the end of the day by either name.
            let endsNextDay = end < start && end != "00:00"
            if endsNextDay, !nextDay {
                throw ValidationError(
                    "It would end at \(end), before it begins at \(start). For a window over midnight add --next-day.")
            }
            if nextDay, end > start {
                throw ValidationError(
                    "With --next-day it would take more than a day. Leave that out, or end it before \(start).")
            }
        }

        private static func isTime(_ text: String) -> Bool {
            let form = text.utf8.map { (0x30...0x39).contains($0) ? UInt8(ascii: "0") : $0 }
            return form.elementsEqual("00:00".utf8)
        }

        func run(_ gateway: Gateway) async throws {
            let profiles = try await ScheduleCommand.profiles(with, gateway)
            var added: [ProgrammeWindow] = []
            for day in days.numbers {
                do {
                    added.append(
                        try await gateway.send(
                            Scheduler.AddWindow(
                                profiles: profiles, dayOfWeek: day, start: start, end: end, label: label,
                                isFamilyFriendly: familyFriendly, partnerMustLike: partnerMustLike),
                            see: "hearth schedule window"))
                } catch {
                    // The windows before it are stored, and the caller must know.
                    show(added, gateway.output)
                    throw error
                }
            }
            show(added, gateway.output)
        }

        /// One window as itself, as ever; several as a list.
        private func show(_ windows: [ProgrammeWindow], _ output: Output) {
            guard output.isJSON else {
                for window in windows {
                    let day = WeekdaysArgument.name(window.dayOfWeek)
                    output.line("\(day) \(window.start) to \(window.end) is window \(window.id).")
                }
                return
            }
            if days.numbers.count > 1 {
                output.json(Added(windows: windows))
            } else if let window = windows.first {
                output.json(window)
            }
        }

        private struct Added: Encodable {
            let windows: [ProgrammeWindow]
        }
    }

    /// `hearth schedule window remove`
    struct Remove: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a window; its slots stay.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The window: its id, label, day or @row.")
        var id: String

        func run(_ gateway: Gateway) async throws {
            // One that is not there is the service's to refuse.
            let window = try await gateway.resolver.window(id)
            let (id, version) = (window?.id ?? id, window?.version ?? 0)
            let empty = try await gateway.send(
                Scheduler.RemoveWindow(id: id, version: version),
                see: "hearth schedule window")
            if gateway.output.isJSON { return gateway.output.json(empty) }
            gateway.output.line("Window \(Table.printable(id)) is gone.")
        }
    }
}
