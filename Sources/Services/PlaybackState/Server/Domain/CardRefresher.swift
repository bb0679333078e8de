internal import Access
internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import Logging
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Retries cards that the catalog did not return when a title was referenced: the catalog publishes no event for titles
/// that do not change, and without a card only adults see them.
///
/// Idle households are skipped: their shards are closed.
struct CardRefresher: Service {
    private let shards: ShardDirectory
    /// The households that may lack cards.
    let rounds: HouseholdRetryQueue

    init(
        shards: ShardDirectory, channel: any RPCChannel, tokens: ServiceTokenSource, runtime: any Runtime,
        logger: Logger
    ) {
        self.shards = shards
        let missing = MissingCardFetcher(shards: shards, catalog: RPCClient(channel), tokens: tokens, logger: logger)
        rounds = HouseholdRetryQueue(
            every: PlaybackLimits.cardRefreshInterval, runtime: runtime, logger: logger
        ) { try await missing.bringUp($0) }
    }

    /// Queues a household for the next round, because the catalog did not answer.
    func note(_ household: String) { rounds.note(household) }

    func run() async throws { await rounds.run(queueingOpened: shards) }
}

/// Fetches the missing cards of a household's titles.
private struct MissingCardFetcher {
    let shards: ShardDirectory
    let catalog: RPCClient<Catalog>
    let tokens: ServiceTokenSource
    let logger: Logger

    /// - Throws: `RPCError` when the catalog does not answer; the shard's errors.
    func bringUp(_ household: String) async throws {
        // A shard that was closed in the meantime is not opened for this; it is refreshed after it opens again.
        guard let shard = shards.openShards[household] else { return }
        var last: ContentID?
        while true {
            let missing = try await shard.read { [last] db in
                try ContentTable.uncarded(after: last, limit: PlaybackLimits.cardsAtOnce, db)
            }
            guard let end = missing.last else { return }
            let options = CallOptions(token: try await tokens.token(for: household), criticality: .sheddable)
            let found = try await catalog.send(Catalog.GetCards(ids: missing), options: options).cards
            try await shard.write { db in
                // An event may have stored a newer card in the meantime.
                for card in found where try ContentTable.card(of: card.id, db) == nil {
                    try ExternalChanges.cardChanged(card, db)
                }
            }
            logger.info("Missing cards were fetched.", metadata: ["count": "\(found.count)"])
            last = end
        }
    }
}
