internal import CatalogFormats
package import TextFolding

// The context of an episode's number: its season, as anime and Chinese series write it, and days in words.

extension EpisodeMarker {
    /// The same with a leading season: "2nd Season - 17", "Season 2 - 05", "S2 - 05", "第二季 第05集".
    func withSeasonBefore(in text: FoldedText) -> EpisodeMarker {
        // "(Season 3) Episode 2": a season alone in front may be a name's.
        guard season == nil, episode != nil, let (found, start) = Self.season(text, before: words.lowerBound),
            start > 0 || words.contains(where: { Self.episodeWords.contains(text.words[$0].hash) })
        else { return self }
        var marker = self
        (marker.season, marker.words) = (found, start..<words.upperBound)
        return marker
    }

    package static func season(_ text: FoldedText, before end: Int) -> (season: Int, start: Int)? {
        guard end > 0 else { return nil }
        let last = text.words[end - 1]
        if let season = chineseSeason(text.text(of: last)) { return (season, end - 1) }
        var reader = WordReader(text.folded[last.foldedRange])
        if reader.skip(anyOf: "s"), let season = reader.number(), reader.isAtEnd, season <= maximumSeason {
            return (season, end - 1)
        }
        if let season = joined(text.folded[last.foldedRange], seasonWords), season <= maximumSeason {
            return (season, end - 1)
        }
        guard end > 1 else { return nil }
        let first = text.words[end - 2]
        if seasonWords.contains(first.hash), let season = last.number ?? arabicOrdinals[last.hash],
            season <= maximumSeason
        {
            return (season, end - 2)
        }
        if seasonWords.contains(last.hash), let season = first.number ?? ordinalNumber(text.folded[first.foldedRange]) {
            return (season, end - 2)
        }
        return nil
    }

    /// "第二季", "第十一期".
    private static func chineseSeason(_ word: String) -> Int? {
        guard word.hasPrefix("第"), let unit = word.last, "季期部".contains(unit) else { return nil }
        let digits = word.dropFirst().dropLast().map { chineseDigits[$0] }
        switch (digits.count, digits.first ?? nil, digits.last ?? nil) {
        case (1, let digit?, _): return digit
        case (2, 10, let digit?): return 10 + digit
        default: return nil
        }
    }

    private static let chineseDigits: [Character: Int] = Dictionary(
        uniqueKeysWithValues: zip("一二三四五六七八九十", 1...10))

    /// "2nd", "21st".
    private static func ordinalNumber(_ word: ArraySlice<UInt8>) -> Int? {
        var reader = WordReader(word)
        guard let number = reader.number(), number <= maximumSeason else { return nil }
        return ["st", "nd", "rd", "th", "a", "o", "ª", "º", "e", "er", "ere", "re", "eme"].contains {
            word.dropFirst(reader.position).elementsEqual($0.utf8)
        }
            ? number : nil
    }

    /// "الموسم الثاني" is the second season.
    private static let arabicOrdinals: [UInt64: Int] = {
        let names = [
            "الاول الأول", "الثاني الثانى", "الثالث", "الرابع", "الخامس", "السادس", "السابع", "الثامن", "التاسع",
            "العاشر",
        ]
        var ordinals: [UInt64: Int] = [:]
        for (index, name) in names.enumerated() {
            for spelling in name.split(separator: " ") { ordinals[WordHash.of(String(spelling))] = index + 1 }
        }
        return ordinals
    }()

    /// Markers that need another sign of an episode: "2x3", "1 x 02", "T2 C3", "S01 02", "S01.02".
    static func loose(_ text: FoldedText, at index: Int) -> EpisodeMarker? {
        let words = text.words
        guard index > 0 else { return nil }
        var reader = WordReader(text.folded[words[index].foldedRange])
        if let season = reader.number(), reader.position <= 2, reader.skip(anyOf: "x"), let episode = reader.number(),
            reader.isAtEnd, episode <= longestSeason
        {
            return EpisodeMarker(season: season, episode: episode, words: index..<(index + 1))
        }
        if index + 2 < words.count, let season = words[index].number, season < 100,
            text.text(of: words[index + 1]) == "x", let episode = words[index + 2].number, episode <= longestSeason
        {
            return EpisodeMarker(season: season, episode: episode, words: index..<(index + 3))
        }
        reader = WordReader(text.folded[words[index].foldedRange])
        guard index + 1 < words.count, reader.skip(anyOf: "st"), let season = reader.number(), reader.isAtEnd else {
            return nil
        }
        var next = WordReader(text.folded[words[index + 1].foldedRange])
        let isChapter = next.skip(anyOf: "c")
        guard let episode = next.number(), next.isAtEnd, episode <= longestSeason else { return nil }
        let isLast = index + 2 == words.count || words[index + 2].group > 0 || text.isSegment(before: index + 2)
        guard isChapter || isLast && words[index + 1].group == 0 else { return nil }
        return EpisodeMarker(season: season, episode: episode, words: index..<(index + 2))
    }

