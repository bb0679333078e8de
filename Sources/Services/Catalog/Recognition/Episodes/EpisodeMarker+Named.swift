internal import CatalogFormats
package import TextFolding

// Episodes whose series is named by their group, or whose title is unambiguous.

extension EpisodeMarker {
    /// Finds episodes without another sign of one: the title is just its number ("EP21", "Episodio 8 [Temp. 2]") in a
    /// group that is the series; the group's name is the part before the number; or a word for an episode ends the
    /// title behind a dash ("Low Tide - Tập 11").
    ///
    /// - Parameters:
    ///   - group: The name of the entry's group.
    ///   - facts: The signals of the name.
    ///   - isFile: Whether the address is a file.
    ///   - hasShorts: Whether others of the group have such titles, too: "1x3".
    ///   - isCounted: Whether the list has several episodes of the name before a marker.
    package static func named(
        in text: FoldedText, group: String, facts: GroupSignals, isFile: Bool, hasShorts: Bool = false,
        isCounted: (EpisodeMarker) -> Bool = { _ in false }
    ) -> EpisodeMarker? {
        if let marker = short(text), facts.mayBeSeries,
            hasShorts || isCalled(text, marker.words.upperBound..<text.words.count, group),
            isFile || hasShorts || text.words.count > 1
        {
            return marker
        }
        if facts.mayBeSeries, let marker = behindSeason(text) { return marker }
        if facts.mayBeSeries, let marker = dashed(text),
            isCalled(text, 0..<marker.words.lowerBound, group) || isCounted(marker)
        {
            return marker
        }
        if let marker = afterServerNumber(text) { return marker }
        for index in text.words.indices {
            guard let marker = bareEpisode(text, at: index) else { continue }
            let isWord =
                marker.words.contains { episodeWords.contains(text.words[$0].hash) }
                || joined(text.folded[text.words[index].foldedRange], episodeWords) != nil
            let isAtEnd = (marker.words.upperBound..<text.words.count).allSatisfy {
                text.words[$0].group > 0 || text.tag($0..<($0 + 1), in: [.suffix, .release]) != nil
            }
            if index == 0 {
                let isNumberAlone =
                    isAtEnd && (isWord || isFile || hasShorts || text.folded.starts(with: Array("ep".utf8)))
                // "E03 Low Tide (2016)" in "Low Tide".
                let isBeforeName =
                    !isAtEnd && (isWord || isFile || hasShorts)
                    && isCalled(text, marker.words.upperBound..<text.words.count, group)
                return (isNumberAlone || isBeforeName) && facts.mayBeSeries ? marker.withSeasonAfter(in: text) : nil
            }
            let whole = marker.withSeasonBefore(in: text).withDateBefore(in: text)
            guard !numberedMovies.contains(text.hash(of: 0..<whole.words.lowerBound)) else { return nil }
            if isCalled(text, 0..<whole.words.lowerBound, group) { return whole }
            guard facts.suggestsSeries || !facts.suggestsVideo else { return nil }
            if isCounted(whole) { return whole }
            guard isAtEnd else { return nil }
            if facts.suggestsAnime { return whole }
            // "12. Bölüm" is an episode, "Bölüm 2" may be a part.
            let isCounted = text.words[index].number != nil && countedWords.contains(text.words[index + 1].hash)
            if isCounted || whole.words.lowerBound < marker.words.lowerBound { return whole }
            if text.isSureEpisode(marker, isFile: isFile) { return whole }
            // "Low Tide (Vietsub) [Tập 64]".
            let isSetApart = isWord && (text.isSegment(before: marker.words.lowerBound) || text.isBracket(marker.words))
            return isSetApart && !chapterWords.contains(text.words[index].hash) ? whole : nil
        }
        return nil
    }

