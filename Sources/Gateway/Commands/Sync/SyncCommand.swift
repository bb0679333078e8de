internal import ArgumentParser
internal import Foundation
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// `hearth sync`
struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Show how devices are kept in step, and try it as a device would.",
        discussion: """
            A device pulls what has changed since its token, and pushes what was done on it while it was offline. It needs \
            a plan with deviceSync, and the profile's setting enableCloudSync.

            Example: hearth sync pull --token-file kitchen.token
            """,
        subcommands: [
            Status.self, SyncPullCommand.self, SyncPushCommand.self, Watch.self, Conflicts.self, Reverse.self,
        ], defaultSubcommand: Status.self)

    /// `hearth sync status`
    struct Status: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Show whether the acting profile syncs, and when its devices did.",
            discussion: "Example: hearth sync status --token-file kitchen.token")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var tokens: SyncTokenOptions

        func run(_ gateway: Gateway) async throws {
            let status = try await gateway.send(PlaybackState.GetSyncStatus(token: try tokens.read()))
            if gateway.output.isJSON { return gateway.output.json(status) }
            SyncCommand.show(status, of: PlaybackState.serviceName, await gateway.clock(), gateway.output)
        }
    }

    /// `hearth sync watch`
    struct Watch: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "watch", abstract: "Keep running, and tell when changes wait for a pull.",
            discussion: "Example: hearth sync watch --token-file kitchen.token")

        static let isTraced = false

        @OptionGroup var global: GlobalOptions
        @OptionGroup var tokens: SyncTokenOptions

        func run(_ gateway: Gateway) async throws {
            let token = try tokens.read()
            // Called first: it fails at once when the service is down, and it fetches the token.
            _ = try await gateway.send(PlaybackState.GetSyncStatus())
            let access = gateway.tokens
            let items = gateway.clients.client(of: PlaybackState.self)
                .follow(PlaybackState.WatchChanges(token: token)) { CallOptions(tokens: access) }
            do {
                for try await next in items {
                    if gateway.output.isJSON {
                        gateway.output.json(next.item)
                    } else {
                        gateway.output.line(
                            "\(AmountFormatter.count(Int(next.item.waiting), "change")) wait for a pull.")
                    }
                }
            } catch {
                throw GatewayFailure(
                    error, service: PlaybackState.serviceName, safety: PlaybackState.WatchChanges.safety, see: nil)
            }
        }
    }

    /// `hearth sync conflicts`
    struct Conflicts: PagedCommand {
        static let configuration = CommandConfiguration(
            commandName: "conflicts", abstract: "List what the last change has won over in the last 30 days.",
            discussion: "Example: hearth sync conflicts")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var page: PageOptions

        func run(_ gateway: Gateway) async throws {
            let list = try await gateway.send(PlaybackState.ListConflicts(page: page.request))
            let output = gateway.output
            if output.isJSON { return output.json(list) }
            guard !list.conflicts.isEmpty else { return output.line("There were no conflicts in the last 30 days.") }
            let clock = await gateway.clock()
            var table = Table(
                .text("ID"), .text("WHEN"), .text("WHAT", isFlexible: true), .text("KEPT"), .text("DROPPED"),
                .text("REVERSED"))
            for conflict in list.conflicts {
                table.add(
                    conflict.id, clock.time(conflict.decided), "\(conflict.kind) \(conflict.key)",
                    SyncCommand.text(conflict.kept), SyncCommand.text(conflict.dropped),
                    conflict.reversed.map { clock.time($0) } ?? "")
            }
            output.table(table)
            output.printTimeZone(clock)
            output.more(list.cursor)
        }
    }

    /// `hearth sync reverse`
    struct Reverse: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "reverse", abstract: "Put the dropped value of a conflict back.",
            discussion: "Example: hearth sync reverse 7")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The conflict, as `hearth sync conflicts` lists it.")
        var id: String

        func run(_ gateway: Gateway) async throws {
            let conflict = try await gateway.send(
                PlaybackState.ReverseConflict(id: id), see: "hearth sync conflicts")
            if gateway.output.isJSON { return gateway.output.json(conflict) }
            gateway.output.line(
                "\(conflict.kind) \(Table.printable(conflict.key)) is \(conflict.dropped.value) again, no longer "
                    + "\(conflict.kept.value).")
        }
    }

    private static func text(_ value: SyncValue) -> String {
        value.value + (value.device.map { " (\($0))" } ?? "")
    }

    private static func show(_ status: SyncStatus, of service: String, _ clock: WallClock, _ output: Output) {
        let state =
            switch status.state {
            case .on: "syncs"
            case .disabled: "does not sync: its setting enableCloudSync is off"
            case .notPremium: "does not sync: the household's plan lacks deviceSync"
            default: status.state.rawValue
            }
        output.line("\(service): the profile \(state).")
        if let waiting = status.waiting {
            output.line(waiting > 0 ? "About \(AmountFormatter.count(Int(waiting), "change")) wait." : "Nothing waits.")
        }
        if status.conflicts > 0 {
            output.line("\(AmountFormatter.count(Int(status.conflicts), "conflict")): `hearth sync conflicts`")
        }
        guard !status.devices.isEmpty else { return output.line("No device has synced yet.") }
        var table = Table(
            .text("DEVICE"), .text("PULLED"), .text("PUSHED"), .number("PENDING"), .text("LAST ERROR", isFlexible: true)
        )
        for device in status.devices {
            table.add(
                device.device, device.pulled.map { clock.time($0) } ?? "", device.pushed.map { clock.time($0) } ?? "",
                "\(device.pending)", device.lastError ?? "")
        }
        output.table(table)
        output.printTimeZone(clock)
    }
}

/// Where a device's token is kept between commands.
struct SyncTokenOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The file with the device's token; `pull` writes it.", valueName: "file"),
        completion: .file())
    var tokenFile: String?

    /// The token; nil without a file, or one that is not there yet.
    ///
    /// - Throws: ``GatewayFailure`` when the file holds none.
    func read() throws -> SyncToken? {
        guard let tokenFile, let data = FileManager.default.contents(atPath: tokenFile) else { return nil }
        guard let token = try? JSONDecoder().decode(SyncToken.self, from: data) else {
            throw GatewayFailure("NO_INPUT", "\(tokenFile) holds no token of a device.", status: .noInput)
        }
        return token
    }

    /// Replaces the file's token as a whole.
    ///
    /// - Throws: ``GatewayFailure`` when it cannot be written.
    func write(_ token: SyncToken) throws {
        guard let tokenFile else { return }
        do {
            try JSONEncoder().encode(token).write(to: URL(filePath: tokenFile), options: .atomic)
        } catch {
            throw GatewayFailure(
                "NO_OUTPUT", "The token cannot be written to \(tokenFile): \(error.localizedDescription)")
        }
    }
}
