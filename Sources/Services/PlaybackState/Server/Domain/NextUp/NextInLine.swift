internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI

/// Finds what a queue plays next: its first entry with something left to play.
struct NextInLine {
    /// The queue's profile.
    let profile: Int64
    /// The episodes of queued series, as far as they were read from the catalog.
    let lists: SeriesLists

    /// The first entry with something left, and what it plays.
    struct Found {
        var entry: QueueEntry?
        /// nil when the queue is empty.
        var next: NextTitle?
        /// The queued series without an unwatched episode, which were passed over.
        var finished: [ContentID] = []
        /// Whether the entry is a series whose episodes are not known.
        var isUnknown = false
    }

    func find(_ entries: [QueueEntry], _ db: Database) throws -> Found {
        var found = Found()
        for entry in entries {
            guard entry.card?.kind == .series else {
                var title = NextTitle(content: entry.content, card: entry.card, source: .queue)
                if let row = try ContentTable.row(of: entry.content, db) {
                    title.fill(try WatchStateReader.watchState(of: profile, content: row, db))
                }
                (found.entry, found.next) = (entry, title)
                return found
            }
            guard let episodes = lists[entry.content] else {
                (found.entry, found.isUnknown) = (entry, true)
                found.next = NextTitle(content: entry.content, card: entry.card, source: .queue)
                return found
            }
            let state = try SeriesState(entry.content, episodes, of: profile, db)
            guard let chosen = state.decision.queued(state.choice.rule) else {
                // One without episodes is kept: they may be hidden from this profile, or not be listed at the moment.
                if state.decision.isFinished { found.finished.append(entry.content) }
                continue
            }
            var title = state.title(chosen, from: .queue)
            title.queued = entry.content
            (found.entry, found.next) = (entry, title)
            return found
        }
        return found
    }
}
