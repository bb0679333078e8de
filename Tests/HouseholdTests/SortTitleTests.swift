import Household
import Testing

/// The order of titles.
struct SortTitleTests {
    @Test func `articles, case, accents and punctuation do not count, numbers count by value`() {
        let ordered = [
            "Éclair", "“Fargo”", "Ocean's 2", "ocean’s 10", "The Zebra", "\u{FF3A}oo", "李小龙",
        ]
        #expect(ordered.map(SortTitle.storedKey) == ordered.map(SortTitle.storedKey).sorted())
        #expect(SortTitle.storedKey(for: "The Matrix") == SortTitle.storedKey(for: "matrix"))
        #expect(SortTitle.storedKey(for: "A") == "a")
        #expect(SortTitle.storedKey(for: "The") == "the")
        #expect(SortTitle.storedKey(for: "!!!") == "!!!")
        #expect(SortTitle.storedKey(for: "") == "")
    }

    @Test func `it ends somewhere`() {
        #expect(SortTitle.storedKey(for: String(repeating: "title ", count: 10_000)).count <= 200)
    }

    @Test("sort keys: articles of the language, numbers by value")
    func sorting() {
        #expect(SortTitle.key(for: "The Matrix") == "matrix")
        #expect(SortTitle.key(for: "Die Hard") == "die hard")
        #expect(SortTitle.key(for: "Die Welle", language: "de-DE") == "welle")
        #expect(SortTitle.key(for: "L'Avventura", language: "it") == "avventura")
        #expect(SortTitle.key(for: "The") == "the")
        #expect(SortTitle.key(for: "Channel 2") < SortTitle.key(for: "Channel 10"))
        #expect(SortTitle.key(for: "Élite") < SortTitle.key(for: "Fargo"))
        #expect(SortTitle.key(for: "???") == "???")
    }

    @Test func `stores keep the beginning of a long key`() {
        let long = String(repeating: "The 1 ", count: 100)
        #expect(SortTitle.storedKey(for: long) == String(SortTitle.key(for: long).prefix(200)))
    }
}
