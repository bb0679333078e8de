internal import Foundation
internal import TextFolding

/// Normalizes the texts of links before they are stored.
enum LinkText {
    /// A title or description from a web page: references decoded once, one space between words.
    ///
    /// - Returns: nil when nothing is left.
    static func title(_ text: String?) -> String? {
        line(text.map(HTMLText.decoded), most: ReadingListLimits.titleBytes)
    }

    /// A title as typed: references are not decoded.
    static func typedTitle(_ text: String?) -> String? { line(text, most: ReadingListLimits.titleBytes) }

    /// A description from a web page; its line breaks stay.
    static func description(_ text: String?) -> String? {
        block(text.map(HTMLText.decoded), most: ReadingListLimits.descriptionBytes)
    }

    /// A description as typed: references are not decoded.
    static func typedDescription(_ text: String?) -> String? { block(text, most: ReadingListLimits.descriptionBytes) }

    /// A multi-line text as typed.
    static func note(_ text: String?) -> String? { block(text, most: ReadingListLimits.noteBytes) }

    /// The client that saved a link.
    static func source(_ text: String?) -> String? { line(text, most: ReadingListLimits.tagBytes) }

    /// Tags without duplicates and empty ones, up to the limit of a link.
    static func tags(_ tags: [String]) -> [String] {
        var seen: Set<String> = []
        let clean = tags.compactMap { line($0, most: ReadingListLimits.tagBytes) }
        return Array(clean.filter { seen.insert(key($0)).inserted }.prefix(ReadingListLimits.tagsPerLink))
    }

    /// The key for comparing tags: without case and accents.
    static func key(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    private static func line(_ text: String?, most bytes: Int) -> String? {
        guard let text else { return nil }
        let words = text.unicodeScalars.split {
            $0.properties.isWhitespace || $0.properties.generalCategory == .control
        }
        guard !words.isEmpty else { return nil }
        return cut(words.map { String($0) }.joined(separator: " "), bytes)
    }

    private static func block(_ text: String?, most bytes: Int) -> String? {
        guard let text else { return nil }
        let scalars = text.unicodeScalars.filter {
            $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control
        }
        let clean = String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespacesAndNewlines)
        return clean.isEmpty ? nil : cut(clean, bytes)
    }

    /// The longest prefix of whole characters that fits.
    private static func cut(_ text: String, _ bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        var kept = ""
        var size = 0
        for character in text {
            size += character.utf8.count
            if size > bytes { break }
            kept.append(character)
        }
        return kept
    }
}

/// The star at the start of a title whose link is for the newsletter.
enum LeadingStar {
    private static let stars: Set<Unicode.Scalar> = ["\u{2b50}", "\u{1f31f}", "\u{2605}"]

    /// Whether a title starts with a star.
    static func isThere(_ title: String?) -> Bool { title?.unicodeScalars.first.map(stars.contains) ?? false }

    /// A title without its leading stars; nil when nothing is left.
    static func stripped(_ title: String?) -> String? {
        guard let title, isThere(title) else { return title }
        // U+FE0F selects the star's emoji form.
        let rest = title.unicodeScalars.drop { stars.contains($0) || $0 == "\u{fe0f}" || $0.properties.isWhitespace }
        return rest.isEmpty ? nil : String(rest)
    }
}

/// How titles are put in order: without case, accents, punctuation and a leading article; numbers by their value.
enum TitleSortKey {
    private static let articles: Set<String> = ["the", "a", "an"]
    /// Numbers are zero-padded to this many digits, so that 2 sorts before 10.
    private static let numberWidth = 10
    /// Longer titles are alike from here on.
    private static let characters = 200
    /// Links without a title come last.
    static let untitled = "\u{10ffff}"

    static func key(_ title: String?) -> String {
        guard let title = LeadingStar.stripped(title) else { return untitled }
        let folded = LinkText.key(String(title.prefix(characters)))
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
