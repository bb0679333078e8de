import PlaybackStateAPI
import TestSupport
import Testing

@testable import PlaybackStateService

/// Which episode comes next, by the rules alone.
struct NextEpisodeTests {
    private typealias Episode = NextEpisode.Episode

    /// An episode; a number after `at` is when it was watched or left in the middle.
    private static func episode(
        _ season: Int32, _ number: Int32?, at: Int64 = 0, watched: Bool = false, started: Bool = false, plays: Int = 0,
        airing: EpisodePlace.Airing? = nil
    ) -> NextEpisode.Episode {
        NextEpisode.Episode(
            place: EpisodePlace(season: season, number: number, airing: airing), isWatched: watched,
            isStarted: started, playCount: max(plays, watched ? 1 : 0), last: HybridTimestamp(milliseconds: at))
    }

    private static func seen(_ season: Int32, _ number: Int32, at: Int64, plays: Int = 1) -> NextEpisode.Episode {
        episode(season, number, at: at, watched: true, plays: plays)
    }

    private static func choice(_ index: Int, _ rule: NextUpRule?) -> NextEpisode.Choice {
        NextEpisode.Choice(index: index, rule: rule)
    }

    // MARK: The two rules

    @Test func `the two rules differ where episodes were watched out of order`() {
        let series = NextEpisode([
            Self.episode(1, 1), Self.seen(1, 2, at: 5), Self.episode(1, 3), Self.episode(2, 1),
        ])
        #expect(series.goOn(.afterLastWatched) == Self.choice(2, .afterLastWatched))
        #expect(series.goOn(.firstUnwatched) == Self.choice(0, .firstUnwatched))
    }

    @Test func `a series of which nothing was watched begins at its beginning, and goes into the next season`() {
        let series = NextEpisode([Self.episode(2, 1), Self.episode(1, 2), Self.episode(1, 1)])
        #expect(series.goOn(.afterLastWatched) == Self.choice(2, .afterLastWatched))
        let next = series.next(.afterLastWatched, after: EpisodePlace(season: 1, number: 2), isRewatch: false)
        #expect(next == Self.choice(0, .afterLastWatched))
    }

    @Test func `an episode in the middle comes first, and an earlier one only when nothing else is left`() {
        let both = NextEpisode([
            Self.episode(1, 1, at: 3, started: true), Self.seen(1, 2, at: 5), Self.episode(1, 3),
        ])
        #expect(both.goOn(.afterLastWatched) == Self.choice(2, .afterLastWatched))
        let last = NextEpisode([Self.episode(1, 1, at: 3, started: true), Self.seen(1, 2, at: 5)])
        #expect(last.goOn(.afterLastWatched) == Self.choice(0, nil))
        let latest = NextEpisode([Self.episode(1, 1, at: 9, started: true), Self.seen(1, 2, at: 5)])
        #expect(latest.goOn(.firstUnwatched) == Self.choice(0, nil))
    }

    @Test func `episodes that were marked in one call have one time, and the furthest counts`() {
        let series = NextEpisode([
            Self.seen(1, 1, at: 5), Self.episode(1, 2), Self.seen(1, 3, at: 5), Self.episode(1, 4),
        ])
        #expect(series.goOn(.afterLastWatched) == Self.choice(3, .afterLastWatched))
    }

    @Test func `of two episodes with one number one watched is enough`() {
        let series = NextEpisode([Self.seen(1, 1, at: 5), Self.episode(1, 1), Self.episode(1, 2)])
        #expect(series.goOn(.firstUnwatched) == Self.choice(2, .firstUnwatched))
        #expect(series.counts == (2, 1))
    }

    // MARK: Rewatching

    @Test func `rewatching begins when an episode of a finished series is played again`() {
        let finished = NextEpisode((1...3).map { Self.seen(1, $0, at: Int64($0)) })
        #expect(finished.isFinished)
        #expect(finished.goOn(.afterLastWatched) == nil)
        #expect(finished.goOn(.firstUnwatched) == nil)
        #expect(finished.played(.afterLastWatched) == Self.choice(0, .rewatch))
        let again = NextEpisode([Self.seen(1, 1, at: 9, plays: 2), Self.seen(1, 2, at: 2), Self.seen(1, 3, at: 3)])
        for rule in [NextUpRule.afterLastWatched, .firstUnwatched] {
            #expect(again.goOn(rule) == Self.choice(1, .rewatch))
            #expect(again.played(rule) == Self.choice(1, .rewatch))
        }
        // A new season: there is something unwatched again.
        let more = NextEpisode(again.episodes + [Self.episode(2, 1)])
        #expect(more.goOn(.firstUnwatched) == Self.choice(3, .firstUnwatched))
    }

