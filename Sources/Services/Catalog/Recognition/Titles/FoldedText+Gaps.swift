internal import CatalogFormats
internal import TextFolding

/// The gaps between the words.
extension FoldedText {
    /// The bytes between the word before `index` and that word.
    func gap(before index: Int) -> ArraySlice<UInt8> {
        let start = index > 0 ? words[index - 1].range.upperBound : 0
        let end = index < words.count ? words[index].range.lowerBound : source.count
        return start <= end ? source[start..<end] : []
    }

    /// Whether there is a dash before the word.
    func hasDash(before index: Int) -> Bool {
        let gap = gap(before: index)
        return gap.contains(UInt8(ascii: "-")) || Self.hasLongDash(gap)
    }

    /// Whether the words before `index` are separated from those after: by a colon, a bar, an ornament, or a dash with
    /// a space beside it.
    func isDivided(before index: Int) -> Bool {
        let gap = gap(before: index)
        if gap.contains(UInt8(ascii: "|")) || gap.contains(UInt8(ascii: ":")) || gap.contains(UInt8(ascii: ">")) {
            return true
        }
        // Lead bytes of U+2000 to U+3FFF and of emoji: ornaments, long dashes, box drawing.
        if gap.contains(where: { $0 == 0xE2 || $0 == 0xE3 || $0 == 0xF0 }) { return true }
        // "DE » Name".
        if gap.contains(0xC2), gap.contains(0xBB) { return true }
        return gap.contains(UInt8(ascii: "-")) && gap.contains(0x20)
    }

    /// Whether there is a dash with a space beside it, an en dash or an em dash before the word, or a bar.
    func isSegment(before index: Int) -> Bool {
        let gap = gap(before: index)
        if gap.contains(UInt8(ascii: "|")) || Self.hasLongDash(gap) { return true }
        return gap.contains(UInt8(ascii: "-")) && gap.contains(0x20)
    }

    /// Whether these words are all that a pair of brackets has.
    func isBracket(_ range: Range<Int>) -> Bool {
        guard let first = range.first, words[first].group > 0 else { return false }
        let group = words[first].group
        return range.allSatisfy { words[$0].group == group } && (first == 0 || words[first - 1].group != group)
            && (range.upperBound == words.count || words[range.upperBound].group != group)
    }

    /// U+2012 to U+2015.
    private static func hasLongDash(_ gap: ArraySlice<UInt8>) -> Bool {
        var index = gap.startIndex
        while index + 2 < gap.endIndex {
            if gap[index] == 0xE2, gap[index + 1] == 0x80, (0x92...0x95).contains(gap[index + 2]) { return true }
            index += 1
        }
        return false
    }

    /// "24/7 Friends" runs all day, also as "24x7", and as "24-7" in front and behind. But "24/07/2023" is a day, and
    /// "Chiefs 24-7 Bills" a score.
    var isLoop: Bool {
        words.indices.contains { index in
            if words[index].hash == Self.loopWord { return true }
            guard words[index].number == 24, index + 1 < words.count, words[index + 1].number == 7,
                words[index + 1].foldedRange.count == 1, !isJoinedToNumber(index), !isJoinedToNumber(index + 2)
            else { return false }
            let gap = gap(before: index + 1)
            guard gap.count == 1, gap.first != UInt8(ascii: "/") else { return gap.count == 1 }
            let isAtEnd = index + 2 == words.count || tag((index + 2)..<(index + 3), in: [.suffix, .bracket]) != nil
            return gap.first == UInt8(ascii: "-") && (index == 0 || isAtEnd)
        }
    }

    /// Whether there is a number on either side of an index, with one character between them.
    private func isJoinedToNumber(_ index: Int) -> Bool {
        guard index > 0, index < words.count, words[index - 1].number != nil, words[index].number != nil else {
            return false
        }
        return gap(before: index).count == 1 && gap(before: index).first != 0x20
    }

    private static let loopWord = WordHash.of("24x7")

    /// Whether the source has no spaces and its words are joined by dots or underscores: "The.Matrix.1999.1080p".
    var isReleaseName: Bool {
        guard words.count >= 2, !source.contains(0x20) else { return false }
        // "Metropolis.1927".
        if words.count == 2 {
            return source.contains(UInt8(ascii: ".")) && words[1].foldedRange.count == 4
                && words[1].number.map(TitleCleaner.years.contains) ?? false
        }
        let joints = source.count { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") }
        return joints >= 2
    }
}
