internal import CatalogFormats
internal import TextFolding

extension TitleCleaner {
    /// Parses release names: "The.Matrix.1999.1080p.BluRay.x264-GROUP", "Dune 2021 German DL 1080p".
    mutating func cutRelease() {
        let isDotted = text.isReleaseName
        for index in kept.dropFirst() {
            let word = text.words[index]
            if let number = word.number, Self.years.contains(number), word.foldedRange.count == 4 {
                let end = word.group > 0 ? endOfGroup(index) : index + 1
                let rest = end..<kept.upperBound
                // The last year counts: "Blade.Runner.2049.2017.1080p".
                let hasLaterYear = rest.contains { isYear($0) }
                let isOfFile = isFileName && (word.group > 0 || hasTag(rest))
                guard !hasLaterYear, isDotted || isOfFile || !rest.isEmpty && isRelease(rest) else { continue }
                if word.group == 0, rest.isEmpty, !isDotted { continue }
                year = number
                addTags(of: rest)
                kept = kept.lowerBound..<(word.group > 0 ? startOfGroup(index) : index)
                return
            }
            if isDotted, let tag = text.tag(index..<(index + 1), in: [.suffix, .release]), tag.meaning != .noise {
                addTags(of: index..<kept.upperBound)
                kept = kept.lowerBound..<index
                return
            }
        }
    }

    /// Whether any word is a release tag.
    private func hasTag(_ words: Range<Int>) -> Bool {
        words.contains { text.tag($0..<($0 + 1), in: [.release, .suffix]) != nil }
    }

    func isYear(_ index: Int) -> Bool {
        let word = text.words[index]
        return word.foldedRange.count == 4 && word.number.map(Self.years.contains) ?? false
    }

    private func startOfGroup(_ index: Int) -> Int {
        var start = index
        while start > kept.lowerBound, text.words[start - 1].group == text.words[index].group { start -= 1 }
        return start
    }

    private func endOfGroup(_ index: Int) -> Int {
        var end = index + 1
        while end < kept.upperBound, text.words[end].group == text.words[index].group { end += 1 }
        return end
    }

    /// Whether the words are tags; behind a codec the last one may be the name of a group ("x264-GROUP").
    private func isRelease(_ words: Range<Int>) -> Bool {
        // "Saltburn (2023) BluRay 720p [7.2]".
        if words.count > 3, text.words[words.upperBound - 1].group > 0,
            isScore((words.upperBound - 2)..<words.upperBound)
        {
            return isRelease(words.lowerBound..<(words.upperBound - 2))
        }
        if meanings(words, in: [.release, .suffix, .bracket], needsCapitals: false) != nil { return true }
        // "Heat (1995) 1080p Dual [Al Pacino]": brackets behind tags are a remark.
        if text.words[words.lowerBound].group == 0, let last = words.last, text.words[last].group > 0,
            let start = words.last(where: { text.words[$0].group == 0 })
        {
            return isRelease(words.lowerBound..<(start + 1))
        }
        guard words.count > 2, text.hasDash(before: words.upperBound - 1) else { return false }
        return meanings(
            words.lowerBound..<(words.upperBound - 1), in: [.release, .suffix, .bracket], needsCapitals: false) != nil
    }

    /// Adds the known tags among the words.
    mutating func addTags(of words: Range<Int>) {
        var index = words.lowerBound
        while index < words.upperBound {
            var end = min(words.upperBound, index + 3)
            while end > index {
                if let tag = text.tag(index..<end, in: [.release, .suffix, .bracket]) {
                    tags.add(tag.meaning)
                    break
                }
                end -= 1
            }
            index = max(end, index + 1)
        }
    }

    /// Titles that end in a year which is part of the name.
    private static let yearTitles: Set<UInt64> = Set(
        [
            "wonder woman 1984", "blade runner 2049", "death race 2000", "space 1999", "airport 1975", "airport 1977",
            "cleopatra 2525", "fear street 1994", "fear street 1978", "fear street 1666", "police story 2013",
            "american horror story 1984", "reply 1988", "reply 1994", "reply 1997", "red riding 1974",
            "red riding 1980", "red riding 1983", "cyborg 2087",
        ].map(WordHash.of))