    // MARK: Specials

    @Test func `specials without a place are never offered, and never in the way`() {
        let specials = [Self.episode(0, 1), Self.episode(0, 2, at: 9, watched: true)]
        let series = NextEpisode(specials + [Self.seen(1, 1, at: 5), Self.seen(1, 2, at: 6)])
        #expect(series.isFinished)
        for rule in [NextUpRule.afterLastWatched, .firstUnwatched] {
            #expect(series.goOn(rule) == nil)
            #expect(series.queued(rule) == nil)
            #expect(NextEpisode(specials).goOn(rule) == nil)
        }
        // One that was left in the middle goes on, as it was chosen by hand.
        let inside = NextEpisode([Self.episode(0, 1, at: 7, started: true), Self.seen(1, 1, at: 5)])
        #expect(inside.goOn(.afterLastWatched) == Self.choice(0, nil))
    }

    @Test(arguments: [
        (EpisodePlace.Airing(beforeSeason: 1, beforeEpisode: 2), 1), (.init(beforeSeason: 1), 0),
        (.init(afterSeason: 1), 2), (.init(beforeSeason: 2, beforeEpisode: 1), 2), (.init(afterSeason: 2), 3),
    ])
    func `a special is offered where it airs`(airing: EpisodePlace.Airing, place: Int) {
        let episodes: [(Int32, Int32)] = [(1, 1), (1, 2), (2, 1)]
        let special = Self.episode(0, 7, airing: airing)
        // Everything before it was watched, one after the other.
        let seen = episodes.enumerated().map { index, number in
            index < place ? Self.seen(number.0, number.1, at: Int64(index + 1)) : Self.episode(number.0, number.1)
        }
        #expect(NextEpisode(seen + [special]).goOn(.afterLastWatched) == Self.choice(3, .afterLastWatched))
        // Watched, it does not come back, and the series goes on behind it.
        var watched = special
        (watched.isWatched, watched.playCount, watched.last) = (true, 1, HybridTimestamp(milliseconds: 50))
        let next = NextEpisode(seen + [watched]).goOn(.afterLastWatched)
        #expect(next == (place < 3 ? Self.choice(place, .afterLastWatched) : nil))
        let all = episodes.map { Self.seen($0.0, $0.1, at: 60) } + [watched]
        for last in 0..<2 {
            var again = all
            (again[last].last, again[last].playCount) = (HybridTimestamp(milliseconds: 90), 2)
            #expect(NextEpisode(again).goOn(.afterLastWatched) == Self.choice(last + 1, .rewatch))
        }
    }

    @Test func `a special that was left out keeps no finished series from being watched again`() {
        let special = Self.episode(0, 1, airing: .init(beforeSeason: 2, beforeEpisode: 1))
        let again = [Self.seen(1, 1, at: 9, plays: 2), Self.seen(1, 2, at: 3), Self.seen(2, 1, at: 4), special]
        #expect(NextEpisode(again).isFinished)
        #expect(NextEpisode(again).goOn(.afterLastWatched) == Self.choice(1, .rewatch))
    }

    // MARK: A queued series

    @Test func `a queued series plays what is unwatched, also before the last one watched, and then nothing`() {
        let gap = NextEpisode([Self.episode(1, 1), Self.seen(1, 2, at: 5)])
        #expect(gap.goOn(.afterLastWatched) == nil)
        #expect(gap.queued(.afterLastWatched) == Self.choice(0, .firstUnwatched))
        #expect(gap.played(.afterLastWatched) == Self.choice(0, .firstUnwatched))
        let whole = NextEpisode([Self.seen(1, 1, at: 9, plays: 2), Self.seen(1, 2, at: 5)])
        #expect(whole.queued(.afterLastWatched) == nil)
        #expect(NextEpisode([]).queued(.afterLastWatched) == nil)
        #expect(NextEpisode([]).played(.afterLastWatched) == nil)
    }
}