    /// The day behind the name of a programme that the group is called after: "Low Tide - 6/1/2023" in "Low Tide".
    static func day(in text: FoldedText, of group: String) -> EpisodeMarker? {
        guard !group.isEmpty else { return nil }
        for index in text.words.indices.dropFirst() {
            guard let marker = date(text, at: index) else { continue }
            return isCalled(text, 0..<marker.words.lowerBound, group) ? marker : nil
        }
        return nil
    }

    /// Films in a row are hardly more.
    fileprivate static let longestSaga = 9
    /// Words and abbreviations for an episode by which films are not counted.
    fileprivate static let sureWords = vocabulary("ep eps odc الحلقة حلقة פרק 集 話 话 화 회")

    /// Words for an episode by which parts of films are counted as often: "John Wick - Capítulo 4".
    static let chapterWords = vocabulary("capitulo capítulo cap bölüm rész část")

    /// Words for an episode that stand behind its number.
    private static let countedWords = vocabulary("bölüm серия серія серії jakso")

    /// The same with a leading day: "Low Tide 2025-11-26 Episode 262".
    private func withDateBefore(in text: FoldedText) -> EpisodeMarker {
        let start = words.lowerBound - 3
        guard start > 0, let day = Self.date(text, at: start), day.words.upperBound == words.lowerBound else {
            return self
        }
        var marker = self
        marker.words = day.words.lowerBound..<words.upperBound
        return marker
    }

    /// Films with numbered episodes.
    private static let numberedMovies: Set<UInt64> = Set(
        [
            "star wars", "звездные войны", "звёздные войны", "krieg der sterne", "la guerre des étoiles",
            "gwiezdne wojny",
            "la guerra de las galaxias", "guerre stellari", "yıldız savaşları",
        ].map(WordHash.of))

    /// "Low Tide - Vietsub #1 [169]": the episode follows the server, as in Vietnamese lists.
    private static func afterServerNumber(_ text: FoldedText) -> EpisodeMarker? {
        let count = text.words.count
        guard count > 3, let episode = text.words[count - 1].number, text.words[count - 1].group > 0,
            text.words[count - 2].number != nil, text.gap(before: count - 2).contains(UInt8(ascii: "#")),
            episode <= maximumEpisode
        else { return nil }
        // Of any other server the number is joined to the name: "Low Tide - Lowteam#1 [12]".
        let isJoined = text.gap(before: count - 2).count == 1
        for length in 1...2 where count - 2 - length > 0 && text.isSegment(before: count - 2 - length) {
            if isJoined || versionWords.contains(text.hash(of: (count - 2 - length)..<(count - 2))) {
                return EpisodeMarker(episode: episode, words: (count - 2 - length)..<count)
            }
        }
        return nil
    }

    /// Subtitled, voice-over, dubbed.
    private static let versionWords: Set<UInt64> = Set(["vietsub", "thuyết minh", "lồng tiếng"].map(WordHash.of))

    /// The name of a group without the season that stands behind it: "Low Tide T2", "Low Tide - Season 2".
    ///
    /// - Parameter season: the season of the group's episodes; nil to take that of the name.
    /// - Returns: nil when there is none, or another.
    static func seasonOfGroup(_ name: String, season: Int?) -> (name: String, season: Int)? {
        let text = FoldedText(name)
        let end = text.words.count
        guard end > 1 else { return nil }
        var found = Self.season(text, before: end)
        if found == nil, season != nil {
            // Without a season to compare it with, "T2" is a film.
            var reader = WordReader(text.folded[text.words[end - 1].foldedRange])
            if reader.skip(anyOf: "t"), let number = reader.number(), reader.isAtEnd { found = (number, end - 1) }
            if end > 2, shortSeasonWords.contains(text.words[end - 2].hash), let number = text.words[end - 1].number {
                found = (number, end - 2)
            }
        }
        guard let found, found.start > 0, season == nil || season == found.season else { return nil }
        let last = text.words[found.start - 1]
        let close = last.group > 0 ? text.groups[last.group - 1].range.upperBound : last.range.upperBound
        // "Low Tide (Season 2)": the bracket opens behind the name.
        let isInside = last.group > 0 && last.group == text.words[found.start].group
        guard !isInside else { return nil }
        return (text.sourceText(0..<close), found.season)
    }

