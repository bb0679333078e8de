internal import Foundation
internal import HearthModel
internal import Logging
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Retries cards that were unavailable when a title was marked. The catalog publishes changes of its cards; cards of
/// titles outside the library are refreshed periodically.
///
/// Idle households are skipped: their shards are closed.
struct CardRefresher: Service {
    let missing: MissingCardFetcher
    private let runtime: any Runtime
    /// The households that were used since the last round.
    let rounds: HouseholdRetryQueue

    init(shards: ShardDirectory, cards: CompositeCardSource, runtime: any Runtime, logger: Logger) {
        self.runtime = runtime
        let missing = MissingCardFetcher(shards: shards, cards: cards, runtime: runtime, logger: logger)
        self.missing = missing
        rounds = HouseholdRetryQueue(
            every: ProfilesLimits.cardRefreshInterval, runtime: runtime, logger: logger
        ) { try await missing.bringUp($0) }
    }

    /// Queues a household for the next round, because its references were read.
    func note(_ household: String) { rounds.note(household) }

    func run() async throws { await runtime.untilShutdown { [rounds] in await rounds.run() } }
}

/// Fetches the missing cards of a household's references.
struct MissingCardFetcher {
    let shards: ShardDirectory
    let cards: CompositeCardSource
    let runtime: any Runtime
    let logger: Logger

    /// - Throws: `RPCError` when a service does not answer; the other one's cards are stored. The shard's errors.
    func bringUp(_ household: String) async throws {
        // A shard that was closed in the meantime is not opened for this.
        guard let shard = shards.openShards[household] else { return }
        let now = runtime.wallTime.millisecondsSince1970
        let oldest = now - ProfilesLimits.maximumCardAge.wholeMilliseconds
        if try await shard.read({ try CardTable.isAnyFetched(before: oldest, $0) }) {
            try await shard.write { try CardTable.dropFetched(before: oldest, $0) }
        }
        let stale = now - ProfilesLimits.cardLifetime.wholeMilliseconds
        let missing = try await missing(in: shard, fetchedBefore: stale)
        var failure: (any Error)?
        do {
            for contents in missing.filter(\.isOfLibrary).chunks(of: ProfilesLimits.cardsAtOnce) {
                try await keep(try await cards.catalog.cards(of: contents, in: household), in: shard, stale: stale)
            }
        } catch { failure = error }
        var outside = missing.filter { TMDBID($0) != nil }
        do {
            for contents in outside.chunks(of: ProfilesLimits.cardsAtOnce) {
                let held = try await cards.catalog.cards(of: contents, in: household)
                try await merge(held, in: shard)
                let numbers = Set(held.compactMap { TMDBID(of: $0)?.content })
                outside.removeAll(where: numbers.contains)
            }
        } catch { failure = failure ?? error }
        for contents in outside.chunks(of: ProfilesLimits.outsideCardBatch) {
            let (found, fetched) = try await cards.metadata.cards(of: contents, in: household)
            try await keep(found, fetched: fetched, in: shard, stale: stale)
        }
        if let failure { throw failure }
    }

    private func missing(in shard: Shard, fetchedBefore time: Int64) async throws -> [ContentID] {
        let limit = ProfilesLimits.cardsAtOnce
        var missing: [String] = []
        while true {
            let position = missing.last ?? ""
            let page = try await shard.read { db in
                try CardTable.missing(after: position, fetchedBefore: time, limit: limit, db)
            }
            missing += page
            if page.count < limit { return missing.map(ContentID.init(rawValue:)) }
        }
    }

    /// Merges favourites of titles outside the library into the library's titles.
    private func merge(_ held: [Card], in shard: Shard) async throws {
        guard !held.isEmpty else { return }
        try await shard.write { db in
            for card in held {
                guard let number = TMDBID(of: card)?.content else { continue }
                try CatalogEvents(db: db).merge(number, into: card.id, card: card)
            }
        }
    }

    /// Writes the cards of titles that still lack them.
    private func keep(_ found: [Card], fetched: Date? = nil, in shard: Shard, stale: Int64) async throws {
        guard !found.isEmpty else { return }
        try await shard.write { db in
            // In the meantime the reference may have been removed, or an event may have stored a newer card.
            for card in found where try CardTable.isMissing(card.id.rawValue, fetchedBefore: stale, db) {
                try CardTable.put(card, fetched: fetched, db)
            }
        }
        logger.info("Missing cards were fetched.", metadata: ["count": "\(found.count)"])
    }
}

extension Array {
    /// The elements in order, so many at a time.
    fileprivate func chunks(of size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
