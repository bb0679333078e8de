internal import ArgumentParser
internal import CatalogAPI
internal import Foundation
internal import RPC

/// `hearth source refresh`
struct SourceRefresh: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh", abstract: "Refresh sources now; all that have an address when none is named.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "The sources: names, parts of them, or @rows.", completion: .sources) var names: [String] = []

    @Flag(help: "Import it even when it has shrunk by more than half, or was undone.")
    var shrink = false

    @Flag(help: "Only show what would change.")
    var dryRun = false

    func run(_ gateway: Gateway) async throws {
        var names = names
        if names.isEmpty {
            let sources = try await gateway.send(Catalog.ListSources()).sources
            names = sources.filter { $0.feed?.isDisabled == false }.map(\.name)
        }
        for text in names {
            let name = try await SourceCommand.find(text, gateway).name
            let request = Catalog.RefreshSource(
                source: name, allowsShrinking: shrink ? true : nil, isDryRun: dryRun ? true : nil)
            let started = try await SourceCommand.change(name, request, gateway)
            let job = try await SourceCommand.follow(started, gateway)
            var outcome = ImportOutcome(job: job, file: name, isSource: true)
            if dryRun { outcome.clock = await gateway.clock() }
            try outcome.tell(gateway.output)
        }
    }
}

/// `hearth source cancel`
struct SourceCancel: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a source's running or queued job; nothing is changed.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "The source: its name, a part of it, or its @row.", completion: .sources) var name: String

    func run(_ gateway: Gateway) async throws {
        let list = try await gateway.send(Catalog.ListSources())
        // The first import of a source has a job before there is a source.
        let isQueued = list.jobs?.contains { $0.source == self.name } ?? false
        let name = isQueued ? self.name : try await gateway.resolver.source(self.name, among: list.sources).name
        // The first job is running: queued jobs are cancelled before it, or they would start.
        let jobs = (list.jobs ?? []).filter { $0.source == name }.reversed()
        if jobs.isEmpty { throw GatewayFailure("NOTHING_TO_CANCEL", "\(name) has no running or queued job.") }
        var ended: [ImportJob] = []
        for job in jobs {
            _ = try await gateway.send(
                Catalog.CancelImport(job: job.id), see: SourceCommand.see)
            ended.append(try await SourceCommand.follow(ImportStarted(job: job.id), gateway))
        }
        try tell(ended, of: name, gateway.output)
    }

    private func tell(_ jobs: [ImportJob], of name: String, _ output: Output) throws {
        // Jobs that are not cancelled ended before the cancellation.
        let outcomes = jobs.map { job in
            job.state == .cancelled ? nil : ImportOutcome(job: job, file: name, isSource: true)
        }
        if output.isJSON {
            output.json(jobs)
        } else {
            for (job, outcome) in zip(jobs, outcomes) {
                if let outcome {
                    outcome.show(output)
                } else {
                    output.line("\(Table.printable(name)): \(job.kind.rawValue) stopped; nothing was changed.")
                }
            }
        }
        if let failure = outcomes.compactMap({ $0?.failure }).first { throw failure }
    }
}

