internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI

/// The episodes of a series as the catalog lists them, with a profile's watch state of each.
struct SeriesState {
    let cards: [Card]
    let decision: NextEpisode
    /// How the next episode is found.
    let choice: NextUpChoice
    /// The profile's watch state of those episodes that have one.
    private let states: [ContentID: WatchState]

    /// - Parameters:
    ///   - profile: the row of the profile; nil for one without data here.
    ///   - threshold: the progress from which on an episode counts as watched, 0...1.
    init(
        _ series: ContentID, _ sequence: EpisodeSequence, of profile: Int64?,
        threshold: Double = PlaybackLimits.watchedThreshold, _ db: Database
    ) throws {
        cards = sequence.cards
        let contents = sequence.cards.map(\.id)
        let states =
            try profile.map {
                try WatchStateReader.watchStates(of: $0, contents: contents, threshold: threshold, db)
            } ?? [:]
        self.states = states
        choice = try profile.map { try NextUpRuleTable.choice(of: series, profile: $0, db) } ?? NextUpChoice()
        decision = NextEpisode(
            sequence.placed.map { card, place in
                let state = states[card.id] ?? WatchState()
                return NextEpisode.Episode(
                    place: place, isWatched: state.isWatched, isStarted: state.resume() != nil,
                    playCount: state.playCount, last: state.lastWatched)
            })
    }

    /// A chosen episode as callers see it.
    func title(_ chosen: NextEpisode.Choice, from source: NextTitleSource) -> NextTitle {
        let card = cards[chosen.index]
        var title = NextTitle(content: card.id, card: card, source: source, rule: chosen.rule)
        title.fill(states[card.id] ?? WatchState())
        return title
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
