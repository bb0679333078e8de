internal import CatalogFormats
package import TextFolding

/// A title without the tags of its link.
package struct CleanTitle: Sendable, Equatable {
    package var title: String
    package var year: Int?
    package var tags = TitleTags()
    /// The number in brackets before a channel's name.
    package var number: String?
}

/// Removes quality, language, country, provider and edition tags from titles: "4K-DE - Dune (2021)" is "Dune", 2021, in
/// 4K, German.
///
/// A tag is only removed at a tag's position: before a divider at the start, in brackets, at the end, or behind the
/// year of a release name; codes of two letters before a divider only in capitals. A title never becomes empty: "IO",
/// "AKA" and "4K" stay.
package struct TitleCleaner {
    /// The kind of title: channels have no year, and fewer bare tags at their end.
    package enum Style {
        case channel, video
    }

    package let text: FoldedText
    package let style: Style
    /// The remaining words.
    package var kept: Range<Int>
    /// Brackets in the middle to drop, by their index in `text.groups`.
    var droppedGroups: Set<Int> = []
    package var tags = TitleTags()
    package var year: Int?
    /// The contents of brackets before a channel's name.
    private var number: String?
    /// Whether the title is a file name: the part behind its year describes the file.
    private(set) var isFileName = false

    /// The valid years of films.
    package static let years = 1888...2049

    package init(_ text: FoldedText, words: Range<Int>, style: Style) {
        (self.text, kept, self.style) = (text, words, style)
    }

    /// Cleans a whole title.
    package static func clean(_ title: String, style: Style) -> CleanTitle {
        let text = FoldedText(title)
        return clean(text, words: text.words.indices, style: style)
    }

    /// Cleans a part of a title.
    package static func clean(
        _ text: FoldedText, words: Range<Int>, style: Style, isFileName: Bool = false
    ) -> CleanTitle {
        var cleaner = TitleCleaner(text, words: words, style: style)
        cleaner.isFileName = isFileName
        guard !words.isEmpty else {
            return CleanTitle(title: text.words.isEmpty ? text.sourceText(text.source.indices).trimmingSpaces() : "")
        }
        if text.source.contains(0xE2) { cleaner.readEnclosedLetters() }
        cleaner.cutPrefix()
        if style == .video { cleaner.cutRelease() }
        cleaner.cutSuffix()
        if text.groups.count > 0 { cleaner.stripMiddleBrackets() }
        return CleanTitle(
            title: cleaner.assembled(), year: cleaner.year, tags: cleaner.tags, number: cleaner.number)
    }

    // MARK: The beginning

    private static let maximumPrefixes = 4
    private static let maximumPrefixWords = 3

    /// Drops "[EN]", "|UK|", "4K-DE - ", "NF: " and the like.
    private mutating func cutPrefix() {
        for _ in 0..<Self.maximumPrefixes {
            guard let end = endOfPrefix(), end < kept.upperBound else { return }
            kept = end..<kept.upperBound
        }
    }

    private mutating func endOfPrefix() -> Int? {
        let start = kept.lowerBound
        let group = text.words[start].group
        if group > 0 {
            let end = kept.first { text.words[$0].group != group } ?? kept.upperBound
            // "(2013) Getaway", "[Acción] John Wick 3".
            if style == .video, end < kept.upperBound, end == start + 1 && cutYear(start..<end) || isGenre(start..<end)
            {
                return end
            }
            // "[40] Boing".
            if style == .channel, end == start + 1, end < kept.upperBound, number == nil,
                let place = text.words[start].number, Self.channelNumbers.contains(place), !Self.heights.contains(place)
            {
                number = String(place)
                return end
            }
            guard let found = meanings(start..<end, in: [.bracket, .prefix], needsCapitals: false) else { return nil }
            add(found)
            return end
        }
        if style == .video, let end = endOfScore() ?? endOfAge() { return end }
        let limit = min(start + Self.maximumPrefixWords, kept.upperBound - 1)
        guard limit > start else { return nil }
        for end in (start + 1)...limit {
            guard text.words[end - 1].group == 0 else { return nil }
            guard text.isDivided(before: end) else { continue }
            let isBarred = text.gap(before: start).contains(UInt8(ascii: "|"))
            guard let found = meanings(start..<end, in: .prefix, needsCapitals: !isBarred), !isTitle(start..<end),
                isBarred || !isPlace(start..<end, found)
            else { return nil }
            add(found)
            return end
        }
        return nil
    }

    /// Below the years.
    private static let channelNumbers = 1...1_887

    /// Whether a film starts with a country's name that belongs to it: "Greenland: Migration".
    private func isPlace(_ words: Range<Int>, _ found: [TitleTag.Meaning]) -> Bool {
        guard style == .video, words.count == 1, case .country? = found.first, !text.words[words.lowerBound].isUppercase
        else { return false }
        return text.gap(before: words.upperBound).first == UInt8(ascii: ":")
    }

    /// Titles that start like a tag: "IT: Chapter Two", "US - …" is none.
    private static let exceptions: Set<UInt64> = Set(
        [
            "it chapter", "it capitolo", "it kapitel", "it chapitre", "it capitulo", "it welcome", "hd the",
            "xxx state",
            "xxx return", "xxx the",
        ].map(WordHash.of))

    private func isTitle(_ words: Range<Int>) -> Bool {
        words.upperBound < kept.upperBound
            && Self.exceptions.contains(text.hash(of: words.lowerBound..<(words.upperBound + 1)))
    }

    // MARK: The end

    private static let maximumSuffixes = 10
    private static let maximumPhraseWords = 4

    private mutating func cutSuffix() {
        for _ in 0..<Self.maximumSuffixes {
            guard let start = startOfSuffix(), start > kept.lowerBound else { return }
            kept = kept.lowerBound..<start
        }
    }

    private mutating func startOfSuffix() -> Int? {
        let last = kept.upperBound - 1
        let group = text.words[last].group
        if group > 0 {
            let start = kept.last { text.words[$0].group != group }.map { $0 + 1 } ?? kept.lowerBound
            return cutGroup(start..<kept.upperBound) || isRemark(behind: start) ? start : nil
        }
        if style == .video, let start = cutServer() { return start }
        if text.isRaised(last) {
            tags.add(text.tag(last..<kept.upperBound, in: .all)?.meaning ?? .noise)
            return last
        }
        if let start = segmentStart(),
            let found = meanings(start..<kept.upperBound, in: [.segment, .suffix], needsCapitals: false)
        {
            add(found)
            return start
        }
        if style == .channel, let start = startOfCountry() { return start }
        if style == .video, let start = startOfLanguage() ?? startOfRemark() { return start }
        if text.gap(before: last).contains(UInt8(ascii: "|")), last > kept.lowerBound,
            let found = place(last..<kept.upperBound)
        {
            // "Jovem Pan News | BR".
            add(found)
            return last
        }
        if style == .video, let start = ratingStart() { return start }
        if style == .channel || text.words[last].isUppercase, let server = joinedServer(last) {
            tags.server = tags.server ?? server
            return last
        }
        // "Low Tide FHD HR".
        if style == .channel, last - 1 > kept.lowerBound, text.words[last - 1].group == 0,
            case .quality? = text.tag((last - 1)..<last, in: .suffix)?.meaning,
            let found = place(last..<kept.upperBound)
        {
            add(found)
            return last
        }
        let places: TitleTag.Places = style == .video && year != nil ? [.suffix, .release] : .suffix
        for count in (1...Self.maximumPhraseWords).reversed() {
            let start = kept.upperBound - count
            guard start > kept.lowerBound, let tag = text.tag(start..<kept.upperBound, in: places) else { continue }
            guard !isNameEnding(start), !isName(tag, at: start) else { return nil }
            if count == 1, isWord(tag, at: start) { continue }
            // "My Stupid Bos (2016)" is not in Bosnian.
            if tag.needsCapitals, count == 1, tag.places.isDisjoint(with: .suffix), !text.words[start].isUppercase,
                Self.ambiguousCodes.contains(text.words[start].hash)
            {
                continue
            }
            tags.add(tag.meaning)
            return startOfVersion(tag.meaning, at: start)
        }
        guard style == .video else { return nil }
        if let start = startOfBareVersion() { return start }
        if year == nil, let start = cutBareYear() { return start }
        return cutLanguageEnding(last)
    }

    /// Codes of languages that are words of names as well, unless in capitals.
    static let ambiguousCodes: Set<UInt64> = Set(
        [
            "bos", "est", "fin", "per", "pol", "lit", "lat", "may", "mal", "mar", "dan", "nor", "por", "ben", "mac",
            "slo",
            "tam", "tel", "tur", "ara", "alb", "arm", "cat", "bul", "bel", "her", "hun", "ice", "lav", "ron", "rum",
            "sin", "som",
            "tag", "tha", "vie", "cze", "dut", "fil", "gre", "guj", "heb", "kan", "kur", "pan", "ori", "geo", "aze",
            "kaz",
        ].map(WordHash.of))

    /// "Avatar DUAL", "Avatar ENG SUB", "Avatar 1080p Dual Audio": two words, or one in capitals where the name is not.
    private mutating func startOfBareVersion() -> Int? {
        func isVersion(_ words: Range<Int>) -> Bool {
            switch text.tag(words, in: .release)?.meaning {
            case .manyLanguages, .dubbed, .subtitled: true
            default: false
            }
        }
        let end = kept.upperBound
        if end - 2 > kept.lowerBound, text.words[end - 2].group == 0 {
            if isVersion((end - 2)..<end), let tag = text.tag((end - 2)..<end, in: .release) {
                tags.add(tag.meaning)
                return end - 2
            }
            let language = text.tag((end - 2)..<(end - 1), in: [.bracket, .release])?.meaning
            if isVersion((end - 1)..<end), case .language? = language, let tag = text.tag((end - 1)..<end, in: .release)
            {
                tags.add(tag.meaning)
                if let language { tags.add(language) }
                return end - 2
            }
        }
        guard text.words[end - 1].isUppercase, isVersion((end - 1)..<end),
            !(kept.lowerBound..<(end - 1)).allSatisfy({ text.words[$0].isUppercase || text.words[$0].number != nil }),
            let tag = text.tag((end - 1)..<end, in: .release)
        else { return nil }
        tags.add(tag.meaning)
        return end - 1
    }

    /// The start of a version with its language in front: "CZ Dabing".
    private mutating func startOfVersion(_ meaning: TitleTag.Meaning, at start: Int) -> Int {
        guard meaning == .dubbed || meaning == .subtitled, start - 1 > kept.lowerBound,
            text.words[start - 1].group == 0,
            let language = place((start - 1)..<start)
        else { return start }
        add(language)
        return start - 1
    }

    /// "Movie -eng", "Movie-eng".
    private mutating func cutLanguageEnding(_ last: Int) -> Int? {
        let gap = text.gap(before: last)
        guard text.words[last].foldedRange.count == 3, gap.last == UInt8(ascii: "-"),
            let tag = text.tag(last..<kept.upperBound, in: .segment)
        else { return nil }
        if gap.count == 1 {
            // "X-Men", "Spider-Man" and similar names.
            guard case .language = tag.meaning else { return nil }
        }
        tags.add(tag.meaning)
        return last
    }

    /// "WWE RAW HD" ends in a tag; of "Radio SD" and "TV 4K" too little would remain.
    private func isNameEnding(_ start: Int) -> Bool {
        start == kept.lowerBound + 1 && Self.tooShort.contains(text.words[kept.lowerBound].hash)
    }

    private static let tooShort: Set<UInt64> = Set(
        ["tv", "radio", "the", "film", "movie", "canal", "channel"].map(WordHash.of))

    /// The start of the last part behind a dash or a bar.
    private func segmentStart() -> Int? {
        var index = kept.upperBound - 1
        while index > kept.lowerBound, kept.upperBound - index <= Self.maximumPhraseWords {
            if text.isSegment(before: index) { return index }
            index -= 1
        }
        return nil
    }

    /// The words of one pair of brackets: a year, or tags only.
    mutating func cutGroup(_ words: Range<Int>) -> Bool {
        if style == .video, cutYear(words) || isGenre(words) { return true }
        if let height = text.pictureHeight(inBrackets: words) {
            tags.add(.quality(StreamQuality(height: height, name: "\(height)p")))
            return true
        }
        if words.count == 1, let height = text.words[words.lowerBound].number, Self.heights.contains(height) {
            tags.add(.quality(StreamQuality(height: height, name: "\(height)p")))
            return true
        }
        if style == .video, isScore(words) || isSite(words) || isTelevisionFilm(words) { return true }
        if style == .channel, let copy = copyNumber(words) {
            tags.server = copy
            return true
        }
        if let server = serverNumber(words) {
            tags.server = server
            return true
        }
        guard let found = meanings(words, in: .bracket, needsCapitals: false) ?? versionOfService(words) else {
            return false
        }
        add(found)
        return true
    }

    /// Picture sizes written as a number alone.
    private static let heights: Set<Int> = [480, 576, 720, 1080, 1440, 2160]

    /// "Low HD (2)": behind a size a number is that of a copy.
    private func copyNumber(_ words: Range<Int>) -> Int? {
        let start = words.lowerBound
        guard words.count == 1, words.upperBound == kept.upperBound, start - 1 > kept.lowerBound,
            let copy = text.words[start].number, Self.copies.contains(copy),
            case .quality? = text.tag((start - 1)..<start, in: .suffix)?.meaning
        else { return nil }
        return copy
    }

    /// Links to one channel in a list.
    private static let copies = 1...99

    /// Brackets with tags in the middle of a title.
    private mutating func stripMiddleBrackets() {
        var index = kept.lowerBound
        while index < kept.upperBound {
            let group = text.words[index].group
            guard group > 0 else {
                index += 1
                continue
            }
            let end = kept[index...].first { text.words[$0].group != group } ?? kept.upperBound
            if index..<end != kept, cutGroup(index..<end) { droppedGroups.insert(group) }
            index = end
        }
    }

    // MARK: Tags

    /// The meanings of all these words when they are just tags, phrases before single words.
    func meanings(_ words: Range<Int>, in places: TitleTag.Places, needsCapitals: Bool) -> [TitleTag.Meaning]? {
        var found: [TitleTag.Meaning] = []
        var index = words.lowerBound
        while index < words.upperBound {
            // "[JPN+ENG]".
            if !found.isEmpty, index + 1 < words.upperBound, Self.joints.contains(text.words[index].hash) { index += 1 }
            var end = min(words.upperBound, index + Self.maximumPhraseWords)
            var match: TitleTag?
            while end > index {
                match = text.tag(index..<end, in: places)
                if match != nil { break }
                end -= 1
            }
            guard let match else { return nil }
            if needsCapitals, match.needsCapitals, !text.words[index].isUppercase { return nil }
            found.append(match.meaning)
            index = end
        }
        return found.isEmpty ? nil : found
    }

    /// The folded forms of "+" and "&".
    private static let joints: Set<UInt64> = Set(["plus", "and"].map(WordHash.of))

    package mutating func add(_ meanings: [TitleTag.Meaning]) {
        for meaning in meanings { tags.add(meaning) }
    }
}