    private static let yearPrepositions: Set<UInt64> = Set(
        [
            "of", "in", "from", "since", "to", "year", "class", "summer", "area", "studio", "de", "von", "anno",
            "novecento",
        ]
        .map(WordHash.of))

    /// "Heat 1995", "Heat - 1995"; but neither "Class of 1984" nor "Blade Runner 2049".
    mutating func cutBareYear() -> Int? {
        let last = kept.upperBound - 1
        guard last > kept.lowerBound, isYear(last), text.words[last].group == 0, let number = text.words[last].number,
            !Self.yearTitles.contains(text.hash(of: kept)),
            // A dash means that it is no part of the name: "Fenced In - 2022".
            text.isSegment(before: last) || !Self.yearPrepositions.contains(text.words[last - 1].hash)
        else { return nil }
        year = number
        return last
    }

    /// The start of a score behind a title: "⭐7.6", "| 7.9", "IMDb 8.3".
    func ratingStart() -> Int? {
        let start = kept.upperBound - 2
        guard start > kept.lowerBound, let whole = text.words[start].number, whole <= 10,
            text.words[start + 1].number != nil, text.words[start + 1].foldedRange.count == 1,
            text.gap(before: start + 1).elementsEqual(".".utf8)
        else { return nil }
        if start - 1 > kept.lowerBound, Self.scoreWords.contains(text.words[start - 1].hash) { return start - 1 }
        let gap = text.gap(before: start)
        // "Avatar (2009) 7.9".
        if text.words[start - 1].group > 0, isYear(start - 1) { return start }
        // The lead bytes of the stars.
        return gap.contains(UInt8(ascii: "|")) || gap.contains(0xE2) || gap.contains(0xF0) ? start : nil
    }

    /// Where a score ends that is set before a title: "⭐7.6 Heat".
    func endOfScore() -> Int? {
        let start = kept.lowerBound
        guard kept.count > 2, text.gap(before: start).contains(where: { $0 == 0xE2 || $0 == 0xF0 }),
            let whole = text.words[start].number, whole <= 10, text.words[start + 1].number != nil,
            text.words[start + 1].foldedRange.count == 1, text.gap(before: start + 1).elementsEqual(".".utf8)
        else { return nil }
        return start + 2
    }

    /// Where the age ends that a film is for: "+16 Heat".
    func endOfAge() -> Int? {
        let start = kept.lowerBound
        // The sign is a word of its own.
        guard start == 0, kept.count > 2, text.words[0].hash == Self.plusWord, text.words[1].group == 0,
            let age = text.words[1].number, Self.ages.contains(age), text.gap(before: 1).isEmpty,
            text.gap(before: 2).first == 0x20
        else { return nil }
        return 2
    }

    /// The folded form of "+".
    private static let plusWord = WordHash.of("plus")
    /// Ages of ratings, in years.
    private static let ages = 6...18

    /// "(7.9)".
    func isScore(_ words: Range<Int>) -> Bool {
        guard words.count == 2, let whole = text.words[words.lowerBound].number, whole <= 10,
            text.words[words.upperBound - 1].number != nil, text.words[words.upperBound - 1].foldedRange.count == 1
        else { return false }
        return text.gap(before: words.upperBound - 1).elementsEqual(".".utf8)
    }

    private static let scoreWords: Set<UInt64> = Set(["imdb", "tmdb", "rating"].map(WordHash.of))

    /// The enclosed letters that some lists append to a name: S for standard definition, G for a region lock.
    mutating func readEnclosedLetters() {
        var index = 0
        let source = text.source
        while index + 2 < source.count {
            if source[index] == 0xE2, source[index + 1] == 0x93 {
                switch source[index + 2] {
                case 0x88: tags.add(.quality(StreamQuality(height: 480, name: "SD")))
                case 0xBC: tags.isGeoBlocked = true
                default: break
                }
            }
            index += 1
        }
    }
}
