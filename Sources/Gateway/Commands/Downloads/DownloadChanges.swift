internal import ArgumentParser
internal import DownloadsAPI
internal import HearthModel
internal import RPC

/// `hearth download pause`
struct DownloadPause: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Pause a download; fetched data is kept.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "The download: its id, title or @row.", completion: .downloads) var id: String

    func run(_ gateway: Gateway) async throws {
        DownloadCommand.tell(
            try await gateway.send(
                Downloads.Pause(download: try await gateway.resolver.download(id)), see: DownloadCommand.see),
            gateway.output)
    }
}

/// `hearth download resume`
struct DownloadResume: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Resume a paused download.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "The download: its id, title or @row.", completion: .downloads) var id: String

    func run(_ gateway: Gateway) async throws {
        DownloadCommand.tell(
            try await gateway.send(
                Downloads.Resume(download: try await gateway.resolver.download(id)), see: DownloadCommand.see),
            gateway.output)
    }
}

/// `hearth download retry`
struct DownloadRetry: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Retry a failed download; fetched data is kept.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "The download: its id, title or @row.", completion: .downloads) var id: String

    func run(_ gateway: Gateway) async throws {
        DownloadCommand.tell(
            try await gateway.send(
                Downloads.Retry(download: try await gateway.resolver.download(id)), see: DownloadCommand.see),
            gateway.output)
    }
}

/// `hearth download move`
struct DownloadMove: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move a download to another position in the queue.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "The download: its id, title or @row.", completion: .downloads) var id: String
    @Argument(help: "Its new position; the first is 1.") var place: Int32

    func validate() throws { if place < 1 { throw ValidationError("Places count from 1.") } }

    func run(_ gateway: Gateway) async throws {
        let moved = try await gateway.send(
            Downloads.Move(download: try await gateway.resolver.download(id), position: place - 1),
            see: DownloadCommand.see)
        if gateway.output.isJSON { return gateway.output.json(moved) }
        let position = moved.position.map { "number \($0 + 1)" } ?? "not in the queue"
        gateway.output.line("\(Table.printable(CardFormatter.title(moved.card))) is \(position) now.")
    }
}

/// `hearth download cancel`
struct DownloadCancel: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel downloads that are not completed, and remove their data.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var confirmation: ConfirmationOptions
    @Argument(help: "The downloads: ids, titles or @rows.", completion: .downloads) var ids: [String]

    func run(_ gateway: Gateway) async throws {
        try await DownloadCommand.end(ids, "cancelled", confirmation, gateway) { Downloads.Cancel(download: $0) }
    }
}

/// `hearth download delete`
struct DownloadDelete: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete downloads; files that no other profile keeps are removed.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var confirmation: ConfirmationOptions
    @Argument(help: "The downloads: ids, titles or @rows.", completion: .downloads) var ids: [String]

    func run(_ gateway: Gateway) async throws {
        try await DownloadCommand.end(ids, "deleted", confirmation, gateway) { Downloads.Delete(download: $0) }
    }
}

extension DownloadCommand {
    /// Ends the existing downloads, and reports the missing ones: for the service, deleting a download twice is no
    /// error; for a mistyped ID it is.
    fileprivate static func end<Request: RPCRequest>(
        _ names: [String], _ done: String, _ confirmation: ConfirmationOptions, _ gateway: Gateway,
        _ request: (String) -> Request
    ) async throws where Request.Response == Empty, Request.Service == Downloads {
        let downloads = try await gateway.send(Downloads.List()).downloads
        let known = Set(downloads.map(\.id))
        var ids: [String] = []
        for name in names { ids.append(try await gateway.resolver.download(name, among: downloads)) }
        let found = ids.filter(known.contains).uniqued(by: \.self)
        if !found.isEmpty {
            let loss = "\(AmountFormatter.count(found.count, "download")) will be \(done): the data is lost."
            try await confirmation.require(loss, gateway)
        }
        for id in found { _ = try await gateway.send(request(id), see: see) }
        let missing = GatewayFailure.notFound(
            DownloadsProblem.Code.unknownDownload.rawValue, ids.filter { !known.contains($0) },
            advice: "`hearth download` shows the ids of downloads."
        ) { "There is no download \"\($0)\"." }
        if gateway.output.isJSON {
            gateway.output.json([done: found])
        } else if !found.isEmpty {
            gateway.output.line("\(AmountFormatter.count(found.count, "download")) \(done).")
        }
        if let missing { throw missing }
    }
}
