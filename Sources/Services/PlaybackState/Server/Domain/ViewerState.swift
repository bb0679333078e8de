internal import Foundation
internal import HearthModel
internal import PlaybackStateAPI

/// How far a profile is with a title or a series: pure, of its watch states.
enum ViewerState {
    /// Of one title.
    static func title(_ profile: String, _ watchState: WatchState) -> ProfileViewing {
        let hasBegun = watchState.reach.position > 0 || watchState.secondsWatched > 0
        let state: ViewingState = watchState.isWatched ? .finished : hasBegun ? .begun : .notBegun
        return ProfileViewing(
            profile: profile, state: state, progress: watchState.isWatched ? 1 : watchState.reach.progress,
            lastWatched: date(watchState.lastWatched))
    }

    /// An episode of a series with a profile's watch state of it.
    struct Episode: Sendable {
        var id: ContentID
        /// Specials have none or 0: they neither finish a series nor keep it from being finished.
        var season: Int32?
        var watchState: WatchState
    }

    /// Of a series.
    ///
    /// - Parameters:
    ///   - seen: the episodes that the profile has played or marked.
    ///   - library: the episodes that the library has, without specials; nil while they are not known, when nothing is
    ///     finished.
    static func series(_ profile: String, _ seen: [Episode], library: Set<ContentID>?) -> ProfileViewing {
        let finished = seen.filter { $0.watchState.isWatched && ($0.season ?? 0) > 0 }
        let hasBegun = seen.contains { title(profile, $0.watchState).state != .notBegun }
        var viewing = ProfileViewing(
            profile: profile, state: hasBegun ? .begun : .notBegun,
            lastWatched: date(seen.map(\.watchState.lastWatched).max() ?? .zero))
        // An episode that the library has lost stays watched, and no longer counts for the whole.
        let counted = library.map { library in finished.count { library.contains($0.id) } } ?? finished.count
        viewing.episodesFinished = Int32(clamping: counted)
        guard let library, !library.isEmpty else { return viewing }
        viewing.episodes = Int32(clamping: library.count)
        viewing.progress = Double(counted) / Double(library.count)
        if counted == library.count { viewing.state = .finished }
        return viewing
    }

    private static func date(_ stamp: HybridTimestamp) -> Date? { stamp > .zero ? Date(stamp) : nil }
}
