import PlaybackStateAPI
import RPC
import TestSupport
import Testing

@testable import PlaybackStateService

/// What holds for the next episode of any series, watched in any way.
struct NextEpisodePropertyTests {
    private static let rules: [NextUpRule] = [.afterLastWatched, .firstUnwatched]

    /// A series with up to three seasons, and specials with and without a place, in random order.
    private static func series(_ source: inout SplitMix64, isWatchedAtRandom: Bool) -> [NextEpisode.Episode] {
        var episodes: [NextEpisode.Episode] = []
        for season in 1...Int32.random(in: 1...3, using: &source) {
            for number in 1...Int32.random(in: 1...5, using: &source) {
                episodes.append(.init(place: EpisodePlace(season: season, number: number)))
            }
        }
        for number in 0..<Int32.random(in: 0...3, using: &source) {
            var airing: EpisodePlace.Airing?
            switch Int.random(in: 0..<3, using: &source) {
            case 0: airing = .init(beforeSeason: .random(in: 1...3, using: &source), beforeEpisode: 2)
            case 1: airing = .init(afterSeason: .random(in: 1...3, using: &source))
            default: break
            }
            episodes.append(.init(place: EpisodePlace(season: 0, number: number, airing: airing)))
        }
        episodes.shuffle(using: &source)
        guard isWatchedAtRandom else { return episodes }
        for index in episodes.indices where Bool.random(using: &source) {
            episodes[index].isWatched = Bool.random(using: &source)
            episodes[index].isStarted = !episodes[index].isWatched || Int.random(in: 0..<8, using: &source) == 0
            episodes[index].playCount = episodes[index].isWatched ? Int.random(in: 1...2, using: &source) : 0
            episodes[index].last = HybridTimestamp(milliseconds: .random(in: 1...20, using: &source))
        }
        return episodes
    }

    @Test(arguments: Seeds.make(3))
    func `the rules hold for any series in any state`(seed: UInt64) throws {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        for _ in 0..<2_000 {
            let episodes = Self.series(&source, isWatchedAtRandom: true)
            let series = NextEpisode(episodes)
            let watched = Set(episodes.filter(\.isWatched).compactMap(\.place))
            let last = episodes.compactMap(\.place).randomElement(using: &source)
            let isRewatch = Bool.random(using: &source)
            for rule in Self.rules {
                guard let next = series.next(rule, after: last, isRewatch: isRewatch) else { continue }
                let place = try #require(episodes[next.index].place, "offered without a place; seed \(seed)")
                let passed = episodes.compactMap(\.place).filter { other in
                    other < place && !watched.contains(other)
                }
                switch next.rule {
                case .firstUnwatched?:
                    #expect(!watched.contains(place) && (passed.isEmpty || isRewatch), "seed \(seed)")
                case .afterLastWatched?:
                    #expect(!watched.contains(place) && last.map { place > $0 } ?? true, "seed \(seed)")
                    #expect(!passed.contains { other in last.map { other > $0 } ?? true }, "seed \(seed)")
                default:
                    #expect(next.rule == .rewatch && isRewatch && !place.isSpecial, "seed \(seed)")
                    let isOpen = passed.contains { other in !other.isSpecial && last.map { other > $0 } ?? true }
                    #expect(!isOpen, "rewatched before all is watched; seed \(seed)")
                }
            }
            // A queued series plays exactly while an episode is unwatched.
            let isOpen = episodes.contains { $0.place.map { !$0.isSpecial && !watched.contains($0) } ?? false }
            for rule in Self.rules { #expect((series.queued(rule) != nil) == isOpen, "seed \(seed)") }
        }
    }

    @Test(arguments: Seeds.make(3))
    func `what comes next depends neither on the order of the list nor on specials without a place`(
        seed: UInt64
    ) throws {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        for _ in 0..<1_000 {
            let episodes = Self.series(&source, isWatchedAtRandom: true)
            let last = episodes.compactMap(\.place).randomElement(using: &source)
            for rule in Self.rules {
                func place(in episodes: [NextEpisode.Episode]) -> EpisodePlace? {
                    NextEpisode(episodes).next(rule, after: last, isRewatch: true).flatMap { episodes[$0.index].place }
                }
                let first = place(in: episodes)
                #expect(place(in: episodes.shuffled(using: &source)) == first, "seed \(seed)")
                #expect(place(in: episodes.filter { $0.place != nil }) == first, "seed \(seed)")
            }
        }
    }

    @Test(arguments: Seeds.make(3))
    func `who follows what comes next sees every episode once, in order, and once more when playing it again`(
        seed: UInt64
    ) throws {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        for round in 0..<300 {
            var episodes = Self.series(&source, isWatchedAtRandom: false)
            let rule = Self.rules[round % 2]
            var time: Int64 = 0
            func watch(_ index: Int) {
                time += 1
                episodes[index].isWatched = true
                episodes[index].playCount += 1
                episodes[index].last = HybridTimestamp(milliseconds: time)
            }
            var seen: [EpisodePlace] = []
            while let next = NextEpisode(episodes).goOn(rule), seen.count <= episodes.count {
                #expect(next.rule == rule, "seed \(seed)")
                seen.append(try #require(episodes[next.index].place))
                watch(next.index)
            }
            #expect(seen == Set(episodes.compactMap(\.place)).sorted(), "seed \(seed)")
            var again: [EpisodePlace] = []
            while let next = NextEpisode(episodes).played(rule), again.count < seen.count {
                guard next.rule == .rewatch, again.last.map({ $0 < episodes[next.index].place ?? $0 }) ?? true else {
                    break
                }
                again.append(try #require(episodes[next.index].place))
                watch(next.index)
            }
            #expect(again == seen.filter { !$0.isSpecial }, "seed \(seed)")
        }
    }
}
