internal import ArgumentParser
internal import Foundation
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
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

        /// The state in each service.
        private struct Shown: Encodable {
            var playbackState: SyncStatus?
            var profiles: SyncStatus?
            var missing: [MissingPart]
        }

        func run(_ gateway: Gateway) async throws {
            let token = try tokens.read()
            let parts = try await SyncParts.fetch {
                try await gateway.send(PlaybackState.GetSyncStatus(token: token))
            } profiles: {
                try await gateway.send(Profiles.GetSyncStatus(token: token))
            }
            let output = gateway.output
            if output.isJSON {
                return output.json(
                    Shown(playbackState: parts.playback, profiles: parts.profiles, missing: parts.missing))
            }
            let clock = await gateway.clock()
            if let status = parts.playback { SyncCommand.show(status, of: PlaybackState.serviceName, clock, output) }
            if let status = parts.profiles { SyncCommand.show(status, of: Profiles.serviceName, clock, output) }
            output.tell(parts.missing)
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
            // Called first: it fails at once when the services are down, and it fetches the token.
            let parts = try await SyncParts.fetch {
                try await gateway.send(PlaybackState.GetSyncStatus())
            } profiles: {
                try await gateway.send(Profiles.GetSyncStatus())
            }
            gateway.output.tell(parts.missing)
            try await withThrowingTaskGroup(of: Void.self) { group in
                if parts.playback != nil {
                    group.addTask { try await Self.follow(PlaybackState.WatchChanges(token: token), gateway) }
                }
                if parts.profiles != nil {
                    group.addTask { try await Self.follow(Profiles.WatchChanges(token: token), gateway) }
                }
                try await group.waitForAll()
            }
        }

        /// A notice and its service.
        private struct Shown: Encodable {
            var service: String
            var waiting: Int64
        }

        private static func follow<Request: RPCServerStream>(
            _ request: Request, _ gateway: Gateway
        ) async throws where Request.Service: ServiceContract, Request.ResponseItem == SyncNotice {
            let (access, service) = (gateway.tokens, Request.Service.serviceName)
            let items = gateway.clients.client(of: Request.Service.self).follow(request) { CallOptions(tokens: access) }
            do {
                for try await next in items {
                    if gateway.output.isJSON {
                        gateway.output.json(Shown(service: service, waiting: next.item.waiting))
                    } else {
                        let count = AmountFormatter.count(Int(next.item.waiting), "change")
                        gateway.output.line("\(service): \(count) wait for a pull.")
                    }
                }
            } catch {
                throw GatewayFailure(error, service: service, safety: Request.safety, see: nil)
            }
        }
    }

    /// `hearth sync conflicts`
    struct Conflicts: PagedCommand {
        static let configuration = CommandConfiguration(
            commandName: "conflicts", abstract: "List what the last change has won over in the last 30 days.",
            discussion: "Example: hearth sync conflicts --limit 50")

        @OptionGroup var global: GlobalOptions

        @Option(help: ArgumentHelp("How many to show of each service, at most 200.", valueName: "count"))
        var limit: Int32 = 20

        @Option(help: ArgumentHelp("Continue after the previous page.", valueName: "cursor"))
        var cursor: String?

        func validate() throws { try PageOptions.check(limit) }

        func run(_ gateway: Gateway) async throws {
            let cursors = try SyncCursors(cursor)
            let parts = try await SyncParts.fetch {
                guard let page = cursors.playback(size: limit) else { return SyncConflictList(conflicts: []) }
                return try await gateway.send(PlaybackState.ListConflicts(page: page))
            } profiles: {
                guard let page = cursors.profiles(size: limit) else { return SyncConflictList(conflicts: []) }
                var list = try await gateway.send(Profiles.ListConflicts(page: page))
                for index in list.conflicts.indices {
                    list.conflicts[index].id = Reverse.profilesPrefix + list.conflicts[index].id
                }
                return list
            }
            let next = cursors.following(parts)
            let output = gateway.output
            let both = (parts.playback?.conflicts ?? []) + (parts.profiles?.conflicts ?? [])
            let conflicts = both.sorted { $0.decided > $1.decided }
            if output.isJSON {
                return output.json(Shown(conflicts: conflicts, cursor: next, missing: parts.missing))
            }
            defer { output.tell(parts.missing) }
            guard !conflicts.isEmpty else { return output.line("There were no conflicts in the last 30 days.") }
            let clock = await gateway.clock()
            var table = Table(
                .text("ID"), .text("WHEN"), .text("WHAT", isFlexible: true), .text("KEPT"), .text("DROPPED"),
                .text("REVERSED"))
            for conflict in conflicts {
                table.add(
                    conflict.id, clock.time(conflict.decided), "\(conflict.kind) \(conflict.key)",
                    SyncCommand.text(conflict.kept), SyncCommand.text(conflict.dropped),
                    conflict.reversed.map { clock.time($0) } ?? "")
            }
            output.table(table)
            output.printTimeZone(clock)
            output.more(next)
        }

        /// A page of the conflicts of both services.
        private struct Shown: Encodable {
            var conflicts: [SyncConflict]
            var cursor: String?
            var missing: [MissingPart]
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

        /// Before the ids of profiles' conflicts: each service counts its own.
        static let profilesPrefix = "profiles:"

        func run(_ gateway: Gateway) async throws {
            let conflict =
                if id.hasPrefix(Self.profilesPrefix) {
                    try await gateway.send(
                        Profiles.ReverseConflict(id: String(id.dropFirst(Self.profilesPrefix.count))),
                        see: "hearth sync conflicts")
                } else {
                    try await gateway.send(PlaybackState.ReverseConflict(id: id), see: "hearth sync conflicts")
                }
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
