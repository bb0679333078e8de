import Testing

@testable import ReadingListService

/// Titles, texts and tags of links.
struct LinkTextTests {
    @Test func `titles lose their stars when they lose their star`() {
        #expect(LeadingStar.isThere("\u{2b50} A"))
        #expect(LeadingStar.stripped("\u{2b50}\u{fe0f} \u{2b50}A") == "A")
        #expect(LeadingStar.stripped("A \u{2b50}") == "A \u{2b50}")
        #expect(LeadingStar.stripped("\u{2b50}") == nil)
        #expect(!LeadingStar.isThere("A"))
    }

    @Test func `texts are cut at whole characters, and tags are alike without case`() {
        let long = String(repeating: "é", count: 1_000)
        #expect(LinkText.typedTitle(long)?.count == 500)
        #expect(LinkText.typedTitle(" a \n\t b\u{0} ") == "a b")
        #expect(LinkText.typedTitle(" \u{0} ") == nil)
        #expect(LinkText.tags([" Swift", "swift", "", "Été", "ete"]) == ["Swift", "Été"])
        #expect(LinkText.note(" a\n b\u{1} ") == "a\n b")
    }

    @Test func `titles are in the order of a shelf`() {
        let titles = ["The Zebra", "alien", "Part 10", "Part 2", "\u{2b50} Éclair", "A Dog"]
        #expect(
            titles.sorted { TitleSortKey.key($0) < TitleSortKey.key($1) } == [
                "alien", "A Dog", "\u{2b50} Éclair", "Part 2", "Part 10", "The Zebra",
            ])
        #expect(TitleSortKey.key(nil) > TitleSortKey.key("zzz"))
    }
}
