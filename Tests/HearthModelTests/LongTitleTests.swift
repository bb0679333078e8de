import HearthModel
import Testing

/// Episodes are told with their series, and nothing is said twice.
struct LongTitleTests {
    @Test(arguments: [
        ("Driftwood", "Low Tide: Driftwood (S1 E2)"), ("Low Tide S01E02", "Low Tide S01E02"),
        ("Low Tide s1 e2 HD", "Low Tide s1 e2 HD"), ("Low Tide 1994-11-01", "Low Tide 1994-11-01 (S1 E2)"),
        ("Low Tide Begins", "Low Tide: Low Tide Begins (S1 E2)"), ("Episode 2", "Low Tide: Episode 2 (S1 E2)"),
        ("Lw Tide S01E02", "Low Tide: Lw Tide S01E02"),
    ])
    func episodes(title: String, expected: String) {
        var card = Card(id: ContentID(rawValue: "ep_2"), kind: .episode, title: title)
        (card.season, card.episode, card.seriesTitle) = (1, 2, "Low Tide")
        #expect(card.longTitle == expected)
    }

    @Test func `what is not known is not told`() {
        var card = Card(id: ContentID(rawValue: "ep_2"), kind: .episode, title: "Driftwood")
        #expect(card.longTitle == "Driftwood")
        card.seriesTitle = "Low Tide"
        #expect(card.longTitle == "Low Tide: Driftwood")
        (card.season, card.episode, card.seriesTitle) = (1, 2, nil)
        #expect(card.longTitle == "Driftwood (S1 E2)")
    }

    @Test func `only episodes are of a series`() {
        var card = Card(id: ContentID(rawValue: "mv_1"), kind: .movie, title: "The Harbour")
        card.seriesTitle = "Low Tide"
        #expect(card.longTitle == "The Harbour")
    }
}
