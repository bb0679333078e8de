internal import CatalogFormats
package import HearthModel
package import TextFolding

/// The reason for which a title is classified as pornography, for the import's report and `Explain`.
package struct AdultFinding: Sendable, Equatable {
    package enum Reason: String, Sendable {
        case rating = "its certificate"
        case provider = "a mark of the provider"
        case group = "its group"
        case list = "its list's name"
        case title = "a word in its title"
    }

    package var reason: Reason
    /// The certificate, attribute, group or word that was found.
    package var evidence: String

    package init(reason: Reason, evidence: String) {
        (self.reason, self.evidence) = (reason, evidence)
    }
}

/// Finds adult titles: by certificate, by the provider's marks, by groups, and by whole words in titles.
///
/// Only whole words count, so Sussex, Essex and Middlesex pass; and words that films and ordinary channels have in
/// their names, too ("sex", "adult", "nude"), count in a group or as a channel's name, but not in the title of a film.
package enum AdultDetector {
    /// The finding in a group's name.
    package static func finding(group: String) -> AdultFinding? {
        let text = FoldedText(group)
        guard let word = match(text, weak: true) else { return nil }
        return AdultFinding(reason: .group, evidence: word.isEmpty ? group : word)
    }

    /// The finding in a title.
    package static func finding(title: String, kind: ContentKind, year: Int? = nil) -> AdultFinding? {
        finding(title: FoldedText(title), kind: kind, year: year)
    }

    package static func finding(title: FoldedText, kind: ContentKind, year: Int?) -> AdultFinding? {
        guard let word = match(title, weak: kind == .channel), !isFilm(title, year: year) else { return nil }
        return AdultFinding(reason: .title, evidence: word)
    }

    /// The first matching word. Weak words occur in ordinary titles, too.
    private static func match(_ text: FoldedText, weak: Bool) -> String? {
        for index in text.words.indices {
            let word = text.words[index]
            for length in 1...maximumPhraseWords where index + length <= text.words.count {
                let hash = text.hash(of: index..<(index + length))
                guard strong.contains(hash, words: length) || weak && AdultDetector.weak.contains(hash, words: length)
                else {
                    continue
                }
                guard !isFalseFriend(text, at: index) else { continue }
                return text.sourceText(word.range.lowerBound..<text.words[index + length - 1].range.upperBound)
            }
            if !word.isUppercase, word.foldedRange.count >= 6,
                text.folded[word.foldedRange].contains(where: { $0 >= 0x80 }),
                let found = substring(in: text.text(of: word))
            {
                return found
            }
        }
        return weak ? ageMark(text) ?? sign(text) : nil
    }

    private static func substring(in word: String) -> String? { substrings.first { word.contains($0) } }

    /// U+1F51E, the sign for adults only.
    private static func sign(_ text: FoldedText) -> String? {
        let sign = "\u{1F51E}"
        guard text.source.contains(0xF0), text.sourceText(text.source.indices).contains(sign) else { return nil }
        return sign
    }

    private static let maximumPhraseWords = 3

    /// "18+" or "+18".
    private static func ageMark(_ text: FoldedText) -> String? {
        for index in text.words.indices where text.words[index].number == 18 {
            let isBefore = index + 1 < text.words.count && text.text(of: text.words[index + 1]) == "plus"
            let isBehind =
                index > 0 && text.text(of: text.words[index - 1]) == "plus"
                && (index == 1 || text.words[index].group > 0)
            if isBefore || isBehind { return "18+" }
        }
        return nil
    }

    /// Whether the word is in a name that is known to be harmless.
    private static func isFalseFriend(_ text: FoldedText, at index: Int) -> Bool {
        for start in max(0, index - 3)...index {
            for length in 2...6 where start + length <= text.words.count && start + length > index {
                if falseFriends.contains(text.hash(of: start..<(start + length))) { return true }
            }
        }
        return false
    }

    /// Vin Diesel's films: "xXx" of 2002, and "xXx: Return of Xander Cage".
    private static func isFilm(_ title: FoldedText, year: Int?) -> Bool {
        let name = WordHash.of("xxx")
        guard let place = title.words.firstIndex(where: { $0.hash == name }) else { return false }
        for start in title.words.indices.dropFirst(place + 1) {
            let ends = (start + 1)...min(start + longestSequel, title.words.count)
            if ends.contains(where: { sequels.contains(title.hash(of: start..<$0)) }) { return true }
        }
        let isAlone = title.words.indices.allSatisfy {
            $0 == place || title.words[$0].number == year && year != nil || title.tag($0..<($0 + 1), in: .all) != nil
        }
        return isAlone && (year == 2002 || year == nil && title.words.count == 1)
    }

    /// Their subtitles; single words of them are pornography's, too.
    private static let sequels: Set<UInt64> = Set(
        ["state of the union", "the next level", "xander cage", "return of xander", "reactivated"].map(WordHash.of))
    /// Words.
    private static let longestSequel = 4
}
