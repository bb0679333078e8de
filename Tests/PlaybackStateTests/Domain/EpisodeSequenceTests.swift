import CatalogAPI
import HearthModel
import PlaybackStateAPI
import RPC
import TestSupport
import Testing

@testable import PlaybackStateService

/// The order of a series' episodes is the household's choice; what comes next follows it.
struct EpisodeSequenceTests {
    private static func card(_ season: Int32, _ number: Int32) -> Card {
        var card = Card(id: ContentID(rawValue: "\(season)x\(number)"), kind: .episode, title: "An episode")
        (card.season, card.episode) = (season, number)
        return card
    }

    private static func page(_ episodes: [(Int32, Int32)], _ positions: [(Int32, Int32)]?) -> EpisodeList {
        var list = EpisodeList(episodes: episodes.map { card($0.0, $0.1) }, total: Int64(episodes.count))
        list.positions = positions?.map { EpisodePosition(part: $0.0, number: $0.1) }
        return list
    }

    /// The ids of the episodes that come next, one after the other, from the first on.
    private static func walk(_ sequence: EpisodeSequence) -> [String] {
        var watched: [Int] = []
        var names: [String] = []
        for _ in sequence.cards {
            let episodes = sequence.placed.enumerated().map { index, entry in
                NextEpisode.Episode(
                    place: entry.place, isWatched: watched.contains(index), playCount: watched.contains(index) ? 1 : 0,
                    last: watched.firstIndex(of: index).map { HybridTimestamp(milliseconds: Int64($0 + 1)) } ?? .zero)
            }
            guard let next = NextEpisode(episodes).goOn(.afterLastWatched) else { break }
            watched.append(next.index)
            names.append(sequence.cards[next.index].id.rawValue)
        }
        return names
    }

    @Test func `as broadcast, episodes follow by season and number, and specials are left out`() {
        var sequence = EpisodeSequence()
        sequence.append(Self.page([(0, 1), (1, 1), (1, 2)], nil))
        sequence.append(Self.page([(2, 1)], nil))
        #expect(Self.walk(sequence) == ["1x1", "1x2", "2x1"])
    }

    @Test func `in another order they follow by their places in it, page after page`() {
        var sequence = EpisodeSequence()
        sequence.append(Self.page([(1, 3), (1, 1)], [(1, 1), (1, 2)]))
        // The last two are a special of the order, and one that the order does not have.
        sequence.append(Self.page([(2, 1), (1, 2), (0, 1), (2, 2)], [(2, 1), (2, 2), (0, 1), (0, 0)]))
        #expect(Self.walk(sequence) == ["1x3", "1x1", "2x1", "1x2"])
        #expect(sequence.place(of: "1x3").map { $0 < sequence.place(of: "1x1") ?? $0 } == true)
        #expect(sequence.place(of: "2x2") == nil && sequence.place(season: 1, number: 3) == sequence.place(of: "1x3"))
    }

    @Test(arguments: Seeds.make(3))
    func `what comes next among the first episodes behind one comes next among all`(seed: UInt64) {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        var found = 0
        for _ in 0..<500 {
            var sequence = EpisodeSequence()
            // Some numbers twice, some specials without a place, in any order.
            let numbers = (0..<Int.random(in: 1...12, using: &source)).map { _ in
                (Int32.random(in: 0...2, using: &source), Int32.random(in: 1...4, using: &source))
            }
            sequence.append(Self.page(numbers, nil))
            let watched = Set(sequence.cards.indices.filter { _ in Int.random(in: 0..<3, using: &source) > 0 })
            guard let last = sequence.placed.compactMap(\.place).randomElement(using: &source) else { continue }
            // Cards with one number have one id, and so one state.
            let ids = Set(watched.map { sequence.cards[$0].id })
            func next(in sequence: EpisodeSequence) -> ContentID? {
                let episodes = sequence.placed.map { card, place in
                    NextEpisode.Episode(place: place, isWatched: ids.contains(card.id))
                }
                return NextEpisode(episodes).next(.afterLastWatched, after: last, isRewatch: false)
                    .map { sequence.cards[$0.index].id }
            }
            let first = sequence.first(Int.random(in: 1...4, using: &source), behind: last)
            guard let near = next(in: first) else { continue }
            found += 1
            #expect(near == next(in: sequence), "seed \(seed)")
        }
        #expect(found > 50, "seed \(seed)")
    }

    @Test func `positions that do not fit their page are none`() {
        var sequence = EpisodeSequence()
        sequence.append(Self.page([(1, 2), (1, 1)], [(1, 1)]))
        #expect(Self.walk(sequence) == ["1x1", "1x2"])
    }
}
