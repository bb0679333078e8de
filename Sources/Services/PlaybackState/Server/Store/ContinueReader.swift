internal import Foundation
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI

/// Finds the titles that a profile has started and not finished, and the series whose latest episode it has finished.
struct ContinueReader: Sendable {
    let profile: Int64
    let visibility: Visibility
    let threshold: Double
    let limit: Int

    /// A title to resume, or the episode after which a series continues.
    enum Found: Sendable {
        case begun(ContinueEntry)
        case finished(Seed)

        /// The episode after which a series continues; nil for a title to resume.
        var seed: Seed? {
            guard case .finished(let seed) = self else { return nil }
            return seed
        }
    }

    /// The latest episode of a series, which was watched.
    struct Seed: Sendable {
        var series: ContentID
        var season: Int32
        var episode: Int32
        /// When it was watched, or marked as watched.
        var last: HybridTimestamp
        /// Whether it was watched more than once.
        var isRewatch: Bool
        /// An earlier unfinished episode, for when there is no later one.
        var begun: ContinueEntry?
    }

    /// What was found so far.
    private struct State {
        var found: [Found] = []
        /// How many of it were begun.
        var begun = 0
        /// Series that are done.
        var settled: Set<ContentID> = []
        /// The series whose latest episode is finished, by their index in the result.
        var finished: [ContentID: Int] = [:]
        /// Titles that have been looked at, of series only.
        var seen: Set<Int64> = []
    }

    /// What there is to go on with, the latest first.
    ///
    /// - Parameter count: how many are enough; nil for as many as there may be needed, since a series that was watched to its
    ///   last episode comes to nothing.
    func run(_ db: Database, first count: Int? = nil) throws -> [Found] {
        var state = State()
        var titles = try LatestTable.titles(of: profile, visibility, db)
        func isEnough(_ state: State) -> Bool { state.begun >= limit || state.found.count >= count ?? .max }
        while !isEnough(state), let title = try titles.next() { try take(title, &state, db) }
        // Of a series whose latest episode is finished, an earlier episode may be the one to resume.
        for series in state.finished.keys where isEnough(state) && !state.settled.contains(series) {
            for title in try LatestTable.episodes(of: series, profile: profile, visibility, db)
            where !state.seen.contains(title.row) && !state.settled.contains(series) {
                try take(title, &state, db)
            }
        }
        return state.found
    }

    private func take(_ title: LatestTable.Title, _ state: inout State, _ db: Database) throws {
        guard let series = title.series else {
            guard !title.isDone(threshold: threshold) else { return }
            let watchState = try watchState(of: title, db)
            guard let entry = try entry(title, watchState, db) else { return }
            state.found.append(.begun(entry))
            state.begun += 1
            return
        }
        guard !state.settled.contains(series) else { return }
        state.seen.insert(title.row)
        if let place = state.finished[series], case .finished(let first) = state.found[place] {
            try resume(title, series, first, at: place, &state, db)
        } else {
            try begin(title, series, &state, db)
        }
    }

    /// Takes the latest episode of a series: it is resumed, or the series goes on behind it.
    private func begin(
        _ title: LatestTable.Title, _ series: ContentID, _ state: inout State, _ db: Database
    ) throws {
        let canFinish = state.finished.count < PlaybackLimits.nextSeries
        guard canFinish || !title.isDone(threshold: threshold) else { return }
        let watchState = try watchState(of: title, db)
        if let entry = try entry(title, watchState, db) {
            state.settled.insert(series)
            guard try !isHidden(series, since: title.last, db) else { return }
            state.found.append(.begun(entry))
            state.begun += 1
        } else if canFinish, watchState.isWatched, let seed = try seed(title, watchState, series, db) {
            guard try !isHidden(series, since: title.last, db) else {
                state.settled.insert(series)
                return
            }
            state.finished[series] = state.found.count
            state.found.append(.finished(seed))
        }
    }

    /// Takes an earlier episode of a series whose latest one is finished.
    private func resume(
        _ title: LatestTable.Title, _ series: ContentID, _ first: Seed, at place: Int, _ state: inout State,
        _ db: Database
    ) throws {
        var seed = first
        guard title.last == first.last || !title.isDone(threshold: threshold) else { return }
        let watchState = try watchState(of: title, db)
        if let entry = try entry(title, watchState, db) {
            state.settled.insert(series)
            guard try !isHidden(series, since: title.last, db) else { return }
            seed.begun = entry
        } else {
            // Episodes that were marked in one call have one time: the series continues after the furthest of them.
            guard first.last == title.last, watchState.isWatched,
                let other = try self.seed(title, watchState, series, db),
                (other.season, other.episode) > (first.season, first.episode)
            else { return }
            seed = other
            seed.begun = first.begun
        }
        state.found[place] = .finished(seed)
    }

    private func watchState(of title: LatestTable.Title, _ db: Database) throws -> WatchState {
        try WatchStateReader.watchState(of: profile, content: title.row, threshold: threshold, db)
    }

    /// The entry of continue watching; nil when a title has no resume point.
    private func entry(_ title: LatestTable.Title, _ watchState: WatchState, _ db: Database) throws -> ContinueEntry? {
        guard let resume = watchState.resume() else { return nil }
        return ContinueEntry(
            content: title.id, card: try ContentTable.card(of: title.id, db),
            progress: watchState.reach.progress, resume: resume,
            duration: watchState.reach.duration > 0 ? watchState.reach.duration : nil, variant: watchState.variant,
            lastWatched: Date(watchState.lastWatched))
    }

    /// The episode after which a series continues; nil for specials, which are not in its order, and for episodes
    /// without a number.
    private func seed(
        _ title: LatestTable.Title, _ watchState: WatchState, _ series: ContentID, _ db: Database
    ) throws -> Seed? {
        guard let card = try ContentTable.card(of: title.id, db), let season = card.season, season > 0,
            let episode = card.episode
        else { return nil }
        return Seed(
            series: series, season: season, episode: episode, last: title.last, isRewatch: watchState.playCount > 1)
    }

    /// Whether a whole series was hidden after its latest report.
    private func isHidden(_ series: ContentID, since last: HybridTimestamp, _ db: Database) throws -> Bool {
        guard let row = try ContentTable.row(of: series, db) else { return false }
        return try MarkTable.hidden(of: profile, content: row, db) >= last
    }
}
