internal import CatalogAPI
internal import Foundation
internal import HearthModel
internal import Logging
internal import PlaybackStateAPI
internal import RPC

/// The catalog's client for what is asked while something plays, with the caller's own token. Everything but the addresses
/// can be done without: a catalog that does not respond costs half a second of a `Play`, and nothing of a report.
struct PlayingCatalog: Sendable {
    private let catalog: RPCClient<Catalog>
    private let runtime: any Runtime
    private let logger: Logger

    init(channel: any RPCChannel, runtime: any Runtime, logger: Logger) {
        (catalog, self.runtime, self.logger) = (RPCClient(channel), runtime, logger)
    }

    /// The times of a title's parts; nil where there are none, or no response.
    func introTimes(of content: ContentID, for call: ServerCall) async -> IntroTimes? {
        await ask(Catalog.GetIntroTimes(id: content), call)
    }

    /// A title's links; nil where there is no response.
    func variants(of content: ContentID, for call: ServerCall) async -> [Variant]? {
        await ask(Catalog.GetTitle(id: content), call)?.variants
    }

    /// The channels before and after one; nil where there is no response.
    func channels(around channel: ContentID, for call: ServerCall) async -> ChannelNeighbours? {
        await ask(Catalog.ListNeighbours(channel: channel), call)
    }

    /// How many streams the account of each source allows, by the source's name; nil where the caller may not know it.
    func connections(for call: ServerCall) async -> [String: Int32]? {
        guard let sources = await ask(Catalog.ListSources(), call)?.sources else { return nil }
        return Dictionary(
            sources.compactMap { source in
                source.feed?.account?.maximumConnections.map { (source.name, $0) }
            }
        ) { min($0, $1) }
    }

    /// What was or is on a channel; nil where there is nothing, or no response.
    func programme(on channel: ContentID, at time: Date?, for call: ServerCall) async -> Programme? {
        await ask(Catalog.GetProgramme(channel: channel, at: time), call)?.programme
    }

    /// The address of a past programme, a secret for the caller only.
    ///
    /// - Throws: ``PlaybackError/noCatchup`` when the channel does not offer it; the catalog's `RPCError`.
    func catchup(on channel: ContentID, at time: Date) async throws -> ResolvedStream {
        do {
            return try await catalog.send(Catalog.ResolveCatchup(channel: channel, at: time))
        } catch {
            if error.code == .notFound { throw PlaybackError.noCatchup }
            throw error
        }
    }

    /// Tells the catalog that a link did not play. Best effort: it counts its own failures.
    func reportFailure(of content: ContentID, variant: String, for call: ServerCall) async {
        _ = await ask(Catalog.ReportStream(id: content, variant: variant, outcome: .failed), call)
    }

    private func ask<Request: RPCRequest>(
        _ request: Request, _ call: ServerCall
    ) async -> Request.Response? where Request.Service == Catalog {
        let share = runtime.now.duration(to: call.deadline) / PlaybackLimits.factsTimeShare
        do {
            return try await catalog.send(
                request, options: CallOptions(timeout: min(share, PlaybackLimits.factsTimeout)))
        } catch {
            if error.code != .notFound, error.code != .permissionDenied {
                logger.info(
                    "The catalog said nothing about a title that plays.", metadata: ["error": "\(error)"])
            }
            return nil
        }
    }
}
