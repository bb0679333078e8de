import HearthModel
import PlaybackStateAPI
import RPC

/// Statistics, viewers and imports as the contract has them: an hour was watched, and one play is known.
extension FakePlayback {
    func addStatistics(to handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.GetStatistics.self) { request, _ in
            guard request.days == nil || request.weeks == nil else {
                throw RPCError.invalidArgument("weeks", "name days or weeks: one of the two.")
            }
            let isByWeek = request.weeks != nil
            let periods = [
                WatchedPeriod(isByWeek ? "2026-W47" : "2026-11-26", seconds: 2_400),
                WatchedPeriod(isByWeek ? "2026-W48" : "2026-11-27", seconds: 1_200),
            ]
            var statistics = WatchStatistics(
                since: "2026-11-26", through: "2026-11-27", periods: periods,
                profiles: [
                    ProfileWatchTime(
                        profile: request.profile ?? "p-owner", seconds: 3_600, meanSeconds: 1_800, plays: 3,
                        periods: periods)
                ],
                channels: [WatchedTitle(content: "c1", title: "News <24> & more", seconds: 1_200, plays: 2)],
                series: [], titles: [WatchedTitle(content: "m1", title: "Title of m1", seconds: 2_400, plays: 1)])
            statistics.discovery = DiscoveryStatistics(
                firstSaves: 1, meanSecondsToSave: 90, swipes: 2, meanSwipeSeconds: 75, searches: 3, savedSearches: 1)
            return statistics
        }
        handlers.on(PlaybackState.GetBuffering.self) { _, _ in
            BufferingList(
                since: "2026-11-26", through: "2026-11-27",
                links: [
                    LinkBuffering(
                        content: "c1", title: "News", variant: "v1", events: 6, meanSeconds: 2.5, perHour: 18,
                        secondsWatched: 1_200)
                ])
        }
        handlers.on(PlaybackState.WhoWatched.self) { request, _ in
            ViewerList(
                titles: request.contents.filter { $0 != "m9" }.map { id in
                    TitleViewers(
                        content: id, card: Card(id: id, kind: .movie, title: "Title of \(id)"),
                        profiles: [
                            ProfileViewing(
                                profile: "p-owner", state: .begun, progress: 0.5, lastWatched: FakePlayback.date),
                            ProfileViewing(
                                profile: "p-kids", state: .finished, progress: 1, episodesFinished: 3, episodes: 3),
                        ])
                })
        }
        handlers.on(PlaybackState.ImportPlays.self) { request, _ in
            guard (1...PlaybackState.ImportPlays.maximumCount).contains(request.plays.count) else {
                throw RPCError.invalidArgument("plays", "1 to 200 plays.")
            }
            return PlaysImported(
                results: request.plays.map { play in
                    guard play.watched.hasSuffix("Z") else { return ImportedPlayResult(.noZone) }
                    guard play.content != nil || play.tmdbID != nil else { return ImportedPlayResult(.notFound) }
                    return ImportedPlayResult(play.tmdbID == 1 ? .known : .imported, content: play.content ?? "m1")
                })
        }
    }
}
