internal import CatalogFormats
internal import TextFolding

// Numbers that are joined to their words, and what says a season or an episode once more.

extension EpisodeMarker {
    /// The number that is joined to a word: 5 of "cap5", "ภาค5". A single letter is no word.
    static func joined(_ word: ArraySlice<UInt8>, _ vocabulary: Set<UInt64>) -> Int? {
        guard let last = word.last, last.isDigit, let first = word.first, !first.isDigit else { return nil }
        let digits = word.reversed().prefix { $0.isDigit }.count
        let letters = word.dropLast(digits)
        guard digits <= longestJoined, letters.count > 1, vocabulary.contains(WordHash.extend(WordHash.seed, letters))
        else { return nil }
        return word.suffix(digits).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Digits.
    private static let longestJoined = 4

    /// An episode that is sent in two halves: "42a", "42b".
    static func half(_ text: FoldedText, at index: Int) -> (number: Int, letter: UInt8)? {
        let word = text.folded[text.words[index].foldedRange]
        var reader = WordReader(word)
        guard let letter = word.last, let number = reader.number(), number <= maximumEpisode,
            reader.skip(anyOf: "ab"), reader.isAtEnd
        else { return nil }
        return (number, letter)
    }

    /// "Temporada 1 Cap5", "Season 1 Ep05", "Temp1 Cap5", "tem 1 cap 5" of a file.
    static func spelledJoined(_ text: FoldedText, at index: Int) -> EpisodeMarker? {
        let words = text.words
        var (season, next) = (nil as Int?, index + 1)
        if seasonWords.contains(words[index].hash), index + 1 < words.count {
            (season, next) = (words[index + 1].number, index + 2)
        } else {
            let word = text.folded[words[index].foldedRange]
            season = joined(word, seasonWords) ?? joined(word, shortSeasonWords)
        }
        guard let season, season <= maximumSeason, next < words.count else { return nil }
        if let episode = joined(text.folded[words[next].foldedRange], episodeWords) {
            return EpisodeMarker(season: season, episode: episode, words: index..<(next + 1))
        }
        // Written apart, where the season is joined.
        guard next == index + 1, next + 1 < words.count, episodeWords.contains(words[next].hash),
            let episode = words[next + 1].number, episode <= maximumEpisode
        else { return nil }
        return EpisodeMarker(season: season, episode: episode, words: index..<(next + 2))
    }

    /// The same with what says it once more before: "(Season 1) - S1E3", "E6 S01E06", "Season 1 Ep. 1x13", and with all that stands
    /// behind a name and its season: "Low Tide Season 6 (2014) S06E36".
    func withRepetition(in text: FoldedText) -> EpisodeMarker {
        guard let season, let episode else { return self }
        var start = words.lowerBound
        while start > 0 {
            // A word without its number counts only where a number stands before it, or nothing.
            let isWord = Self.episodeWords.contains(text.words[start - 1].hash)
            let end = isWord ? start - 1 : start
            if end == 0 {
                start = 0
            } else if let found = Self.season(text, before: end), found.season == season {
                start = found.start
            } else if let found = Self.shortSeason(text, before: end), found == season {
                start = end - 2
            } else if let found = Self.bareEpisode(text, at: end - 1)
                ?? (end > 1 ? Self.bareEpisode(text, at: end - 2) : nil),
                found.words.upperBound == end, found.episode == episode
            {
                start = found.words.lowerBound
            } else {
                break
            }
        }
        var marker = self
        marker.words = Self.startOfSeason(text, season, before: start)..<words.upperBound
        return marker
    }

    /// Where a season begins that is spelled behind a name, and everything behind it is no part of the name; where there is nothing but
    /// such a season, it may be another one: "Temporada 2 Cap. 1x5".
    private static func startOfSeason(_ text: FoldedText, _ season: Int, before start: Int) -> Int {
        guard start > 0 else { return start }
        for end in 1...start {
            guard let found = Self.season(text, before: end), isSpelled(text, found.start..<end) else { continue }
            if found.start == 0, (end..<start).allSatisfy({ isUnit(text.words[$0]) }) { return 0 }
            if found.start > 0, found.season == season { return found.start }
        }
        return start
    }

    /// The same with the season's number in front, where a group has the name: "03 - Episodio 11".
    func withNumberOfSeason(in text: FoldedText, group: GroupSignals) -> EpisodeMarker {
        guard season == nil, episode != nil, group.mayBeSeries, words.lowerBound == 1, text.isSegment(before: 1),
            words.contains(where: { Self.episodeWords.contains(text.words[$0].hash) }),
            let season = text.words[0].number, season <= Self.longestShow
        else { return self }
        var marker = self
        (marker.season, marker.words) = (season, 0..<words.upperBound)
        return marker
    }

    /// In seasons.
    private static let longestShow = 99

    /// Whether one of the words is a word for a season, alone or with its number: "S2" may be a part of a name.
    private static func isSpelled(_ text: FoldedText, _ words: Range<Int>) -> Bool {
        words.contains { index in
            seasonWords.contains(text.words[index].hash)
                || joined(text.folded[text.words[index].foldedRange], seasonWords) != nil
        }
    }

    /// The season whose name is all of a name: "Season 06", "2. Staffel".
    static func seasonAlone(_ name: String) -> Int? {
        let text = FoldedText(name)
        guard (1...2).contains(text.words.count) else { return nil }
        if let found = season(text, before: text.words.count), found.start == 0, isSpelled(text, text.words.indices) {
            return found.season
        }
        // "TEMP 3".
        return text.words[0].foldedRange.count > 2 ? shortSeason(text, before: text.words.count) : nil
    }

    /// "temp 1".
    private static func shortSeason(_ text: FoldedText, before end: Int) -> Int? {
        guard end > 1, shortSeasonWords.contains(text.words[end - 2].hash) else { return nil }
        return text.words[end - 1].number
    }
}
