/// Splits a text into its sentences.
///
/// A sentence ends with a full stop, an exclamation or a question mark, closing quotes and brackets behind it, and a
/// space before a possible start of a sentence; in scripts without spaces with their own marks. The stops of "Dr.", of
/// initials and of "U.S." end none, nor does the one in "2.5".
enum SentenceSplitter {
    /// The trimmed sentences of a text; none of an empty text.
    static func of(_ text: String) -> [Substring] {
        let characters = Array(text.indices)
        var sentences: [Substring] = []
        var start = text.startIndex
        var index = 0
        while index < characters.count {
            defer { index += 1 }
            guard let end = endOfSentence(text, characters, at: index) else { continue }
            let stop = end < characters.count ? characters[end] : text.endIndex
            append(text[start..<stop], to: &sentences)
            (start, index) = (stop, end - 1)
        }
        append(text[start...], to: &sentences)
        return sentences
    }

    private static func append(_ part: Substring, to sentences: inout [Substring]) {
        let trimmed = part.trimmed
        if !trimmed.isEmpty { sentences.append(trimmed) }
    }

    private static let marks: Set<Character> = [".", "!", "?", "…", "‽", "؟", "۔", "।"]
    /// Marks after which a sentence ends without a space.
    private static let wideMarks: Set<Character> = ["。", "！", "？", "｡"]
    private static let closers: Set<Character> = ["\"", "'", ")", "]", "”", "’", "»", "」", "』", "）"]

    /// The index behind the sentence that ends with the mark at an index; nil when none ends there.
    private static func endOfSentence(_ text: String, _ indices: [String.Index], at index: Int) -> Int? {
        let mark = text[indices[index]]
        if mark.isNewline, index + 1 < indices.count, text[indices[index + 1]].isNewline { return index + 1 }
        let isWide = wideMarks.contains(mark)
        guard isWide || marks.contains(mark) else { return nil }
        var end = index + 1
        while end < indices.count {
            let next = text[indices[end]]
            guard marks.contains(next) || wideMarks.contains(next) || closers.contains(next) else { break }
            end += 1
        }
        guard end < indices.count, !isWide else { return end }
        guard text[indices[end]].isWhitespace, canBegin(text, indices, after: end) else { return nil }
        return mark == "." && end == index + 1 && isAbbreviation(text[..<indices[index]]) ? nil : end
    }

    /// Whether a sentence can start behind the space: with anything but a small letter.
    private static func canBegin(_ text: String, _ indices: [String.Index], after index: Int) -> Bool {
        guard let next = indices[index...].first(where: { !text[$0].isWhitespace }) else { return true }
        return !text[next].isLowercase
    }

    private static let abbreviations: Set<String> = [
        "mr", "mrs", "ms", "dr", "prof", "st", "jr", "sr", "vs", "no", "vol", "etc", "lt", "col", "gen", "sgt", "capt",
        "rev", "hon", "gov", "sen", "rep", "ft", "mt", "inc", "ltd", "co", "corp", "jan", "feb", "aug", "sept", "oct",
        "nov", "dec", "bzw", "ca", "nr", "hr", "fr", "mme", "mlle", "sra", "dra", "sig", "av", "str",
    ]

    /// Whether a stop behind these letters is part of the word.
    private static func isAbbreviation(_ text: Substring) -> Bool {
        let word = text.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "." }
        let letters = String(word.reversed())
        guard let last = letters.split(separator: ".").last else { return false }
        // "J. R. R.", "U.S."
        if last.count == 1, last.first?.isUppercase == true { return true }
        return abbreviations.contains(letters.lowercased())
    }
}

extension Substring {
    /// Without the space around it.
    var trimmed: Substring {
        var trimmed = drop(while: \.isWhitespace)
        while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
        return trimmed
    }
}
