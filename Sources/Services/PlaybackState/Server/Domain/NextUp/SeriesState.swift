internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI

/// The episodes of a series as the catalog lists them, with a profile's watch state of each.
struct SeriesState {
    let cards: [Card]
    let decision: NextEpisode
    /// How the next episode is found.
    let choice: NextUpChoice
    private let profile: Int64?
    private let threshold: Double

    /// - Parameters:
    ///   - profile: the row of the profile; nil for one without data here.
    ///   - threshold: the progress from which on an episode counts as watched, 0...1.
    init(
        _ series: ContentID, _ sequence: EpisodeSequence, of profile: Int64?,
        threshold: Double = PlaybackLimits.watchedThreshold, _ db: Database
    ) throws {
        (cards, self.profile, self.threshold) = (sequence.cards, profile, threshold)
        choice = try profile.map { try NextUpRuleTable.choice(of: series, profile: $0, db) } ?? NextUpChoice()
        decision = NextEpisode(
            try sequence.placed.map { card, place in
                let state = try Self.watchState(of: card.id, profile, threshold, db)
                return NextEpisode.Episode(
                    place: place, isWatched: state.isWatched, isStarted: state.resume() != nil,
                    playCount: state.playCount, last: state.lastWatched)
            })
    }

    /// A chosen episode as callers see it.
    func title(_ chosen: NextEpisode.Choice, from source: NextTitleSource, _ db: Database) throws -> NextTitle {
        let card = cards[chosen.index]
        var title = NextTitle(content: card.id, card: card, source: source, rule: chosen.rule)
        title.fill(try Self.watchState(of: card.id, profile, threshold, db))
        return title
    }

    private static func watchState(
        of content: ContentID, _ profile: Int64?, _ threshold: Double, _ db: Database
    ) throws -> WatchState {
        guard let profile, let row = try ContentTable.row(of: content, db) else { return WatchState() }
        return try WatchStateReader.watchState(of: profile, content: row, threshold: threshold, db)
    }
}

extension NextTitle {
    /// Adds where the profile is in the title.
    mutating func fill(_ state: WatchState) {
        resume = state.resume()
        variant = state.variant
        duration = state.reach.duration > 0 ? state.reach.duration : card?.runtimeMinutes.map { Double($0) * 60 }
    }
}
