internal import Household
internal import Logging
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle
internal import Synchronization

/// Asks the catalog again for the cards that it did not give when something was marked: while it was down, or before the
/// title was in the library.
final class MissingCards: Service {
    private let shards: ShardDirectory
    private let cards: CatalogCards
    private let runtime: any Runtime
    private let logger: Logger
    /// Where the last pass over a household's titles ended, so that titles nobody knows do not hide the others.
    private let positions = Mutex<[String: String]>([:])

    init(shards: ShardDirectory, cards: CatalogCards, runtime: any Runtime, logger: Logger) {
        self.shards = shards
        self.cards = cards
        self.runtime = runtime
        self.logger = logger
    }

    func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            while !Task.isCancelled {
                do { try await runtime.sleep(for: ProfilesLimits.missingCardsInterval) } catch { return }
                await passOver()
            }
        }
    }

    /// Looks through the open households once, up to a number of titles in each.
    func passOver() async {
        for (household, shard) in shards.openShards.sorted(by: { $0.key < $1.key }) {
            do {
                try await passOver(household, shard)
            } catch {
                logger.debug("No missing cards now.", metadata: ["household": "\(household)", "error": "\(error)"])
            }
        }
    }

    private func passOver(_ household: String, _ shard: Shard) async throws {
        let position = positions.withLock { $0[household] ?? "" }
        let missing = try await shard.read {
            try CardTable.missing(after: position, limit: ProfilesLimits.missingCards, $0)
        }
        // The end of the list: from the beginning next time.
        positions.withLock { $0[household] = missing.count < ProfilesLimits.missingCards ? nil : missing.last }
        guard !missing.isEmpty else { return }
        let found = try await cards.cards(of: missing.map(ContentID.init(rawValue:)), in: household)
        guard !found.isEmpty else { return }
        try await shard.write { db in
            for card in found where try CardTable.isReferred(card.id.rawValue, db) { try CardTable.put(card, db) }
        }
        logger.info("Missing cards came.", metadata: ["household": "\(household)", "count": "\(found.count)"])
    }
}
