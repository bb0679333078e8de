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
        var lists = SeriesLists()
        return try await entries(of: found, call, limit: limit, &lists)
    }

    /// The same with the lists that were read before.
    func entries(
        of found: [ContinueReader.Found], _ call: ServerCall, limit: Int, _ lists: inout SeriesLists
    ) async throws -> [ContinueEntry] {
        var (entries, rest) = ([ContinueEntry](), found[...])
        while entries.count < limit, !rest.isEmpty {
            let part = rest.prefix(limit - entries.count)
            rest = rest.dropFirst(part.count)
            entries += try await self.entries(of: part, call, &lists)
        }
        return entries
    }

    private func entries(
        of found: ArraySlice<ContinueReader.Found>, _ call: ServerCall, _ lists: inout SeriesLists
    ) async throws -> [ContinueEntry] {
        let seeds = found.compactMap(\.seed)
        await lists.load(seeds.map(\.series), catalog, for: call)
        let next =
            seeds.isEmpty
            ? [:]
            : try await shard.read { [lists] db in
                try seeds.reduce(into: [ContentID: ContinueEntry]()) { next, seed in
                    if let episodes = lists[seed.series] {
                        next[seed.series] = try self.next(after: seed, in: episodes, db)
                    }
                }
            }
        return found.compactMap { one in
            switch one {
            case .begun(let entry): entry
            case .finished(let seed): next[seed.series] ?? seed.begun
            }
        }
    }

    private func next(
        after seed: ContinueReader.Seed, in episodes: EpisodeSequence, _ db: Database
    ) throws -> ContinueEntry? {
        let last = episodes.place(season: seed.season, number: seed.episode)
        if let last, !seed.isRewatch, let entry = try nearby(behind: last, seed, in: episodes, db) { return entry }
        let state = try SeriesState(seed.series, episodes, of: profile, threshold: threshold, db)
        guard let chosen = state.decision.next(state.choice.rule, after: last, isRewatch: seed.isRewatch) else {
            return nil
        }
        return entry(state.title(chosen, from: .nextEpisode), seed, chosen.rule)
    }

    /// The same where it is one of the first episodes behind the last one watched, as for most series: what the profile has
    /// seen of the others is not read then. nil where all of these are watched, and where another rule is chosen.
    private func nearby(
        behind last: EpisodePlace, _ seed: ContinueReader.Seed, in episodes: EpisodeSequence, _ db: Database
    ) throws -> ContinueEntry? {
        let first = episodes.first(PlaybackLimits.nearbyEpisodes, behind: last)
        let state = try SeriesState(seed.series, first, of: profile, threshold: threshold, db)
        guard state.choice.rule == .afterLastWatched,
            let chosen = state.decision.next(.afterLastWatched, after: last, isRewatch: false)
        else { return nil }
        return entry(state.title(chosen, from: .nextEpisode), seed, chosen.rule)
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
