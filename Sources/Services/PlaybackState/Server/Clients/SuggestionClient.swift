internal import CatalogAPI
internal import HearthModel
internal import Logging
internal import RPC

/// The catalog's client for suggestions, with the caller's own token: the catalog leaves out what the caller may not see.
struct SuggestionClient: Sendable {
    private let catalog: RPCClient<Catalog>
    private let runtime: any Runtime
    private let logger: Logger

    init(channel: any RPCChannel, runtime: any Runtime, logger: Logger) {
        (catalog, self.runtime, self.logger) = (RPCClient(channel), runtime, logger)
    }

    /// Films and series like some titles, with repeats. Titles that the library has lost have none.
    ///
    /// - Throws: the catalog's `RPCError` when it does not answer.
    func similar(to seeds: [ContentID], for call: ServerCall) async throws(RPCError) -> [Card] {
        var cards: [Card] = []
        for seed in seeds {
            let timeLeft = runtime.now.duration(to: call.deadline)
            do {
                cards += try await catalog.send(
                    Catalog.ListSimilar(id: seed, size: PlaybackLimits.similarTitles),
                    options: CallOptions(timeout: timeLeft / PlaybackLimits.cardTimeShare)
                ).cards
            } catch  where error.code == .notFound {
                continue
            }
        }
        return cards
    }

    /// Records that the queue was not filled.
    func note(_ error: any Error) {
        logger.info("There are no suggestions.", metadata: ["error": "\(error)"])
    }
}