    /// In episodes; a higher number is a year, or the size of a picture.
    static let longestSeason = 999

    /// "18th November 2024", "18 Nov 2024", "November 18, 2024".
    static func spelledDate(_ text: FoldedText, at index: Int) -> EpisodeMarker? {
        guard index + 2 < text.words.count, let year = text.words[index + 2].number, (1950...2100).contains(year) else {
            return nil
        }
        func day(_ place: Int) -> Int? {
            let word = text.words[place]
            return (word.number ?? ordinalNumber(text.folded[word.foldedRange])).flatMap {
                (1...31).contains($0) ? $0 : nil
            }
        }
        func month(_ place: Int) -> Int? { months[text.words[place].hash] }
        guard
            let (month, day) = month(index).flatMap({ month in day(index + 1).map { (month, $0) } })
                ?? month(index + 1).flatMap({ month in day(index).map { (month, $0) } })
        else { return nil }
        return EpisodeMarker(airDate: AirDate(year: year, month: month, day: day), words: index..<(index + 3))
    }

    /// English ones, in full and in three letters: daily programmes with such days are from Britain, America and India.
    private static let months: [UInt64: Int] = {
        let names = [
            "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
            "november",
            "december",
        ]
        var months = [WordHash.of("sept"): 9]
        for (index, name) in names.enumerated() {
            months[WordHash.of(name)] = index + 1
            months[WordHash.of(String(name.prefix(3)))] = index + 1
        }
        return months
    }()

    // MARK: The season again

    /// Numbers behind a word for a season: "Season 1 - 1-9", "Season 2 24. The Pier", "Temp 1/24".
    static func behindSeason(_ text: FoldedText, at index: Int) -> EpisodeMarker? {
        let words = text.words
        guard index + 2 < words.count, let season = words[index + 1].number, season <= maximumSeason,
            let number = words[index + 2].number, number <= longestSeason
        else { return nil }
        let isWord = seasonWords.contains(words[index].hash)
        let isShort = words[index].foldedRange.count > 2 && shortSeasonWords.contains(words[index].hash)
        guard isWord || isShort else { return nil }
        let isJoined = text.gap(before: index + 2).elementsEqual("/".utf8)
        guard isWord || isJoined else { return nil }
        let gap = text.gap(before: index + 3)
        if index + 3 < words.count, number == season, gap.elementsEqual("-".utf8),
            let episode = words[index + 3].number,
            episode <= longestSeason
        {
            return EpisodeMarker(season: season, episode: episode, words: index..<(index + 4))
        }
        let isAtEnd = index + 3 == words.count && !sizes.contains(number)
        let isListed = gap.first == UInt8(ascii: ".") && index + 3 < words.count && words[index + 3].number == nil
        guard isJoined || isAtEnd || isListed else { return nil }
        return EpisodeMarker(season: season, episode: number, words: index..<(index + 3))
    }

    /// Of pictures, in lines.
    static let sizes: Set<Int> = [360, 480, 540, 576, 720]

    /// The same where the season stands before the episode once more: "Season 2 Episode #2.10".
    func withSeasonAgain(in text: FoldedText) -> EpisodeMarker {
        let next = words.upperBound
        guard let episode, season == nil || season == episode, next < text.words.count,
            text.gap(before: next).elementsEqual(".".utf8), text.gap(before: next - 1).contains(UInt8(ascii: "#")),
            let number = text.words[next].number, number <= Self.longestSeason
        else { return self }
        return EpisodeMarker(season: episode, episode: number, words: words.lowerBound..<(next + 1))
    }
}
