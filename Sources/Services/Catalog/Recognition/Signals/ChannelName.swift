internal import CatalogFormats
internal import TextFolding

/// A parsed channel name, to tell whether two names under one guide id belong to one channel.
struct ChannelName: Sendable {
    /// The words, folded; without "+1", which the guide id of such a channel may lack.
    let words: [String]
    /// The letters of the words: "BBC1" is "bbc". Languages by their codes, however they are written.
    let letters: [String]
    /// The letters of the distinctive words; all of them where there are no others.
    let telling: [String]
    /// The numbers, also those that are spelled out. 1 is omitted: lists leave it out, and write it for the first link.
    let numbers: Set<Int>
    /// Whether it is comparable with a name in Latin letters: others are translated as often as they are transcribed.
    let isLatin: Bool

    /// Parses a cleaned name.
    init(_ name: String) {
        let text = FoldedText(name)
        var words = text.words.map { text.text(of: $0) }
        if words.count > 2, words[words.count - 2] == "plus", words.last.flatMap({ Int($0) }) != nil {
            words.removeLast(2)
        }
        var (letters, numbers): ([String], Set<Int>) = ([], [])
        for word in words where !Self.isLinkNumber(word) {
            for part in Self.parts(of: word) {
                if let number = Self.number(part) { numbers.insert(number) } else { letters.append(Self.plain(part)) }
            }
        }
        let telling = letters.filter { !Self.says(nothing: $0) }
        self.words = words
        self.letters = letters
        self.telling = telling.isEmpty ? letters : telling
        self.numbers = numbers.subtracting(Self.sizes)
        isLatin = letters.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value <= Self.lastLatin } }
    }

    /// Whether two names under one guide id may belong to one channel: the numbers agree, and they start alike ("Sky
    /// Movies Comedy", "Sky Cinema Comedy"), or one has the words of the other or its initials, or they differ by a
    /// letter.
    func agrees(with other: ChannelName) -> Bool {
        guard numbers == other.numbers else { return false }
        guard isLatin == other.isLatin else { return true }
        if let one = telling.first, let two = other.telling.first, Self.shareFirstLetters(one, two) { return true }
        return has(other) || other.has(self)
    }

    private func has(_ other: ChannelName) -> Bool {
        Self.spells(telling, other.telling.joined())
            || other.telling.allSatisfy { word in telling.contains { Self.isNear($0, word) } }
            || other.letters.allSatisfy(letters.contains)
            || other.telling.contains { ($0.count > 2 && initials.contains($0)) || ($0.count == 2 && initials == $0) }
    }

    /// "gsn" of "Game Show Network".
    var initials: String { String(letters.compactMap(\.first)) }

    // MARK: Words

    /// Whether words at the end spell a text, or all but a letter of it.
    static func spells(_ words: [String], _ text: String) -> Bool {
        words.indices.contains { start in
            var spelled = ""
            for word in words[start...] where spelled.count <= text.count {
                spelled += word
                if isNear(spelled, text) { return true }
            }
            return false
        }
    }

    /// Equal, or a typo apart; of short words every letter counts.
    private static func isNear(_ one: String, _ other: String) -> Bool {
        one == other
            || min(one.count, other.count) >= shortestMistyped
                && EditDistance.between(Array(one), Array(other), most: 1) <= 1
    }

    /// "Nick" and "Nickelodeon".
    private static func shareFirstLetters(_ one: String, _ other: String) -> Bool {
        isNear(one, other)
            || min(one.count, other.count) >= shortestBrand && (one.hasPrefix(other) || other.hasPrefix(one))
    }

    /// "bbc" and "1" of "bbc1".
    static func parts(of word: String) -> [String] {
        var parts: [String] = []
        var wasNumber: Bool?
        for character in word {
            let isNumber = character.isASCII && character.isNumber
            if isNumber == wasNumber {
                parts[parts.count - 1].append(character)
            } else {
                parts.append(String(character))
            }
            wasNumber = isNumber
        }
        return parts
    }

    /// The number in a word part, in digits or spelled out.
    static func number(_ part: String) -> Int? { Int(part) ?? spelled[part] }

    /// "MLB 01 L2" is the second link to it.
    private static func isLinkNumber(_ word: String) -> Bool {
        word.count == 2 && word.first == "l" && word.last?.isNumber == true
    }

    /// Without a trailing "tv", and of a language its code.
    private static func plain(_ part: String) -> String {
        if part.count > 3, let language = TagVocabulary.shared.language(part) { return language }
        return part.count > 4 && part.hasSuffix("tv") ? String(part.dropLast(2)) : part
    }

    private static func says(nothing word: String) -> Bool {
        common.contains(word) || word.count <= 3 && TagVocabulary.shared.country(word) != nil
    }

    /// Words that any channel may have in its name, or a panel adds to it.
    static let common: Set<String> = [
        "tv", "tele", "canal", "channel", "kanal", "television", "televizija", "radio", "the", "and", "hd", "vip",
        "only",
    ]
    /// Numbers as words; the first is none.
    static let spelled: [String: Int] = [
        "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    ]
    /// Numbers that do not distinguish channels: the first, and picture sizes.
    static let sizes: Set<Int> = [1, 480, 576, 720, 1080, 2160]
    private static let shortestMistyped = 5
    private static let shortestBrand = 3
    /// The end of Latin Extended-B.
    private static let lastLatin: UInt32 = 0x24F
}
