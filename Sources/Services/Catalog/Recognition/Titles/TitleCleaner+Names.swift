internal import CatalogFormats
internal import TextFolding

// Parts of names that look like tags.

extension TitleCleaner {
    /// Whether brackets follow a year separated by a dash, and so are a remark on the film: "Léo - 2023 (Animation)".
    func isRemark(behind start: Int) -> Bool {
        style == .video && start - 1 > kept.lowerBound && isYear(start - 1) && text.words[start - 1].group == 0
            && text.isSegment(before: start - 1)
    }

    /// The start of what stands behind a year in brackets and a bar: "Heat (1995) | Películas de acción".
    func startOfRemark() -> Int? {
        kept.dropFirst(2).first { index in
            text.words[index].group == 0 && text.words[index - 1].group > 0 && isYear(index - 1)
                && text.gap(before: index).contains(UInt8(ascii: "|"))
        }
    }

    /// The start of a language's name behind a dash: "Heat - Español". "Johnny - English" may be a name.
    mutating func startOfLanguage() -> Int? {
        let last = kept.upperBound - 1
        guard last > kept.lowerBound, text.isSegment(before: last), text.words[last].hash != Self.englishWord,
            text.words[last].foldedRange.count > 3
        else { return nil }
        if let code = Self.otherLanguages[text.words[last].hash] {
            tags.add(language: code)
        } else if case .language(let code)? = text.tag(last..<kept.upperBound, in: .bracket)?.meaning {
            tags.add(language: code)
        } else {
            return nil
        }
        return last
    }

    /// The start of a country's name behind a bar: "Low 6 | El Salvador". Codes are read apart.
    mutating func startOfCountry() -> Int? {
        guard let start = kept.dropFirst().last(where: { text.gap(before: $0).contains(UInt8(ascii: "|")) }),
            text.words[kept.upperBound - 1].foldedRange.upperBound - text.words[start].foldedRange.lowerBound > 3,
            let country = TagVocabulary.shared.country(hash: text.hash(of: start..<kept.upperBound))
        else { return nil }
        tags.country = tags.country ?? country
        return start
    }

    private static let englishWord = WordHash.of("english")
    /// Names of languages that are words of names elsewhere in a title.
    private static let otherLanguages: [UInt64: String] = Dictionary(
        [
            "espanhol": "es", "castelhano": "es", "spagnolo": "es", "inglês": "en", "ingilizce": "en", "francês": "fr",
            "fransızca": "fr", "alemão": "de", "almanca": "de", "japonês": "ja", "giapponese": "ja", "coreano": "ko",
            "korece": "ko",
        ].map { (WordHash.of($0), $1) }
    ) { first, _ in first }

    /// Whether a size is part of a channel's name: "CCTV-4K", "Rai 4K".
    func isName(_ tag: TitleTag, at start: Int) -> Bool {
        guard style == .channel, start == kept.lowerBound + 1, start + 1 == kept.upperBound,
            case .quality(let quality) = tag.meaning, quality.height >= Self.smallestName
        else { return false }
        return text.gap(before: start).elementsEqual("-".utf8)
            || Self.families.contains(text.words[kept.lowerBound].hash)
    }

    /// Lines: channels are named after the sizes that they were founded for.
    private static let smallestName = 2_160
    /// Words that a number or name always follows.
    private static let families: Set<UInt64> = Set(["cctv", "rai", "nhk", "bs", "ard", "zdf"].map(WordHash.of))

    /// Whether a possible tag behind a year is a word before it: "Unfriended: Dark Web (2018)", "C'est la fin (2013)".
    ///
    /// A tag that is a word as well is in capitals where the name is not, or has digits or a capital inside ("WEBRip").
    func isWord(_ tag: TitleTag, at index: Int) -> Bool {
        guard tag.places.isDisjoint(with: .suffix) else { return false }
        let word = text.words[index]
        switch tag.meaning {
        case .origin, .edition, .noise: break
        case .language where word.foldedRange.count <= 3: break
        default: return false
        }
        let bytes = text.source[word.range]
        if bytes.contains(where: \.isDigit) { return false }
        if word.isUppercase {
            return (kept.lowerBound..<index).allSatisfy { text.words[$0].isUppercase || text.words[$0].number != nil }
        }
        if case .language = tag.meaning { return Self.ambiguousCodes.contains(word.hash) }
        return !bytes.dropFirst().contains(where: \.isUppercaseLetter)
    }
}
