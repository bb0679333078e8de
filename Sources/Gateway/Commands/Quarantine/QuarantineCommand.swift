internal import ArgumentParser
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// `hearth quarantine`
struct QuarantineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quarantine",
        abstract: "List, restore or erase data hidden because its source no longer lists it.",
        discussion: """
            When profiles or the catalog is restored from an older backup, the other services keep their data of profiles \
            and titles that are no longer listed: hidden, for \(Quarantine.keptDays) days of uptime. Nothing is \
            erased earlier. Restoring the right backup, or an import that has the title again, releases the data without \
            a command.
            """,
        subcommands: [List.self, Restore.self, Confirm.self], defaultSubcommand: List.self)

    /// `hearth quarantine list`
    struct List: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List quarantined data by service.")

        @OptionGroup var global: GlobalOptions

        private struct Report: Encodable {
            var entries: [QuarantineQuery.Found]
            var missing: [MissingPart]
        }

        func run(_ gateway: Gateway) async throws {
            let summary = try await QuarantineQuery(gateway: gateway).fetch()
            let output = gateway.output
            if output.isJSON { return output.json(Report(entries: summary.found, missing: summary.missing)) }
            if summary.found.isEmpty { output.line("Nothing is in quarantine.") }
            await QuarantineCommand.show(summary.found, gateway)
            output.tell(summary.missing)
        }
    }

    private static func show(_ found: [QuarantineQuery.Found], _ gateway: Gateway) async {
        guard !found.isEmpty else { return }
        let clock = await gateway.clock()
        var table = Table(
            .text("SERVICE"), .text("WHAT"), .text("ID"), .text("HOLDS", isFlexible: true), .text("SINCE"),
            .number("DAYS LEFT"))
        for item in found {
            let holds = item.entry.holds.map { amount in
                amount.what == "bytes"
                    ? AmountFormatter.bytes(amount.count) : "\(AmountFormatter.number(amount.count)) \(amount.what)"
            }
            table.add(
                item.service, item.entry.kind.rawValue, item.entry.id, holds.joined(separator: ", "),
                clock.time(item.entry.since), "\((item.entry.secondsLeft + 86_399) / 86_400)")
        }
        gateway.output.table(table)
        gateway.output.printTimeZone(clock)
        gateway.output.line(
            gateway.output.coloured(
                "Restore a profile with `hearth quarantine restore ID`, erase with `hearth quarantine confirm ID --yes`.",
                .dim))
    }

    /// `hearth quarantine restore`
    struct Restore: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "restore", abstract: "Restore a profile with all of its data.",
            discussion: """
                Its name and kind were lost with profiles' data and must be given again. Without --kind it becomes a kids \
                profile, which sees less. An import that has its titles restores them.

                Example: hearth quarantine restore 0123456789abcdef0123 --name Kim --kind adult
                """)

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The profile's id, as `hearth quarantine` shows it.")
        var id: String

        @Option(help: "Its new name.")
        var name: String?

        @Option(help: ArgumentHelp("adult or kids.", valueName: "kind"))
        var kind: String = ProfileKind.kids.rawValue

        func validate() throws {
            guard [ProfileKind.adult.rawValue, ProfileKind.kids.rawValue].contains(kind) else {
                throw ValidationError("--kind must be adult or kids.")
            }
        }

        /// Digits of the ID in the default name of a profile.
        private static let nameDigits = 6

        func run(_ gateway: Gateway) async throws {
            let summary = try await QuarantineQuery(gateway: gateway).fetch()
            guard summary.found.contains(where: { $0.entry.kind == .profile && $0.entry.id == id }) else {
                gateway.output.tell(summary.missing)
                throw QuarantineCommand.unknown(id, "profile")
            }
            let profile = try await gateway.send(
                Profiles.RestoreProfile(
                    profile: id, name: name ?? "Restored \(id.prefix(Self.nameDigits))",
                    kind: ProfileKind(rawValue: kind)), see: "hearth profile list")
            if gateway.output.isJSON { return gateway.output.json(profile) }
            gateway.output.line("\(profile.name) is back, as \(profile.kind == .kids ? "a kids" : "an adult") profile.")
            gateway.output.tell(summary.missing)
        }
    }

    static func unknown(_ id: String, _ what: String) -> GatewayFailure {
        GatewayFailure(
            "NOT_IN_QUARANTINE", "No service has a \(what) \"\(id)\" in quarantine.",
            advice: "`hearth quarantine` shows what is.")
    }
}
