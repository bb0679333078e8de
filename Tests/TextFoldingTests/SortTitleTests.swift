import Testing
import TextFolding

/// The order of titles.
struct SortTitleTests {
    @Test func `articles, case, accents and punctuation do not count, numbers count by value`() {
        let ordered = [
            "Éclair", "“Fargo”", "Ocean's 2", "ocean’s 10", "The Zebra", "\u{FF3A}oo", "李小龙",
        ]
        let keys = ordered.map { SortTitle.storedKey(for: $0) }
        #expect(keys == keys.sorted())
        #expect(SortTitle.storedKey(for: "The Matrix") == SortTitle.storedKey(for: "matrix"))
        #expect(SortTitle.storedKey(for: "A") == "a")
        #expect(SortTitle.storedKey(for: "The") == "the")
        #expect(SortTitle.storedKey(for: "!!!") == "!!!")
        #expect(SortTitle.storedKey(for: "") == "")
    }

    @Test func `it ends somewhere`() {
        #expect(SortTitle.storedKey(for: String(repeating: "title ", count: 10_000)).count <= 200)
    }

    @Test
    func `sort keys: articles of the language, numbers by value`() {
        #expect(SortTitle.key(for: "The Matrix") == "matrix")
        #expect(SortTitle.key(for: "Die Hard") == "die hard")
        #expect(SortTitle.key(for: "Die Welle", language: "de-DE") == "welle")
        #expect(SortTitle.key(for: "L'Avventura", language: "it") == "avventura")
        #expect(SortTitle.key(for: "The") == "the")
        #expect(SortTitle.key(for: "Channel 2") < SortTitle.key(for: "Channel 10"))
        #expect(SortTitle.key(for: "Élite") < SortTitle.key(for: "Fargo"))
        #expect(SortTitle.key(for: "???") == "???")
    }

    @Test(
        arguments: [
            ("Der Pate", "de", "pate"), ("Das Boot", nil, "das boot"), ("Die Hard", nil, "die hard"),
            ("Las Vegas", nil, "las vegas"), ("La La Land", "en", "la la land"), ("La Haine", "fr", "haine"),
            ("L'Atalante", "fr", "atalante"), ("El Laberinto del fauno", "es", "laberinto del fauno"),
            ("Gli intoccabili", "it", "intoccabili"), ("De Aanslag", "nl", "aanslag"), ("Os Maias", "pt", "maias"),
            ("The Crown", "de", "crown"), ("The Crown", "ja", "crown"), ("Die", "de", "die"),
        ] as [(String, String?, String)])
    func `an article counts as one in its own language alone, and English ones in every list's`(
        _ title: String, _ language: String?, _ key: String
    ) {
        #expect(SortTitle.storedKey(for: title, language: language) == key)
        #expect(SortTitle.storedKeys(for: title).contains(key))
    }

    @Test func `stores keep the beginning of a long key`() {
        let long = String(repeating: "The 1 ", count: 100)
        #expect(SortTitle.storedKey(for: long) == String(SortTitle.key(for: long).prefix(200)))
    }
}
