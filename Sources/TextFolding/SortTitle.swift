/// The sort order of titles: without a leading article, case, diacritics and punctuation; numbers by their value.
package enum SortTitle {
    /// Articles by language; the household's or the title's own language decides, as "Die" is one in German alone.
    private static let articles: [String: Set<String>] = [
        "en": ["the", "a", "an"], "de": ["der", "die", "das", "ein", "eine"],
        "fr": ["le", "la", "les", "un", "une", "l"],
        "es": ["el", "la", "los", "las", "un", "una"], "it": ["il", "lo", "la", "i", "gli", "le", "un", "una", "l"],
        "pt": ["o", "a", "os", "as", "um", "uma"], "nl": ["de", "het", "een"], "sv": ["en", "ett"], "da": ["en", "et"],
        "no": ["en", "et", "ei"], "ca": ["el", "la", "els", "les", "l"], "ro": ["un", "o"], "hu": ["a", "az"],
    ]

    /// Articles to drop: English titles keep their English name in playlists of any language.
    private static let leading = articles.mapValues { $0.union(["the"]) }

    /// "L'Avventura": articles that an apostrophe joins to the word.
    private static let joined: [String: [String]] = [
        "fr": ["l'", "l’"], "it": ["l'", "l’", "un'"], "ca": ["l'", "l’"],
    ]

    /// Numbers are padded to this many digits, so that 2 comes before 10.
    private static let numberWidth = 10
    /// The longest key that a store keeps, in characters: longer titles with the same beginning sort alike.
    package static let maximumCharacters = 200

    /// The sort key: folded words with one space between them.
    ///
    /// - Parameter language: ISO 639-1, such as "de"; a region after it is ignored. Unknown: English.
    package static func key(for title: String, language: String? = nil) -> String {
        let code = String((language ?? "en").prefix { $0 != "-" && $0 != "_" }).lowercased()
        var rest = Substring(title)
        for article in joined[code] ?? [] where rest.lowercased().hasPrefix(article) && rest.count > article.count {
            rest = rest.dropFirst(article.count)
        }
        let text = FoldedText(String(rest))
        var words = text.words[...]
        let leading = leading[code] ?? articles["en"] ?? []
        if words.count > 1, let first = words.first, leading.contains(text.text(of: first)) {
            words = words.dropFirst()
        }
        guard !words.isEmpty else { return title.lowercased() }
        return words.map { word in
            let folded = text.text(of: word)
            guard word.number != nil, folded.utf8.count < numberWidth else { return folded }
            return String(repeating: "0", count: numberWidth - folded.utf8.count) + folded
        }
        .joined(separator: " ")
    }

    /// The key for stores: at most ``maximumCharacters``.
    package static func storedKey(for title: String, language: String? = nil) -> String {
        let key = key(for: title, language: language)
        // A text never has more characters than bytes.
        return key.utf8.count > maximumCharacters ? String(key.prefix(maximumCharacters)) : key
    }

    /// Every key that a store may have for a title of unknown language.
    package static func storedKeys(for title: String) -> Set<String> {
        Set(articles.keys.map { storedKey(for: title, language: $0) })
    }
}
