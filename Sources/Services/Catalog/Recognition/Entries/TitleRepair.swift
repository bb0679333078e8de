internal import TextFolding

/// Restores words that a list's author has run together, or whose letters an editor has lost.
enum TitleRepair {
    /// "Low TideT2x4" and "S01E11The Pier" with a space between name and number; "2. B?l?m" with its letters.
    static func repaired(_ title: String) -> String {
        guard title.utf8.contains(where: \.isDigit) else { return title }
        let bytes = withBareYears(Array(title.utf8))
        let title = bytes.count < title.utf8.count ? String(decoding: bytes, as: UTF8.self) : title
        guard let places = places(in: bytes) else { return withLostLetters(title, bytes) }
        var spaced = bytes
        for place in places.reversed() { spaced.insert(0x20, at: place) }
        return withLostLetters(String(decoding: spaced, as: UTF8.self), spaced)
    }

    // MARK: Years

    /// "1988г", "(1988 г.)", "1988 год": the year without what says that it is one.
    private static func withBareYears(_ title: [UInt8]) -> [UInt8] {
        guard let word = title.indices.last(where: { title[$0...].starts(with: yearLetter) }) else { return title }
        let behind = title[(word + yearLetter.count)...]
        let rest = behind.starts(with: yearEnding) ? behind.dropFirst(yearEnding.count) : behind
        let end = rest.first == UInt8(ascii: ".") ? rest.startIndex + 1 : rest.startIndex
        let start = word > 0 && title[word - 1] == 0x20 ? word - 1 : word
        let digits = title[..<start].suffix(yearDigits)
        guard digits.count == yearDigits, digits.allSatisfy(\.isDigit),
            TitleCleaner.years.contains(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }),
            start == yearDigits || !title[start - yearDigits - 1].isDigit,
            end == title.count || [0x20, UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: ",")].contains(title[end])
        else { return title }
        return Array(title[..<start] + title[end...])
    }

    /// The word for a year, whole and shortened to its first letter.
    private static let (yearLetter, yearEnding) = (Array("г".utf8), Array("од".utf8))
    private static let yearDigits = 4

    // MARK: Run together

    /// Where a number of season and episode lacks a space before or behind it; nil where none does.
    private static func places(in title: [UInt8]) -> [Int]? {
        for start in title.indices where title[start] == UInt8(ascii: "S") || title[start] == UInt8(ascii: "T") {
            guard let end = endOfNumbers(title, from: start) else { continue }
            let before = start > 0 ? title[start - 1] : 0x20
            // The capital begins the number: "Low TideT2x4", and not "LISTS2E4".
            let isJoined = before.isLetter && !before.isUppercaseLetter
            guard isJoined || !before.isLetter && !before.isDigit else { continue }
            let isFollowed =
                end + 1 < title.count && title[end].isUppercaseLetter && title[end + 1].isLetter
                && !title[end + 1].isUppercaseLetter
            let isWhole = end == title.count || !title[end].isLetter && !title[end].isDigit
            guard isFollowed || isJoined && isWhole else { continue }
            return (isJoined ? [start] : []) + (isFollowed ? [end] : [])
        }
        return nil
    }

    /// The end of "T2x4", "S01E11", "S1EP2"; nil where there is none.
    private static func endOfNumbers(_ title: [UInt8], from start: Int) -> Int? {
        var index = start + 1
        func skipDigits(_ most: Int) -> Bool {
            let first = index
            while index < title.count, title[index].isDigit, index - first < most { index += 1 }
            return index > first
        }
        guard skipDigits(2), index < title.count else { return nil }
        let sign = title[index] | 0x20
        guard sign == UInt8(ascii: "e") || sign == UInt8(ascii: "x") else { return nil }
        index += 1
        if sign == UInt8(ascii: "e"), index < title.count, title[index] | 0x20 == UInt8(ascii: "p") { index += 1 }
        return skipDigits(3) ? index : nil
    }

    // MARK: Lost letters

    /// The title with the words for seasons and episodes whose letters are "?" or U+FFFD.
    private static func withLostLetters(_ title: String, _ bytes: [UInt8]) -> String {
        guard bytes.contains(UInt8(ascii: "?")) || bytes.contains(0xEF), title.contains(where: isLost) else {
            return title
        }
        var result = ""
        var word: [Character] = []
        func endWord() {
            result += lostWords[String(word.map { isLost($0) ? lost : $0 }).lowercased()] ?? String(word)
            word = []
        }
        for character in title {
            if character.isLetter || isLost(character) {
                word.append(character)
            } else {
                endWord()
                result.append(character)
            }
        }
        endWord()
        return result
    }

    private static func isLost(_ character: Character) -> Bool { character == lost || character == "?" }

    private static let lost: Character = "\u{FFFD}"

    /// Words by what is left of them, of which most letters are.
    private static let lostWords: [String: String] = {
        var words: [String: String] = [:]
        for word in EpisodeMarker.spelledWords.split(separator: " ") where !word.allSatisfy(\.isASCII) {
            let rest = word.map { $0.isASCII ? $0 : lost }
            if rest.count(where: { $0 != lost }) * 2 > rest.count { words[String(rest)] = String(word) }
        }
        return words
    }()
}
