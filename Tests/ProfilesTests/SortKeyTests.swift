import Testing

@testable import ProfilesService

/// The order of titles.
struct SortKeyTests {
    @Test func `articles, case, accents and punctuation do not count, numbers count by value`() {
        let ordered = [
            "Éclair", "“Fargo”", "Ocean's 2", "ocean’s 10", "The Zebra", "\u{FF3A}oo", "李小龙",
        ]
        #expect(ordered.map(SortKey.make) == ordered.map(SortKey.make).sorted())
        #expect(SortKey.make("The Matrix") == SortKey.make("matrix"))
        #expect(SortKey.make("A") == "a")
        #expect(SortKey.make("The") == "the")
        #expect(SortKey.make("!!!") == "!!!")
        #expect(SortKey.make("") == "")
    }

    @Test func `it ends somewhere`() {
        #expect(SortKey.make(String(repeating: "title ", count: 10_000)).count <= 200)
    }
}
