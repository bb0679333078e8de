internal import ArgumentParser
internal import DownloadsAPI
internal import RPC
internal import ServiceKit

/// `hearth download follow`
struct DownloadFollow: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "follow", abstract: "Follow the progress of downloads until none is pending.",
        discussion: "Continues over restarts of the service. Example: hearth download follow ID")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "One download: its id, title or @row; all when none is given.", completion: .downloads)
    var id: String?

    func run(_ gateway: Gateway) async throws {
        // Called first: it fails at once when the service is down or has no such download, and it fetches the token.
        let list = try await gateway.send(Downloads.List())
        var id = id
        if let name = id { id = try await gateway.resolver.download(name, among: list.downloads) }
        if let id, !list.downloads.contains(where: { $0.id == id }) {
            throw GatewayFailure(
                DownloadsProblem.Code.unknownDownload.rawValue, "There is no download \(id).",
                advice: "See `hearth download`.")
        }
        var display = ProgressDisplay(gateway.output, at: gateway.runtime.now)
        var known: [String: Download] = [:]
        do {
            for try await next in items(gateway) {
                if gateway.output.isJSON { gateway.output.json(next.item) }
                take(next.item, only: id, &known)
                let open = known.values.filter { [.queued, .downloading].contains($0.status) }
                if open.isEmpty { break }
                display.show(bar(Array(open)), at: gateway.runtime.now)
            }
        } catch {
            display.end()
            throw GatewayFailure(
                error, service: Downloads.serviceName, safety: Downloads.Follow.safety, see: DownloadCommand.see)
        }
        display.end()
        try end(known, of: id, gateway.output)
    }

    private func items(_ gateway: Gateway) -> RPCFollowSequence<Downloads.Follow> {
        let tokens = gateway.tokens
        let client = gateway.clients.client(of: Downloads.self)
        return client.follow(Downloads.Follow()) { CallOptions(tokens: tokens) }
    }

    private func take(_ item: DownloadItem, only id: String?, _ known: inout [String: Download]) {
        if let snapshot = item.snapshot {
            known = [:]
            for download in snapshot { known[download.id] = download }
        }
        if let changed = item.changed { known[changed.id] = changed }
        if let gone = item.gone { known[gone] = nil }
        if let id { known = known.filter { $0.key == id } }
    }

    private func bar(_ open: [Download]) -> ProgressBar {
        let label = open.count == 1 ? Table.printable(CardFormatter.title(open[0].card)) : "\(open.count) downloads"
        let isKnown = open.allSatisfy { $0.totalBytes != nil }
        return ProgressBar(
            label, done: open.reduce(0) { $0 + $1.bytes },
            total: isKnown ? open.reduce(0) { $0 + ($1.totalBytes ?? 0) } : 0,
            rate: Double(open.reduce(0) { $0 + ($1.bytesPerSecond ?? 0) }), unit: AmountFormatter.bytes)
    }

    /// The outcome: a failure when an awaited download failed.
    private func end(_ known: [String: Download], of id: String?, _ output: Output) throws {
        if !output.isJSON {
            DownloadCommand.show(known.values.sorted { ($0.started, $0.id) < ($1.started, $1.id) }, output)
        }
        guard let id else { return }
        guard let download = known[id] else {
            throw GatewayFailure("DOWNLOAD_GONE", "The download was deleted.", advice: "See `hearth download`.")
        }
        if let trouble = download.trouble {
            throw GatewayFailure(
                trouble.code.rawValue, trouble.message, advice: "Then run `hearth download retry \(id)`.",
                canRetry: trouble.canRetry)
        }
    }
}
