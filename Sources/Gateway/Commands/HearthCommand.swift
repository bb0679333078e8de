internal import ArgumentParser
internal import ServiceKit

/// The command tree.
struct HearthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hearth",
        abstract: "Run and use a household's media services: import, search, play, schedule and monitor.",
        discussion: """
            hearth setup                      set up a new household, step by step
            hearth up --detach                start the services on this machine
            hearth import channels.m3u        import a playlist or a guide
            hearth home                       continue watching, on now, new titles
            hearth search news                find something to watch
            hearth guide                      what is on now and next
            hearth resume                     titles started and not finished
            hearth status                     the health of every service

            Settings come from flags, HEARTH_* variables and a YAML file, in this order; see `hearth config`.

            Exit codes:
            0   success; missing parts are named
            1   a definite failure, such as "not found"
            64  wrong command line
            65  an input file is invalid
            66  an input file does not exist
            69  a service cannot be reached
            70  internal error
            73  another instance runs here already
            75  the outcome is unknown
            77  not permitted
            78  invalid configuration
            """,
        version: HearthVersion.description,
        subcommands: [CommandReference.self, GlobalHelp.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Cluster",
                subcommands: [
                    UpCommand.self, DownCommand.self, RestartCommand.self, StatusCommand.self, TopCommand.self,
                    LogsCommand.self, DoctorCommand.self, QuarantineCommand.self, BackupCommand.self,
                    RestoreCommand.self, RollbackCommand.self, UndoCommand.self, ExportCommand.self,
                    ImportArchiveCommand.self,
                ]),
            CommandGroup(
                name: "Library",
                subcommands: [
                    HomeCommand.self, DiscoverCommand.self, ImportCommand.self, SourceCommand.self, SearchCommand.self,
                    TitleCommand.self, GuideCommand.self, CatalogCommand.self, ExplainCommand.self, CorrectCommand.self,
                ]),
            CommandGroup(
                name: "Playback",
                subcommands: [
                    PlayCommand.self, ResumeCommand.self, QueueCommand.self, HistoryCommand.self, ActivityCommand.self,
                    JoinCommand.self, LeaveCommand.self, NextCommand.self,
                    StatsCommand.self, WhoWatchedCommand.self,
                    SyncCommand.self,
                ]),
            CommandGroup(name: "Downloads", subcommands: [DownloadCommand.self]),
            CommandGroup(name: "Reading", subcommands: [ReadCommand.self]),
            CommandGroup(name: "Schedule", subcommands: [ScheduleCommand.self]),
            CommandGroup(
                name: "Profiles",
                subcommands: [
                    FavouriteCommand.self, ProfileCommand.self, RulesCommand.self, LimitsCommand.self,
                    SettingsCommand.self,
                    HouseholdCommand.self, MemberCommand.self, InviteCommand.self, DeviceCommand.self, PairCommand.self,
                    SignInCommand.self, SignOutCommand.self, PlanCommand.self, WebCommands.self,
                ]),
            CommandGroup(
                name: "Diagnostics",
                subcommands: [
                    SysCommand.self, MetricsCommand.self, AuditCommand.self, ChaosCommand.self, BenchCommand.self,
                    CallCommand.self, ListCommand.self, DescribeCommand.self,
                ]),
            CommandGroup(
                name: "Setup",
                subcommands: [
                    SetupCommand.self, ConfigCommand.self, KeysCommand.self, CompletionCommand.self, ManCommand.self,
                ]),
        ])
}

/// A command that works with a ``Gateway``.
protocol GatewayCommand: AsyncParsableCommand {
    var global: GlobalOptions { get }

    /// Whether its calls may be recorded for a collector of traces.
    static var isTraced: Bool { get }

    /// Runs the command.
    ///
    /// - Throws: ``GatewayFailure`` or an error that is converted to one.
    func run(_ gateway: Gateway) async throws
}

extension GatewayCommand {
    /// Yes, but for commands that run until they are interrupted.
    static var isTraced: Bool { true }

    func run() async throws {
        let buffer = GatewayEnvironment.current?.pager != nil && self is any PagedCommand ? PageBuffer() : nil
        let gateway = try Gateway(global, buffer: buffer)
        defer { gateway.saveRows() }
        do {
            try await perform(gateway)
        } catch {
            await buffer?.flush(gateway.environment)
            throw error
        }
        await buffer?.flush(gateway.environment)
    }

    private func perform(_ gateway: Gateway) async throws {
        let trace = CommandTrace(gateway, Self._commandName, isShown: global.trace, isExported: Self.isTraced)
        guard let trace else { return try await run(gateway) }
        try await trace.around { try await run(gateway) }
    }
}