    /// "T1| 05 A Transferência": the season set apart in front, and the episode's number behind it.
    private static func behindSeason(_ text: FoldedText) -> EpisodeMarker? {
        guard text.words.count > 1, text.isDivided(before: 1), let episode = text.words[1].number,
            episode <= maximumShortEpisode
        else { return nil }
        var reader = WordReader(text.folded[text.words[0].foldedRange])
        guard reader.skip(anyOf: "st"), let season = reader.number(), reader.isAtEnd, season < 100 else { return nil }
        return EpisodeMarker(season: season, episode: episode, words: 0..<2)
    }

    private static let maximumShortEpisode = 999

    /// "1x3" in front, alone or before the series' name. "4x4" is a car.
    package static func short(_ text: FoldedText) -> EpisodeMarker? {
        // "(OFF) 1x3".
        guard let place = text.words.firstIndex(where: { $0.group == 0 }), place <= 1 else { return nil }
        var reader = WordReader(text.folded[text.words[place].foldedRange])
        guard let season = reader.number(), reader.position <= 2, reader.skip(anyOf: "x"),
            let episode = reader.number(),
            reader.isAtEnd, episode < 1_000, season != 4 || episode != 4
        else { return nil }
        return EpisodeMarker(season: season, episode: episode, words: 0..<(place + 1))
    }

    /// Whether words are the group's name, apart from brackets; no words are not.
    private static func isCalled(_ text: FoldedText, _ words: Range<Int>, _ group: String) -> Bool {
        func letters(_ text: FoldedText, _ words: Range<Int>) -> [UInt8] {
            words.reduce(into: []) { letters, index in
                if text.words[index].group == 0 { letters += text.folded[text.words[index].foldedRange] }
            }
        }
        if words.isEmpty { return true }
        let name = letters(text, words)
        let other = FoldedText(group)
        return name.count >= shortestName && name == letters(other, other.words.indices)
    }

    /// Bytes.
    private static let shortestName = 3

    /// The same with the season in brackets behind: "Episodio 1 [Temp. 2]".
    private func withSeasonAfter(in text: FoldedText) -> EpisodeMarker {
        let start = words.upperBound
        guard season == nil, start + 1 < text.words.count, text.words[start].group > 0,
            text.words[start + 1].group == text.words[start].group,
            Self.seasonWords.contains(text.words[start].hash) || Self.shortSeasonWords.contains(text.words[start].hash),
            let season = text.words[start + 1].number, season <= Self.maximumSeason
        else { return self }
        var marker = self
        (marker.season, marker.words) = (season, words.lowerBound..<(start + 2))
        return marker
    }
}

extension FoldedText {
    /// Whether a marker that ends a title is of an episode whatever the list is: by its word ("Low Tide EP.4", "Low Tide EP4"), or by
    /// a number that films do not get to ("Low Tide Episode 25").
    fileprivate func isSureEpisode(_ marker: EpisodeMarker, isFile: Bool) -> Bool {
        // "Final Episode (1974)".
        guard let first = marker.words.first, marker.words.allSatisfy({ words[$0].group == words[first].group }) else {
            return false
        }
        if marker.words.contains(where: { EpisodeMarker.sureWords.contains(words[$0].hash) }) { return true }
        let isWord = marker.words.count > 1
        let isShort = !isWord && folded[words[first].foldedRange].starts(with: "ep".utf8)
        let episode = marker.episode ?? 0
        let isMany = episode > EpisodeMarker.longestSaga && !TitleCleaner.years.contains(episode)
        // "E30" may be a car.
        return isShort || isMany && (isWord || isFile)
    }
}
