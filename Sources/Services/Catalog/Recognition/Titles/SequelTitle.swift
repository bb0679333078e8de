internal import CatalogFormats
internal import TextFolding

/// The sequel number in a film's title: "Rocky II" is the second of "Rocky".
package struct SequelTitle: Sendable, Equatable {
    /// The name without the number and the subtitle.
    package var name: String
    /// The number; nil when the title has none.
    package var number: Int?
    /// Whether the number counts the story's parts and not the films: "Episode IV" came first.
    package var isEpisode: Bool

    /// The highest sequel number: that of "Blade Runner 2049" is none.
    private static let highest = 20
    private static let roman = [
        "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv", "xvi", "xvii",
        "xviii", "xix", "xx",
    ]
    private static let english = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    private static let german = ["eins", "zwei", "drei", "vier"]
    private static let french = ["un", "deux", "trois", "quatre"]
    private static let markers: Set<String> = [
        "part", "chapter", "vol", "volume", "teil", "kapitel", "partie", "chapitre", "parte", "capitolo", "capitulo",
    ]

    /// Parses a title.
    package init(_ title: String) {
        let text = FoldedText(title)
        let words = text.words.indices.map { text.text(of: text.words[$0]) }
        (name, number, isEpisode) = (title, nil, false)
        for index in words.indices.dropFirst() {
            if index + 1 < words.count, Self.markers.contains(words[index]) || words[index] == "episode",
                let found = Self.number(words[index + 1], isMarked: true)
            {
                cut(text, before: index, found, isEpisode: words[index] == "episode")
                return
            }
            // A bare number is the last word, or the last before a subtitle.
            let isLast = index + 1 == words.count || text.isDivided(before: index + 1)
            guard isLast, let found = Self.number(words[index], isMarked: false) else { continue }
            // "Apollo 13" and "I, Robot" have such numbers, too: the other films decide.
            cut(text, before: index, found, isEpisode: false)
            return
        }
    }

    private mutating func cut(_ text: FoldedText, before index: Int, _ number: Int, isEpisode: Bool) {
        let end = text.words[index - 1].range.upperBound
        name = text.sourceText(text.words[0].range.lowerBound..<end)
        (self.number, self.isEpisode) = (number, isEpisode)
    }

    private static func number(_ word: String, isMarked: Bool) -> Int? {
        if let number = Int(word) { return (1...highest).contains(number) ? number : nil }
        // A bare "I" or "V" or "X" is seldom a number.
        if let index = roman.firstIndex(of: word), isMarked || word.count > 1 { return index + 1 }
        guard isMarked else { return nil }
        for names in [english, german, french] { if let index = names.firstIndex(of: word) { return index + 1 } }
        return nil
    }

    /// The key of a franchise: the normalized name.
    package var key: [UInt8] { NormalizedTitle(name).plain }
}
