internal import Foundation

/// How titles are put in order: without case, accents, punctuation and a leading article; numbers by their value.
enum SortKey {
    /// Leading words that do not count.
    private static let articles: Set<String> = ["the", "a", "an"]
    /// Numbers are filled up to this many digits, so that 2 comes before 10.
    private static let numberWidth = 10
    /// Longer titles are alike from here on.
    private static let characters = 200

    static func make(_ title: String) -> String {
        let folded = String(title.prefix(characters))
            .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        var words = folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        if words.count > 1, articles.contains(words[0]) { words.removeFirst() }
        guard !words.isEmpty else { return folded }
        return words.map { word in
            let isNumber = word.utf8.allSatisfy { (0x30...0x39).contains($0) }
            guard isNumber, word.count < numberWidth else { return word }
            return String(repeating: "0", count: numberWidth - word.count) + word
        }
        .joined(separator: " ")
    }
}
