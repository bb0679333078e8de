internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// Finds the next episodes of series whose latest episode is completed.
///
/// The rule is "after the last one watched": the first unwatched episode after it, by season and number. When the
/// latest episode was watched again and no later one is unwatched, it is a rewatch, and the following episode is next.
struct NextUp: Sendable {
    let profile: Int64
    let threshold: Double
    let shard: Shard
    let catalog: CatalogClient

    /// The entries in order, with finished series replaced by their next episodes.
    func entries(of found: [ContinueReader.Found], _ call: ServerCall, limit: Int) async throws -> [ContinueEntry] {
        var entries: [ContinueEntry] = []
        var isSilent = false
        for one in found where entries.count < limit {
            switch one {
            case .begun(let entry): entries.append(entry)
            case .finished(let seed):
                var next: ContinueEntry?
                // A catalog that does not answer is not called for every series.
                if !isSilent {
                    do { next = try await self.next(after: seed, call) } catch let error as RPCError {
                        catalog.note(error)
                        isSilent = true
                    }
                }
                if let entry = next ?? seed.begun { entries.append(entry) }
            }
        }
        return entries
    }

    private func next(after seed: ContinueReader.Seed, _ call: ServerCall) async throws -> ContinueEntry? {
        var (first, cursor): (Card?, String?) = (nil, nil)
        repeat {
            let page = try await catalog.episodes(of: seed.series, cursor: cursor, for: call)
            let behind = page.episodes.filter { card in
                guard let season = card.season, let episode = card.episode, season > 0 else { return false }
                return (season, episode) > (seed.season, seed.episode)
            }
            if let card = try await firstUnwatched(behind) { return entry(card, seed, .afterLastWatched) }
            (first, cursor) = (first ?? behind.first, page.cursor)
        } while cursor != nil
        guard seed.isRewatch, let first else { return nil }
        return entry(first, seed, .rewatch)
    }

    private func firstUnwatched(_ cards: [Card]) async throws -> Card? {
        guard !cards.isEmpty else { return nil }
        return try await shard.read { [profile, threshold] db in
            try cards.first { card in
                guard let row = try ContentTable.row(of: card.id, db) else { return true }
                return try !WatchStateReader.watchState(of: profile, content: row, threshold: threshold, db).isWatched
            }
        }
    }

    private func entry(_ card: Card, _ seed: ContinueReader.Seed, _ rule: NextUpRule) -> ContinueEntry {
        ContinueEntry(
            content: card.id, card: card, progress: 0, resume: 0,
            duration: card.runtimeMinutes.map { Double($0) * 60 }, variant: nil, lastWatched: .init(seed.last),
            rule: rule)
    }
}
