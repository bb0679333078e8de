internal import CatalogFormats
internal import TextFolding

/// A title in its comparable forms.
package struct NormalizedTitle: Sendable {
    /// Its letters and digits.
    package let compact: [UInt8]
    /// The same without parts that are omitted or written in another way: "The", "Part", "II" for 2, "Eleven" for 11.
    let plain: [UInt8]
    /// The words of `plain`.
    private let words: [String]
    /// The numbers in it, which no misspelling changes.
    private let numbers: [String]

    package init(_ title: String) {
        let text = FoldedText(title)
        compact = text.compact
        words = Self.plainWords(text)
        plain = Array(words.joined().utf8)
        numbers = words.filter { $0.utf8.allSatisfy(\.isDigit) }
    }

    /// The similarity of two titles, the most similar first.
    package enum Agreement: Int, Comparable, Sendable {
        /// Equal letters.
        case same
        /// Equal plain forms.
        case plain
        /// A letter or two differ.
        case near
        /// Only one has the sequel's number, with enough words behind it, or the words behind the number.
        case sequel

        package static func < (left: Agreement, right: Agreement) -> Bool { left.rawValue < right.rawValue }
    }

    /// The similarity to the title that it may stand for; nil when it is another.
    package func agreement(with other: NormalizedTitle) -> Agreement? {
        guard !compact.isEmpty else { return nil }
        if compact == other.compact { return .same }
        guard !plain.isEmpty else { return nil }
        if plain == other.plain { return .plain }
        if numbers == other.numbers {
            let most = min(Self.maximumEdits, min(plain.count, other.plain.count) / Self.lettersPerEdit)
            if EditDistance.between(plain, other.plain, most: most) <= most { return .near }
        }
        return isSequel(as: other) ? .sequel : nil
    }

    private static let lettersPerEdit = 8
    private static let maximumEdits = 2

    // MARK: Sequels

    /// "Wrong Turn 2" is "Wrong Turn 2: Dead End", and "Ice Age 3 Dawn of the Dinosaurs" is "Ice Age: Dawn of the Dinosaurs".
    private func isSequel(as other: NormalizedTitle) -> Bool {
        if let last = words.last, words.count > 1, words.count < other.words.count, Self.isPart(last) {
            return other.words.starts(with: words)
        }
        return Self.isNumbered(words, other.words) || Self.isNumbered(other.words, words)
    }

    /// Whether the first equals the second except for a number inside of it, with enough words behind that.
    private static func isNumbered(_ words: [String], _ others: [String]) -> Bool {
        guard words.count == others.count + 1 else { return false }
        guard let place = others.indices.first(where: { words[$0] != others[$0] }) else { return false }
        return place > 0 && isPart(words[place]) && others.count - place >= minimumWordsAfterNumber
            && words[(place + 1)...].elementsEqual(others[place...])
    }

    /// Whether a word is a sequel's number; higher ones are part of a name, such as "Apollo 13".
    private static func isPart(_ word: String) -> Bool { Int(word).map { (2...highestPart).contains($0) } ?? false }

    private static let highestPart = 12
    /// "Dawn of the Dinosaurs" identifies a sequel, "Returns" does not.
    private static let minimumWordsAfterNumber = 2

    // MARK: Plain words

    private static let articles: Set<String> = ["the", "a", "an"]
    /// Words before a number that are redundant.
    private static let parts: Set<String> = [
        "part", "vol", "volume", "chapter", "episode", "teil", "kapitel", "partie", "chapitre", "parte", "capitolo",
    ]
    private static let numerals: [String: String] = {
        let roman = "i ii iii iv v vi vii viii ix x xi xii xiii".split(separator: " ").map(String.init)
        let english = "one two three four five six seven eight nine ten eleven twelve thirteen".split(separator: " ")
        let names =
            roman.enumerated().map { ($1, String($0 + 1)) }
            + english.map(String.init).enumerated().map { ($1, String($0 + 1)) }
        return Dictionary(names) { first, _ in first }
    }()

    private static func plainWords(_ text: FoldedText) -> [String] {
        var words: [String] = []
        for index in text.words.indices {
            let word = text.text(of: text.words[index])
            if index == 0, text.words.count > 1, articles.contains(word) || word == "i" {
                if word == "i" { words.append(word) }
                continue
            }
            guard let number = numerals[word] ?? (word.utf8.allSatisfy(\.isDigit) ? word : nil) else {
                if word != "and" { words.append(word) }
                continue
            }
            if words.count > 1, let last = words.last, parts.contains(last) { words.removeLast() }
            words.append(number)
        }
        return words
    }
}
