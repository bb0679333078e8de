internal import Access
internal import CatalogAPI
internal import GRDB
internal import Household
internal import Logging
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Asks again for the cards that the catalog did not give when something was referred to: of titles that it knows and
/// that do not change it tells nothing by itself, and without a card adults alone see them.
///
/// Idle households are skipped: their shards are closed.
struct CardRefresher: Service {
    private let shards: ShardDirectory
    private let runtime: any Runtime
    /// The households that may lack cards.
    let rounds: HouseholdRetryQueue

    init(
        shards: ShardDirectory, channel: any RPCChannel, tokens: ServiceTokenSource, runtime: any Runtime,
        logger: Logger
    ) {
        (self.shards, self.runtime) = (shards, runtime)
        let missing = MissingCardFetcher(shards: shards, catalog: RPCClient(channel), tokens: tokens, logger: logger)
        rounds = HouseholdRetryQueue(
            every: PlaybackLimits.cardRefreshInterval, runtime: runtime, logger: logger
        ) { try await missing.bringUp($0) }
    }

    /// Has a household looked at in the next round: the catalog has not answered.
    func note(_ household: String) { rounds.note(household) }

    func run() async throws {
        await runtime.untilShutdown { [self] in
            await withTaskGroup(of: Void.self) { group in
                // What a process before this one was not given.
                group.addTask { [self] in for await household in shards.openings() { note(household) } }
                group.addTask { [self] in await rounds.run() }
                await group.next()
                group.cancelAll()
            }
        }
    }
}

/// Asks for the cards that a household's titles lack.
private struct MissingCardFetcher {
    let shards: ShardDirectory
    let catalog: RPCClient<Catalog>
    let tokens: ServiceTokenSource
    let logger: Logger

    /// - Throws: `RPCError` when the catalog does not answer; what the shard throws.
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
                // Meanwhile the catalog may have told a newer one.
                for card in found where try ContentTable.card(of: card.id, db) == nil {
                    try ExternalChanges.cardChanged(card, db)
                }
            }
            logger.info("Missing cards were asked for.", metadata: ["count": "\(found.count)"])
            last = end
        }
    }
}
