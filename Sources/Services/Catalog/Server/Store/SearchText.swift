internal import Foundation
internal import TextFolding

/// A parsed search text: words, without operators of the full-text index.
struct SearchText: Hashable, Sendable {
    /// Longer texts are truncated.
    static let maximumCharacters = 200
    /// Further words are dropped.
    static let maximumWords = 16

    /// The words as typed. Ideographs are kept together.
    let words: [String]
    /// Whether the text is empty.
    let isEmpty: Bool
    /// The text with its punctuation, for comparisons as a whole: "A&E" is not the article of an "E".
    let typed: String

    /// Parses typed text; no input is an error.
    init(_ text: String) {
        isEmpty = !text.unicodeScalars.contains { !$0.properties.isWhitespace }
        typed = String(text.prefix(Self.maximumCharacters))
        var words: [String] = []
        var current = String.UnicodeScalarView()
        var isIdeographic = false
        func end() {
            if !current.isEmpty, words.count < Self.maximumWords { words.append(String(current)) }
            current.removeAll()
        }
        for scalar in text.prefix(Self.maximumCharacters).unicodeScalars {
            guard Self.isWordScalar(scalar) || (Self.isMark(scalar) && !current.isEmpty) else {
                end()
                continue
            }
            let changesScript = !current.isEmpty && Self.isIdeograph(scalar) != isIdeographic && !Self.isMark(scalar)
            if changesScript { end() }
            if !Self.isMark(scalar) { isIdeographic = Self.isIdeograph(scalar) }
            current.append(scalar)
        }
        end()
        self.words = words
    }

    /// Makes a text of existing words.
    init(words: [String]) {
        self.words = words
        isEmpty = false
        typed = words.joined(separator: " ")
    }

    /// The text, with one space between words.
    var text: String { words.joined(separator: " ") }

    /// The FTS5 expression (https://www.sqlite.org/fts5.html, section 3) that matches every word, the last one as a
    /// prefix; nil when there is no word.
    var match: String? {
        guard let last = words.last else { return nil }
        return (words.dropLast().map { Self.phrase($0) } + [Self.phrase(last) + "*"]).joined(separator: " AND ")
    }

    /// The expression that matches the words in titles only.
    var matchInTitle: String? { match.map { "{title} : (\($0))" } }

    /// Whether it is a letter or two, with which a large part of all titles start. An ideograph is a word.
    var isShort: Bool {
        guard words.count == 1, let word = words.first else { return false }
        return word.count <= Self.shortCharacters && !Self.hasIdeographs(word)
    }

    private static let shortCharacters = 2

    /// The expression that matches one word by itself.
    static func match(word: String, isPrefix: Bool) -> String { phrase(word) + (isPrefix ? "*" : "") }

    private static func phrase(_ word: String) -> String { "\"\(spaced(word))\"" }

    /// The text with its ideographs separated, as titles are indexed: so that a part of them matches.
    static func spaced(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isIdeograph) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isIdeograph(scalar) {
                result.append(" ")
                result.append(scalar)
                result.append(" ")
            } else {
                result.append(scalar)
            }
        }
        return String(result).split(separator: " ").joined(separator: " ")
    }

    /// Whether the text has ideographs that ``spaced(_:)`` separates.
    static func hasIdeographs(_ text: String) -> Bool {
        text.utf8.contains { $0 >= 0xE2 } && text.unicodeScalars.contains(where: isIdeograph)
    }

    /// The word characters of the tokenizer unicode61: letters, numbers and private use.
    private static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }

    /// Combining accents, which the tokenizer drops.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool { (0x300...0x36F).contains(scalar.value) }

    /// Han and kana (https://www.unicode.org/charts): written without spaces between words.
    private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF: true
        default: false
        }
    }
}

extension FoldedText {
    /// All words, separated by spaces.
    var wholeText: String { words.map { text(of: $0) }.joined(separator: " ") }
}
