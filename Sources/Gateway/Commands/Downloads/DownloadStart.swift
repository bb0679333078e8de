internal import ArgumentParser
internal import DownloadsAPI
internal import HearthModel

/// `hearth download start`
struct DownloadStart: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Start a download; for a series, one per episode.",
        discussion: """
            hearth download start glass harbour --quality medium
            hearth download start "harbour lights" --season 1
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(
        help: ArgumentHelp("The movie, episode or series: its id, name or @row.", valueName: "title"),
        completion: .titles)
    var title: [String]

    @Option(help: "low (2 Mbit/s), medium (5, the default), high (10) or auto (the best).")
    var quality: QualityArgument?

    @Option(help: ArgumentHelp("The link, as `hearth title` shows it.", valueName: "id"))
    var variant: String?

    @Option(help: ArgumentHelp("One season of a series.", valueName: "number"))
    var season: Int32?

    func run(_ gateway: Gateway) async throws {
        let request = Downloads.Start(
            content: try await gateway.resolver.title(title), variant: variant, quality: quality?.quality,
            season: season)
        let started = try await gateway.send(request, see: DownloadCommand.see)
        if gateway.output.isJSON { return gateway.output.json(started) }
        for entry in started.downloads {
            let title = Table.printable(CardFormatter.title(entry.download.card))
            let size = entry.download.totalBytes.map { ", about \(AmountFormatter.bytes($0))" } ?? ""
            gateway.output.line(
                entry.existing
                    ? "\(title) is there already (\(entry.download.status)), as \(entry.download.id)."
                    : "\(title) is \(entry.download.status)\(size), as \(entry.download.id).")
        }
    }
}

/// `hearth download list`
struct DownloadList: PagedCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Show the downloads.")

    @OptionGroup var global: GlobalOptions

    @Flag(help: "Only active, queued or paused downloads.")
    var active = false

    @Flag(help: "Only completed downloads.")
    var completed = false

    @Flag(help: "Only failed downloads.")
    var failed = false

    func validate() throws {
        if [active, completed, failed].filter(\.self).count > 1 {
            throw ValidationError("One of --active, --completed and --failed at a time.")
        }
    }

    func run(_ gateway: Gateway) async throws {
        let filter: DownloadFilter? = active ? .active : completed ? .completed : failed ? .failed : nil
        let list = try await gateway.send(Downloads.List(filter: filter))
        if gateway.output.isJSON { return gateway.output.json(list) }
        guard !list.downloads.isEmpty else {
            return gateway.output.line("No downloads. Begin one: hearth download start TITLE")
        }
        DownloadCommand.show(list.downloads, gateway.output)
    }
}

/// `hearth download storage`
struct DownloadShowStorage: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "storage", abstract: "Show the disk usage of the profile and the household, and free space.")

    @OptionGroup var global: GlobalOptions

    func run(_ gateway: Gateway) async throws {
        let storage = try await gateway.send(Downloads.GetStorage())
        if gateway.output.isJSON { return gateway.output.json(storage) }
        var table = Table(.text(""), .number("USED"), .number("RESERVED"), .number("AVAILABLE"), .number("LIMIT"))
        for (name, use) in [("profile", storage.profile), ("household", storage.household)] {
            table.add(
                name, AmountFormatter.bytes(use.usedBytes), AmountFormatter.bytes(use.reservedBytes),
                AmountFormatter.bytes(use.availableBytes),
                AmountFormatter.bytes(use.limitBytes))
        }
        gateway.output.table(table)
        gateway.output.line(
            "\(AmountFormatter.bytes(storage.diskFreeBytes)) are free on the disk; \(AmountFormatter.bytes(storage.diskFloorBytes)) stay free."
        )
    }
}
