internal import ArgumentParser
internal import ServiceKit

/// The command tree.
struct HearthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hearth",
        abstract: "A household's media: start its services, fill them, search and watch over them.",
        discussion: """
            hearth up --detach                start the services on this machine
            hearth import channels.m3u        take in a playlist or a guide
            hearth home                       what to go on with, what is on, what is new
            hearth search news                find something to watch
            hearth guide                      what is on now, and next
            hearth resume                     what was begun and not finished
            hearth status                     how everything is

            Settings come from flags, HEARTH_* variables and a YAML file, in this order; see `hearth config`.

            Exit codes:
            0   well; parts that are missing are named
            1   a definite failure, such as "not found"
            64  wrong command line
            65  an input file is not what it should be
            66  an input file is not there
            69  a service cannot be reached
            70  something broke
            73  something else runs here already
            75  the outcome is unknown
            77  not permitted
            78  wrong configuration
            """,
        version: HearthVersion.current,
        groupedSubcommands: [
            CommandGroup(
                name: "The cluster",
                subcommands: [
                    UpCommand.self, DownCommand.self, RestartCommand.self, StatusCommand.self, DoctorCommand.self,
                    QuarantineCommand.self,
                ]),
            CommandGroup(
                name: "What goes on inside", subcommands: [SysCommand.self, MetricsCommand.self, ChaosCommand.self]),
            CommandGroup(
                name: "What there is",
                subcommands: [
                    HomeCommand.self, DiscoverCommand.self, ImportCommand.self, SourceCommand.self, SearchCommand.self,
                    TitleCommand.self, GuideCommand.self, CatalogCommand.self, ExplainCommand.self, CorrectCommand.self,
                ]),
            CommandGroup(
                name: "What is played",
                subcommands: [
                    PlayCommand.self, ResumeCommand.self, QueueCommand.self, HistoryCommand.self, ActivityCommand.self,
                ]),
            CommandGroup(name: "What is kept", subcommands: [DownloadCommand.self]),
            CommandGroup(name: "What to read", subcommands: [ReadCommand.self]),
            CommandGroup(name: "What is planned", subcommands: [ScheduleCommand.self]),
            CommandGroup(
                name: "Who watches", subcommands: [FavouriteCommand.self, ProfileCommand.self, HouseholdCommand.self]),
            CommandGroup(name: "Any method", subcommands: [CallCommand.self, ListCommand.self, DescribeCommand.self]),
            CommandGroup(name: "Set-up", subcommands: [ConfigCommand.self, KeysCommand.self]),
        ])
}

/// A command that works with a ``Gateway``.
protocol GatewayCommand: AsyncParsableCommand {
    var global: GlobalOptions { get }

    /// Does what the command is for.
    ///
    /// - Throws: ``GatewayFailure`` or what becomes one.
    func run(_ gateway: Gateway) async throws
}

extension GatewayCommand {
    func run() async throws {
        let gateway = try Gateway(global)
        guard global.trace else { return try await run(gateway) }
        try await CommandTrace(gateway: gateway, name: Self._commandName).around { try await run(gateway) }
    }
}
