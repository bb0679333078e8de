/// A search text as words, without characters that the full-text index takes for operators.
///
/// Scripts without spaces between words are indexed by character, so that a part of a sentence is found.
enum SearchWords {
    /// The expression of FTS5 (https://www.sqlite.org/fts5.html, section 3) that finds every word, the last one as the
    /// beginning of a word; empty when there is no word.
    static func match(_ text: String) -> String {
        let words = text.prefix(ReadingListLimits.searchCharacters).unicodeScalars
            .split { !isPart($0) }.prefix(ReadingListLimits.searchWords)
            .map { "\"\(spaced(String($0)))\"" }
        return words.isEmpty ? "" : words.joined(separator: " AND ") + "*"
    }

    /// A text with its ideographs set apart.
    static func spaced(_ text: String) -> String {
        // Their UTF-8 starts above 0xE2; most texts have none.
        guard text.utf8.contains(where: { $0 > 0xe2 }), text.unicodeScalars.contains(where: isIdeograph) else {
            return text
        }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard isIdeograph(scalar) else {
                result.append(scalar)
                continue
            }
            result.append(" ")
            result.append(scalar)
            result.append(" ")
        }
        return String(result).split(separator: " ").joined(separator: " ")
    }

    /// The characters that the tokenizer unicode61 takes for parts of a word, and combining accents.
    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse, .nonspacingMark:
            true
        default: false
        }
    }

    /// Han and kana (https://www.unicode.org/charts).
    private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3040...0x30ff, 0x3400...0x4dbf, 0x4e00...0x9fff, 0xf900...0xfaff, 0x20000...0x323af: true
        default: false
        }
    }
}
