internal import ArgumentParser
internal import DownloadsAPI
internal import RPC

/// `hearth download pause`
struct DownloadPause: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Stop a download for a while; what has come stays.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "The download's id.") var id: String

    func run(_ gateway: Gateway) async throws {
        DownloadCommand.tell(
            try await gateway.send(
                Downloads.Pause(download: id), to: DownloadCommand.service, see: DownloadCommand.see), gateway.output)
    }
}

/// `hearth download resume`
struct DownloadResume: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Go on with a download that was paused.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "The download's id.") var id: String

    func run(_ gateway: Gateway) async throws {
        DownloadCommand.tell(
            try await gateway.send(
                Downloads.Resume(download: id), to: DownloadCommand.service, see: DownloadCommand.see), gateway.output)
    }
}

/// `hearth download retry`
struct DownloadRetry: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Try a download again that has failed; what has come is not fetched again.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "The download's id.") var id: String

    func run(_ gateway: Gateway) async throws {
        DownloadCommand.tell(
            try await gateway.send(
                Downloads.Retry(download: id), to: DownloadCommand.service, see: DownloadCommand.see), gateway.output)
    }
}

/// `hearth download move`
struct DownloadMove: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Give a download another place in the queue.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "The download's id.") var id: String
    @Argument(help: "Its new place; the first is 1.") var place: Int32

    func validate() throws { if place < 1 { throw ValidationError("Places count from 1.") } }

    func run(_ gateway: Gateway) async throws {
        let moved = try await gateway.send(
            Downloads.Move(download: id, position: place - 1), to: DownloadCommand.service, see: DownloadCommand.see)
        if gateway.output.isJSON { return gateway.output.json(moved) }
        let position = moved.position.map { "number \($0 + 1)" } ?? "not in the queue"
        gateway.output.line("\(Table.printable(CardTexts.title(moved.card))) is \(position) now.")
    }
}

/// `hearth download cancel`
struct DownloadCancel: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Let downloads go that are not completed, with what has come of them.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "The downloads' ids.") var ids: [String]

    func run(_ gateway: Gateway) async throws {
        for id in ids {
            _ = try await gateway.send(
                Downloads.Cancel(download: id), to: DownloadCommand.service, see: DownloadCommand.see)
        }
        if gateway.output.isJSON { return gateway.output.json(Empty()) }
        gateway.output.line("\(Amounts.count(ids.count, "download")) cancelled.")
    }
}

/// `hearth download delete`
struct DownloadDelete: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Let downloads go; files that nobody else keeps are removed.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "The downloads' ids.") var ids: [String]

    func run(_ gateway: Gateway) async throws {
        for id in ids {
            _ = try await gateway.send(
                Downloads.Delete(download: id), to: DownloadCommand.service, see: DownloadCommand.see)
        }
        if gateway.output.isJSON { return gateway.output.json(Empty()) }
        gateway.output.line("\(Amounts.count(ids.count, "download")) deleted.")
    }
}
