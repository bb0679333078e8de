internal import HearthModel

/// Which titles are suggested, and in which order: pure, of what a profile has watched, queued and excluded, and of the
/// titles that there are.
struct SuggestionRules: Sendable, Hashable {
    /// What the profile has excluded: titles, and series with their episodes.
    var never: Set<ContentID> = []
    /// What is in its queue: titles, and series.
    var queued: Set<ContentID> = []
    /// The series of which an episode is in its queue.
    var queuedSeries: Set<ContentID> = []
    /// What it has watched to the end, or marked.
    var watched: Set<ContentID> = []
    /// What it has ever begun or marked, with the series of episodes.
    var begun: Set<ContentID> = []
    /// How many of the titles that it watched last are of a genre.
    var genres: [String: Int] = [:]

    /// The suggestions, each title once and of a series one entry.
    ///
    /// - Parameters:
    ///   - episodes: the next episode of each series in progress, the series watched last first.
    ///   - similar: titles like those watched last, in any order and with repeats.
    func order(episodes: [Card], similar: [Card], limit: Int) -> [Card] {
        // What is chosen already, and its series.
        var taken: Set<ContentID> = []
        var chosen: [Card] = []
        for card in episodes where chosen.count < limit {
            guard allows(card), let series = card.series, !taken.contains(series), !queued.contains(series),
                !queuedSeries.contains(series)
            else { continue }
            taken.formUnion([card.id, series])
            chosen.append(card)
        }
        for card in ranked(similar) where chosen.count < limit {
            guard allowsAsSimilar(card), taken.insert(card.id).inserted else { continue }
            chosen.append(card)
        }
        return chosen
    }

    /// Whether a title may be suggested at all.
    private func allows(_ card: Card) -> Bool {
        ![never, queued, watched].contains { $0.contains(card.id) }
            && card.series.map { !never.contains($0) } ?? true
    }

    /// Whether a film or a series may be suggested: one that was not begun.
    private func allowsAsSimilar(_ card: Card) -> Bool {
        [.movie, .series].contains(card.kind) && allows(card) && !begun.contains(card.id)
            && !queuedSeries.contains(card.id)
    }

    /// By the genres that the profile watches, then by score, then by id: the same for any order of the input.
    private func ranked(_ cards: [Card]) -> [Card] {
        func weight(_ card: Card) -> Int { Set(card.genres).reduce(0) { $0 + (genres[$1] ?? 0) } }
        return cards.map { (weight: weight($0), card: $0) }.sorted { left, right in
            if left.weight != right.weight { return left.weight > right.weight }
            let (ours, theirs) = (left.card.score ?? 0, right.card.score ?? 0)
            return ours != theirs ? ours > theirs : left.card.id.rawValue < right.card.id.rawValue
        }.map(\.card)
    }
}
