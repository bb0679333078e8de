internal import Household
internal import Logging
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle
internal import Synchronization

/// Asks again for the cards that the catalog did not give when something was marked. Of those that change it tells by itself.
///
/// Households that nobody uses are left alone: their shards are closed.
final class CardUpkeep: Service {
    private let shards: ShardDirectory
    private let cards: CatalogCards
    private let runtime: any Runtime
    private let logger: Logger
    /// Households to look at in the next pass.
    private let used = Mutex<Set<String>>([])

    init(shards: ShardDirectory, cards: CatalogCards, runtime: any Runtime, logger: Logger) {
        self.shards = shards
        self.cards = cards
        self.runtime = runtime
        self.logger = logger
    }

    /// Has a household looked at in the next pass: somebody uses its references.
    func note(_ household: String) { used.withLock { _ = $0.insert(household) } }

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
        let used = used.withLock { used in
            defer { used = [] }
            return used.sorted()
        }
        for household in used {
            do {
                try await bringUp(household)
            } catch {
                // Not finished: once more in the next pass.
                note(household)
                logger.debug("No cards now.", metadata: ["household": "\(household)", "error": "\(error)"])
            }
        }
    }

    /// Asks for the cards that a household lacks.
    ///
    /// - Throws: `RPCError` when the catalog does not answer; what the shard throws.
    func bringUp(_ household: String) async throws {
        // One that was closed meanwhile is not opened for this.
        guard let shard = shards.openShards[household] else { return }
        let limit = ProfilesLimits.cardsAtOnce
        var position = ""
        while true {
            let contents = try await shard.read { [position] db in
                try CardTable.missing(after: position, limit: limit, db)
            }
            if let last = contents.last {
                position = last
                let found = try await cards.cards(of: contents.map(ContentID.init(rawValue:)), in: household)
                try await keep(found, in: shard)
            }
            if contents.count < limit { return }
        }
    }

    /// Writes the cards of titles that still lack them.
    private func keep(_ found: [Card], in shard: Shard) async throws {
        guard !found.isEmpty else { return }
        try await shard.write { db in
            // In between the reference may have gone, or the catalog may have told a newer card.
            for card in found where try CardTable.isMissing(card.id.rawValue, db) { try CardTable.put(card, db) }
        }
        logger.info("Missing cards have come.", metadata: ["count": "\(found.count)"])
    }
}
