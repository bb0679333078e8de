internal import Household
internal import Logging
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle
internal import Synchronization

/// Keeps the cards beside references what the catalog says: asks again for those that it did not give when something was
/// marked, and now and then for all, so that a title which has become stricter does not stay where a child sees it.
///
/// Households that nobody uses are left alone: their shards are closed.
final class CardUpkeep: Service {
    private struct State {
        /// Households to look at in the next pass.
        var used: Set<String> = []
        /// When all cards of a household were last asked for.
        var refreshed: [String: MonotonicInstant] = [:]
    }

    private let shards: ShardDirectory
    private let cards: CatalogCards
    private let runtime: any Runtime
    private let logger: Logger
    private let state = Mutex(State())

    init(shards: ShardDirectory, cards: CatalogCards, runtime: any Runtime, logger: Logger) {
        self.shards = shards
        self.cards = cards
        self.runtime = runtime
        self.logger = logger
    }

    /// Has a household looked at in the next pass: somebody uses its references.
    func note(_ household: String) { state.withLock { _ = $0.used.insert(household) } }

    func run() async throws {
        await runtime.untilShutdown { [self] in
            while !Task.isCancelled {
                do { try await runtime.sleep(for: ProfilesLimits.cardUpkeepInterval) } catch { return }
                await passOver()
            }
        }
    }

    /// Looks at the households that were used since the last pass.
    func passOver() async {
        let used = state.withLock { state in
            defer { state.used = [] }
            return state.used.sorted()
        }
        for household in used {
            let now = runtime.now
            let last = state.withLock { $0.refreshed[household] }
            let isDue = last.map { $0.duration(to: now) >= ProfilesLimits.cardRefreshInterval } ?? true
            do {
                try await bringUp(household, refreshing: isDue)
                if isDue { state.withLock { $0.refreshed[household] = now } }
            } catch {
                // Not finished: once more in the next pass.
                note(household)
                logger.debug("No cards now.", metadata: ["household": "\(household)", "error": "\(error)"])
            }
        }
    }

    /// Asks for the cards that a household lacks, or for all that it needs.
    ///
    /// - Throws: `RPCError` when the catalog does not answer; what the shard throws.
    func bringUp(_ household: String, refreshing: Bool) async throws {
        // One that was closed meanwhile is not opened for this.
        guard let shard = shards.openShards[household] else { return }
        let limit = ProfilesLimits.cardsAtOnce
        var position = ""
        while true {
            let contents = try await shard.read { [position] db in
                try CardTable.referred(after: position, missing: !refreshing, limit: limit, db)
            }
            if let last = contents.last {
                position = last
                let found = try await cards.cards(of: contents.map(ContentID.init(rawValue:)), in: household)
                try await keep(found, in: shard)
            }
            if contents.count < limit { return }
        }
    }

    /// Writes the cards that are new or have changed.
    private func keep(_ found: [Card], in shard: Shard) async throws {
        let changed = try await shard.read { db in
            try found.filter { card in
                try CardTable.isReferred(card.id.rawValue, db) && CardTable.find(card.id.rawValue, db) != card
            }
        }
        guard !changed.isEmpty else { return }
        try await shard.write { db in
            // The reference may have gone in between.
            for card in changed where try CardTable.isReferred(card.id.rawValue, db) { try CardTable.put(card, db) }
        }
        logger.info("Cards were brought up to date.", metadata: ["count": "\(changed.count)"])
    }
}
