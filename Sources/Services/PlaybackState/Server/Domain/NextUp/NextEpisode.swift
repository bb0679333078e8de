internal import HearthModel
internal import PlaybackStateAPI

/// Decides with which episode a profile goes on in a series: a function of the series' episodes, the profile's watch state
/// of each, and the rule.
///
/// Episodes count by their places. Those without a place, as most specials are, are never offered and never in the way. Of
/// several episodes at one place one watched is enough.
struct NextEpisode: Sendable {
    /// An episode and what the profile has seen of it.
    struct Episode: Sendable, Hashable {
        var place: EpisodePlace?
        /// Whether it counts as watched; it stays so while it is played again.
        var isWatched = false
        /// Whether it was left in the middle: there is a resume point.
        var isStarted = false
        /// How often it was watched to the end.
        var playCount = 0
        /// When it was last watched, or marked as watched; zero for never.
        var last = HybridTimestamp.zero
    }

    /// An episode, by its index, and the rule by which it comes next.
    struct Choice: Sendable, Hashable {
        var index: Int
        /// nil for an episode that was started.
        var rule: NextUpRule?
    }

    let episodes: [Episode]
    /// The indices of the episodes with a place, in order.
    private let order: [(place: EpisodePlace, index: Int)]
    private let watched: Set<EpisodePlace>

    init(_ episodes: [Episode]) {
        self.episodes = episodes
        order = episodes.indices.compactMap { index in episodes[index].place.map { ($0, index) } }
            .sorted { ($0.place, $0.index) < ($1.place, $1.index) }
        watched = Set(episodes.compactMap { $0.isWatched ? $0.place : nil })
    }

    // MARK: Counts

    private var places: Set<EpisodePlace> { Set(order.map(\.place).filter { !$0.isSpecial }) }

    /// How many episodes there are, and how many are watched, without specials.
    var counts: (total: Int, watched: Int) {
        let places = places
        return (places.count, places.intersection(watched).count)
    }

    /// Whether every episode is watched. A series without episodes is not finished, and specials do not count.
    var isFinished: Bool {
        let counts = counts
        return counts.total > 0 && counts.watched == counts.total
    }

    // MARK: What is next

    /// The next episode after the last one watched.
    ///
    /// - Parameters:
    ///   - rule: ``NextUpRule/afterLastWatched`` or ``NextUpRule/firstUnwatched``.
    ///   - last: the place of the last one watched; nil when none was.
    ///   - isRewatch: whether that one was watched more than once.
    /// - Returns: nil when none is left. A finished series begins again with an episode that is played again, and then
    ///   goes on behind it.
    func next(_ rule: NextUpRule, after last: EpisodePlace?, isRewatch: Bool) -> Choice? {
        let behind = order.filter { entry in last.map { entry.place > $0 } ?? true }
        let unwatched = behind.filter { !watched.contains($0.place) }
        // A special that was left out keeps no finished series from being watched again.
        if isRewatch, last != nil, !unwatched.contains(where: { !$0.place.isSpecial }),
            rule != .firstUnwatched || isFinished
        {
            // A watched special does not come back.
            let again = behind.first { !$0.place.isSpecial || !watched.contains($0.place) }
            return again.map { Choice(index: $0.index, rule: watched.contains($0.place) ? .rewatch : rule) }
        }
        let first = rule == .firstUnwatched ? order.first { !watched.contains($0.place) } : unwatched.first
        return first.map { Choice(index: $0.index, rule: rule) }
    }

    /// The episode to go on with: the latest one, when it was left in the middle, else the next one, else an earlier one
    /// that was left in the middle.
    ///
    /// - Returns: nil when there is none: the series is finished, or has no episode with a place.
    func goOn(_ rule: NextUpRule) -> Choice? {
        // An episode that was opened and left at once says nothing, and neither does a special without a place.
        let touched = episodes.indices.filter { index in
            let episode = episodes[index]
            return episode.last > .zero && (episode.isStarted || episode.isWatched && episode.place != nil)
        }
        let latest = touched.max { isEarlier($0, than: $1) }
        if let latest, episodes[latest].isStarted { return Choice(index: latest, rule: nil) }
        let place = latest.flatMap { episodes[$0].place }
        let isRewatch = latest.map { episodes[$0].playCount > 1 } ?? false
        if let next = next(rule, after: place, isRewatch: isRewatch) { return next }
        let started = touched.filter { episodes[$0].isStarted }.max { isEarlier($0, than: $1) }
        return started.map { Choice(index: $0, rule: nil) }
    }

    /// The episode that a queued series plays: as ``goOn(_:)``, and an earlier unwatched one when none is behind the
    /// last one watched.
    ///
    /// - Returns: nil when every episode is watched.
    func queued(_ rule: NextUpRule) -> Choice? {
        guard !isFinished else { return nil }
        if let choice = goOn(rule), choice.rule != .rewatch { return choice }
        return next(.firstUnwatched, after: nil, isRewatch: false)
    }

    /// The episode that is played when the series itself is: as ``queued(_:)``; of a finished series the one that comes
    /// after the last one played again, else the first.
    ///
    /// - Returns: nil when no episode has a place.
    func played(_ rule: NextUpRule) -> Choice? {
        if let choice = isFinished ? goOn(rule) : queued(rule) { return choice }
        return order.first { !$0.place.isSpecial }.map { Choice(index: $0.index, rule: .rewatch) }
    }

    /// By time, then by place: episodes that were marked in one call have one time, and the furthest of them counts.
    private func isEarlier(_ left: Int, than right: Int) -> Bool {
        let (one, other) = (episodes[left], episodes[right])
        guard one.last == other.last else { return one.last < other.last }
        guard let place = one.place, let otherPlace = other.place else { return one.place == nil && other.place != nil }
        return place < otherPlace
    }
}
