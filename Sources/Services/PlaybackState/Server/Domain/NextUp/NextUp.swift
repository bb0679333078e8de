internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// Finds the next episodes of series whose latest episode is completed, by the rule of each series (``NextEpisode``).
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
        let episodes = try await catalog.allEpisodes(of: seed.series, for: call).episodes
        return try await shard.read { [profile, threshold] db in
            let state = try SeriesState(seed.series, episodes, of: profile, threshold: threshold, db)
            let last = episodes.place(season: seed.season, number: seed.episode)
            guard let chosen = state.decision.next(state.choice.rule, after: last, isRewatch: seed.isRewatch) else {
                return nil
            }
            return entry(state.title(chosen, from: .nextEpisode), seed, chosen.rule)
        }
    }

    private func entry(_ title: NextTitle, _ seed: ContinueReader.Seed, _ rule: NextUpRule?) -> ContinueEntry {
        let resume = title.resume ?? 0
        // One that was left in the middle before the last one watched.
        let progress = title.duration.map { $0 > 0 ? min(1, resume / $0) : 0 } ?? 0
        return ContinueEntry(
            content: title.content, card: title.card, progress: progress, resume: resume, duration: title.duration,
            variant: title.variant, lastWatched: .init(seed.last), rule: rule)
    }
}
