import HearthModel
import RPC
import TestSupport
import Testing

@testable import PlaybackStateService

/// Which titles are suggested, and in which order.
struct SuggestionRulesTests {
    private static func film(_ id: String, _ genres: [String] = [], score: Double? = nil) -> Card {
        var card = Card(id: ContentID(rawValue: id), kind: .movie, title: id, genres: genres)
        card.score = score
        return card
    }

    @Test func `next episodes come first, then what has the watched genres and the best score`() {
        let rules = SuggestionRules(genres: ["Drama": 3, "Crime": 1])
        let similar = [
            Self.film("plain", score: 9), Self.film("crime", ["Crime"], score: 7),
            Self.film("both", ["Crime", "Drama"], score: 5), Self.film("drama", ["Drama"], score: 6),
            Self.film("better", ["Drama"], score: 8), Self.film("drama", ["Drama"], score: 6),
        ]
        let found = rules.order(episodes: [.episode("e2", of: "s", 2)], similar: similar, limit: 9)
        #expect(found.map(\.id) == ["e2", "both", "better", "drama", "crime", "plain"])
        #expect(
            rules.order(episodes: [.episode("e2", of: "s", 2)], similar: similar, limit: 2).map(\.id) == ["e2", "both"])
    }

    @Test func `a series that is queued, or of which an episode is, is not suggested again`() {
        let episodes: [Card] = [.episode("a2", of: "a", 2), .episode("b2", of: "b", 2), .episode("c2", of: "c", 2)]
        let rules = SuggestionRules(queued: ["a", "b1"], queuedSeries: ["b"])
        let similar: [Card] = [.of(.series, "b"), .of(.series, "c"), .of(.series, "d")]
        #expect(rules.order(episodes: episodes, similar: similar, limit: 9).map(\.id) == ["c2", "d"])
    }

    @Test func `an excluded series excludes its episodes, and an episode only itself`() {
        let episodes: [Card] = [.episode("a2", of: "a", 2), .episode("b2", of: "b", 2)]
        #expect(SuggestionRules(never: ["a"]).order(episodes: episodes, similar: [], limit: 9).map(\.id) == ["b2"])
        #expect(SuggestionRules(never: ["a2"]).order(episodes: episodes, similar: [], limit: 9).map(\.id) == ["b2"])
    }

    @Test(arguments: Seeds.make(20))
    func `nothing watched, queued or excluded is suggested, nothing twice, and the order of the input decides nothing`(
        seed: UInt64
    ) {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        for _ in 0..<300 {
            func ids(_ prefix: String, _ most: Int) -> Set<ContentID> {
                Set(
                    (0..<Int.random(in: 0...most, using: &source)).map { _ in
                        ContentID(rawValue: "\(prefix)\(Int.random(in: 0..<8, using: &source))")
                    })
            }
            var rules = SuggestionRules(genres: ["g0": 2, "g1": 1])
            rules.never = ids("m", 3).union(ids("s", 2))
            rules.queued = ids("m", 3).union(ids("s", 1))
            rules.queuedSeries = ids("s", 1)
            rules.watched = ids("m", 3)
            let episodes = ids("s", 5).sorted { $0.rawValue < $1.rawValue }.map {
                Card.episode("e-\($0)", of: $0.rawValue, 1)
            }
            // One may have been watched since the list of next episodes was made.
            rules.watched.formUnion(episodes.prefix(Int.random(in: 0...2, using: &source)).map(\.id))
            rules.begun = rules.watched.union(ids("s", 3))
            let similar = (0..<12).map { _ in
                let number = Int.random(in: 0..<8, using: &source)
                return Bool.random(using: &source)
                    ? Self.film("m\(number)", ["g\(number % 3)"], score: Double(number % 4))
                    : Card.of(.series, "s\(number)")
            }
            let limit = Int.random(in: 0...6, using: &source)
            let found = rules.order(episodes: episodes, similar: similar, limit: limit)
            #expect(
                found == rules.order(episodes: episodes, similar: similar.shuffled(using: &source), limit: limit),
                "seed \(seed)")
            #expect(found.count <= limit, "seed \(seed)")
            let named = found.map { $0.series ?? $0.id }
            #expect(Set(named).count == named.count, "one of each series, seed \(seed)")
            for card in found {
                let names = [card.id, card.series].compactMap(\.self)
                #expect(rules.never.isDisjoint(with: names) && rules.queued.isDisjoint(with: names), "seed \(seed)")
                #expect(rules.queuedSeries.isDisjoint(with: names), "seed \(seed)")
                #expect(!rules.watched.contains(card.id), "seed \(seed)")
                #expect(card.kind == .episode || !rules.begun.contains(card.id), "seed \(seed)")
            }
            // Episodes stand before all others.
            let kinds = found.map { $0.kind == .episode }
            #expect(kinds == kinds.sorted { $0 && !$1 }, "seed \(seed)")
        }
    }
}