/// `hearth source undo`
struct SourceUndo: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undo a source's last import that changed something, up to a week later.",
        discussion: """
            Then the import before it can be undone, and so on: up to ten, unless they replaced more than half a million \
            links or programmes. The command shows which is next.
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(
        help: "The source: its name, a part of it, or its @row; by default the one imported last.", completion: .sources
    )
    var name: String?

    func run(_ gateway: Gateway) async throws {
        if let name { return try await Self.undo(name, gateway) }
        let undoable = try await UndoableChange.all(gateway).changes.filter { $0.kind == .import }
        guard let last = undoable.first else {
            throw GatewayFailure("NOTHING_TO_UNDO", "There is no import that can be undone.")
        }
        if !gateway.output.isJSON { gateway.output.note(Table.printable("Undoing \(last.text).")) }
        try await Self.undo(last.id, gateway)
    }

    /// Undoes the last import of a source, by its name.
    static func undo(_ name: String, _ gateway: Gateway) async throws {
        let source = try await SourceCommand.find(name, gateway)
        let name = source.name
        guard let job = source.undoable else {
            throw GatewayFailure("NOTHING_TO_UNDO", "There is no import of \(name) that can be undone.")
        }
        let started = try await gateway.send(
            Catalog.UndoImport(source: name, job: job), see: SourceCommand.see)
        let ended = try await SourceCommand.follow(started, gateway)
        try ImportOutcome(job: ended, file: name, isSource: true).tell(gateway.output)
        if !gateway.output.isJSON { printRemaining(try await SourceCommand.find(name, gateway), gateway) }
    }

    private static func printRemaining(_ source: CatalogSource, _ gateway: Gateway) {
        let left = source.undoHistory?.count ?? (source.undoable == nil ? 0 : 1)
        guard left > 0 else { return gateway.output.line("  There is no import left that can be undone.") }
        let age = source.undoHistory?.first.map {
            ", the next one of \(AmountFormatter.seconds(gateway.now.timeIntervalSince($0.at))) ago"
        }
        gateway.output.line("  \(AmountFormatter.count(left, "import")) before it can be undone\(age ?? "").")
    }
}

/// `hearth source change`
struct SourceChange: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "change", abstract: "Change a source's address, account or refresh interval.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var secret: PasswordOptions
    @Argument(help: "The source: its name, a part of it, or its @row.", completion: .sources) var name: String

    @Option(help: ArgumentHelp("The source's new address.", valueName: "address"))
    var address: String?

    @Option(help: ArgumentHelp("The account's new user name.", valueName: "name"))
    var username: String?

    @Option(help: ArgumentHelp("The refresh interval: 15m to 28d, or never.", valueName: "time"))
    var every: ScheduleArgument?

    @Option(help: ArgumentHelp("The User-Agent to send; empty for the default.", valueName: "text"))
    var userAgent: String?

    @Option(
        help: ArgumentHelp(
            "The IANA time zone of guide times that name none; the guide is then imported again.", valueName: "zone"))
    var timeZone: String?

    @Option(
        help: ArgumentHelp(
            "How many streams its account opens at once; 0 for what the account's panel says.", valueName: "streams"))
    var connections: Int32?

    func run(_ gateway: Gateway) async throws {
        let name = try await SourceCommand.find(name, gateway).name
        var request = Catalog.UpdateSource(source: name)
        (request.address, request.username, request.password) = (address, username, try secret.password())
        (request.refreshMinutes, request.userAgent) = (every?.minutes, userAgent)
        (request.timeZone, request.maximumConnections) = (timeZone, connections)
        let source = try await SourceCommand.change(name, request, gateway)
        if gateway.output.isJSON { return gateway.output.json(source) }
        gateway.output.line("\(Table.printable(name)) is changed.")
    }
}

/// `hearth source disable`
struct SourceDisable: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Disable a source: it is not refreshed; its titles stay.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "The source: its name, a part of it, or its @row.", completion: .sources) var name: String

    func run(_ gateway: Gateway) async throws { try await set(name, isDisabled: true, gateway) }
}

/// `hearth source enable`
struct SourceEnable: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Enable a disabled source.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "The source: its name, a part of it, or its @row.", completion: .sources) var name: String

    func run(_ gateway: Gateway) async throws { try await set(name, isDisabled: false, gateway) }
}

extension GatewayCommand {
    fileprivate func set(_ name: String, isDisabled: Bool, _ gateway: Gateway) async throws {
        let name = try await SourceCommand.find(name, gateway).name
        var request = Catalog.UpdateSource(source: name)
        request.isDisabled = isDisabled
        let source = try await SourceCommand.change(name, request, gateway)
        if gateway.output.isJSON { return gateway.output.json(source) }
        gateway.output.line(
            "\(Table.printable(name)) is \(isDisabled ? "disabled; its titles stay" : "enabled").")
    }
}

/// `hearth source remove`
struct SourceRemove: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a source and the titles that no other source has.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var confirmation: ConfirmationOptions
    @Argument(help: "The source: its name, a part of it, or its @row.", completion: .sources) var name: String

    func run(_ gateway: Gateway) async throws {
        let name = try await SourceCommand.find(name, gateway).name
        try await confirmation.require(
            "The source \(name) and the titles that no other source has are removed for good.", gateway)
        let started = try await gateway.send(
            Catalog.RemoveSource(source: name), see: SourceCommand.see)
        let job = try await SourceCommand.follow(started, gateway)
        try ImportOutcome(job: job, file: name, isSource: true).tell(gateway.output)
    }
}
