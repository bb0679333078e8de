internal import CatalogAPI
internal import DownloadsAPI
internal import Foundation
internal import HearthModel
internal import Logging
internal import RPC

/// The client of downloads, with the caller's own token. Every operation works without it.
struct DownloadsClient: Sendable {
    private let downloads: RPCClient<Downloads>
    private let logger: Logger
    private let runtime: any Runtime

    /// A completed download, as a player opens it.
    struct FinishedDownload: Sendable {
        var id: String
        var card: Card
        var stream: ResolvedStream
    }

    init(channel: any RPCChannel, runtime: any Runtime, logger: Logger) {
        downloads = RPCClient(channel)
        self.runtime = runtime
        self.logger = logger
    }

    /// The profile's completed download of a title; nil when there is none, and when downloads does not answer before
    /// its timeout.
    func finished(_ content: ContentID, _ call: ServerCall, for viewer: Viewer) async -> FinishedDownload? {
        let share = runtime.now.duration(to: call.deadline) / PlaybackLimits.cardTimeShare
        do {
            let download = try await downloads.send(
                Downloads.Locate(content: content),
                options: CallOptions(timeout: min(share, PlaybackLimits.downloadsTimeout)))
            guard let path = download.path, viewer.policy.allows(download.card) else { return nil }
            return FinishedDownload(
                id: download.id, card: download.card,
                stream: ResolvedStream(
                    variant: download.variant, url: URL(filePath: path).absoluteString, headers: [:],
                    fallbacks: [download.variant]))
        } catch {
            if error.code != .notFound {
                logger.info("The downloads service returned no downloads.", metadata: ["error": "\(error)"])
            }
            return nil
        }
    }
}
