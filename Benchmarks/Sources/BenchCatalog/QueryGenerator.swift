/// Generates typed queries, seeded: prefixes of words, whole titles, words in any order, with typing errors, without
/// accents, or in scripts without them.
struct QueryGenerator {
    let words: Vocabulary
    let seed: UInt64

    private static let foreign = ["日本", "东方", "новости", "ελλάδα", "أخبار", "한국", "ไทย", "ニュース"]
    private static let accents: [Character: Character] = ["e": "é", "a": "ä", "o": "ö", "u": "ü", "n": "ñ", "c": "ç"]

    /// A number of queries, with the frequencies of typing: while a user types, most are prefixes.
    func queries(_ count: Int) -> [String] {
        var random = SeededRandom(seed: seed)
        return (0..<count).map { index in
            switch index % 10 {
            case 0: String(words.film.draw(&random).lowercased().prefix(1))
            case 1: String(words.film.draw(&random).lowercased().prefix(2))
            case 2, 3: String(words.film.draw(&random).lowercased().prefix(Int.random(in: 3...5, using: &random)))
            case 4: words.channel.draw(&random)
            case 5: words.film.phrase([1, 4, 3, 1], &random)
            case 6: words.film.phrase([1, 3], &random) + " " + String(words.film.draw(&random).prefix(2))
            case 7: mistyped(words.film.draw(&random), &random)
            case 8: String(words.film.draw(&random).map { Self.accents[$0] ?? $0 })
            default:
                index % 20 == 9
                    ? words.text.phrase([0, 1, 1], &random) : Self.foreign[index / 10 % Self.foreign.count]
            }
        }
    }

    /// The same for bare FTS5: every word quoted, the last one as a prefix.
    static func match(_ query: String) -> String {
        let words = query.split(separator: " ").map { "\"\($0.replacing("\"", with: ""))\"" }
        return words.joined(separator: " ") + "*"
    }

    private func mistyped(_ word: String, _ random: inout SeededRandom) -> String {
        var letters = Array(word)
        guard letters.count > 4 else { return word }
        let place = Int.random(in: 1..<letters.count - 1, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: letters.swapAt(place, place + 1)
        case 1: letters.remove(at: place)
        default: letters[place] = "x"
        }
        return String(letters)
    }
}
