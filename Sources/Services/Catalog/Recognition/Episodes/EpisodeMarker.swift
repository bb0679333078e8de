internal import CatalogFormats
package import TextFolding

/// The season and episode in a title, and their position.
package struct EpisodeMarker: Equatable {
    /// nil when only an episode is named.
    package var season: Int?
    /// nil when only a date is named.
    package var episode: Int?
    /// The last one, when a file has several ("S01E01-E02").
    var lastEpisode: Int?
    /// The letter of a half, when an episode is sent in two ("42a", "42b").
    var half: UInt8?
    /// The day of a daily programme ("2024-01-15").
    package var airDate: AirDate?
    /// The words that it is made of.
    package var words: Range<Int>

    /// A day in the Gregorian calendar.
    package struct AirDate: Equatable {
        package var (year, month, day): (Int, Int, Int)
    }

    static let maximumSeason = 9999
    static let maximumEpisode = 99_999

    static func vocabulary(_ phrases: String) -> Set<UInt64> {
        Set(phrases.split(separator: " ").map { WordHash.of(String($0)) })
    }

    static let seasonWords = vocabulary(seasonSpellings)
    static let episodeWords = vocabulary(episodeSpellings)
    /// The words for seasons and episodes, with spaces between them.
    static var spelledWords: String { seasonSpellings + " " + episodeSpellings }
    private static let seasonSpellings =
        "season saison staffel temporada stagione seizoen sezon sezona сезон säsong sæson sesong kausi évad series sezonul sæsong "
        + "série řada séria ซีซั่น ภาค musim sezonas sezoni phần الموسم עונה فصل σεζόν κύκλος 시즌 季 シーズン mùa phần"
    private static let episodeSpellings =
        "episode episodes ep eps épisode folge capitulo capítulo cap episodio episódio puntata aflevering odcinek odc серия серія эпизод епизод серії "
        + "avsnitt afsnit jakso rész bölüm epizoda epizod episod episodi episodul serija díl diel tập ตอนที่ ตอน एपिसोड الحلقة حلقة פרק قسمت επεισόδιο "
        + "회 화 集 話 话"
    /// The prefix of a number in Chinese and Japanese: "第5集" is the fifth episode.
    private static let ordinalWord = WordHash.of("第")
    static let shortSeasonWords = vocabulary("s t se st sez temp tem")
    private static let shortEpisodeWords = vocabulary("e ep cap capt")
    /// Words between a name and the day: "Tagesschau vom 12.03.2024".
    private static let dayPrepositions = vocabulary("vom von du del of from van от fra från")

    /// Whether a number before this word is that of a season or an episode: "10. Bölüm".
    static func isUnit(_ word: FoldedText.Word) -> Bool {
        seasonWords.contains(word.hash) || episodeWords.contains(word.hash)
    }

    /// The first marker in the text. `allowsBareEpisode` accepts "Episode 5" and dates, too, where there are other
    /// signs of a series, and `isAnime` a number of three digits and more at the end: "One Piece 1071".
    package static func find(
        in text: FoldedText, allowsBareEpisode: Bool = false, isAnime: Bool = false
    ) -> EpisodeMarker? {
        for index in text.words.indices {
            if let marker = compact(text, at: index) ?? spelled(text, at: index) ?? behindSeason(text, at: index)
                ?? ordinal(text, at: index)
            {
                return marker
            }
        }
        guard allowsBareEpisode else { return nil }
        for index in text.words.indices {
            if let marker = loose(text, at: index) { return marker }
            if let marker = bareEpisode(text, at: index) { return marker.withSeasonBefore(in: text) }
            guard var marker = date(text, at: index) else { continue }
            // "21st November 2024 Ep 1485".
            if let numbered = bareEpisode(text, at: marker.words.upperBound) {
                marker = EpisodeMarker(
                    episode: numbered.episode, words: marker.words.lowerBound..<numbered.words.upperBound)
            }
            return marker
        }
        let marker =
            text.words.indices.lazy.compactMap { dashedNumber(text, at: $0) }.first
            ?? lastNumber(text, isAnime: isAnime)
        return marker?.withSeasonBefore(in: text)
    }

    /// "S01E02", "S01E02E03", "S01 E02", "T1E2", "K03E05", "1x02".
    private static func compact(_ text: FoldedText, at index: Int) -> EpisodeMarker? {
        let word = text.words[index]
        guard word.foldedRange.count >= 2, word.foldedRange.count <= 24 else { return nil }
        var reader = WordReader(text.folded[word.foldedRange])
        if reader.skip(anyOf: "stk"), reader.skipOptional("e"), let season = reader.number(), season <= maximumSeason {
            if reader.skip(anyOf: "e"), reader.skipOptional("p"), let episode = reader.number() {
                return finish(text, season, episode, &reader, from: index, next: index + 1)
            }
            // "T3X9"; what begins with another letter may be a model's number.
            if word.foldedRange.first.map({ text.folded[$0] }) != UInt8(ascii: "k"), reader.skip(anyOf: "x"),
                let episode = reader.number(), episode <= longestSeason
            {
                return reader.isAtEnd
                    ? EpisodeMarker(season: season, episode: episode, words: index..<(index + 1)) : nil
            }
            guard reader.isAtEnd, index + 1 < text.words.count else { return nil }
            return afterSeason(text, season: season, from: index, at: index + 1)
        }
        reader = WordReader(text.folded[word.foldedRange])
        // "ج3 ح5", "م3 ح5".
        if reader.skip(arabicPart) || reader.skip(arabicSeason), let season = reader.number(), reader.isAtEnd,
            index + 1 < text.words.count
        {
            var next = WordReader(text.folded[text.words[index + 1].foldedRange])
            guard next.skip(arabicEpisode), let episode = next.number(), next.isAtEnd else { return nil }
            return EpisodeMarker(season: season, episode: episode, words: index..<(index + 2))
        }
        if let marker = initials(text, at: index) { return marker }
        reader = WordReader(text.folded[word.foldedRange])
        // "1920x1080" is a size, and "4x4" a car: the season has at most two digits, the episode at least two.
        if let season = reader.number(), reader.position <= 2, reader.skip(anyOf: "x") {
            let start = reader.position
            if let episode = reader.number(), reader.isAtEnd, (2...3).contains(reader.position - start) {
                return EpisodeMarker(season: season, episode: episode, words: index..<(index + 1))
            }
        }
        return nil
    }

    /// The first letters of the words for a season and an episode.
    private static let (arabicPart, arabicSeason, arabicEpisode) = (
        Array("ج".utf8), Array("م".utf8), Array("ح".utf8)
    )

    /// The "E02", "Ep 2", "Episode 2" behind an "S01".
    private static func afterSeason(_ text: FoldedText, season: Int, from start: Int, at index: Int) -> EpisodeMarker? {
        let word = text.words[index]
        var reader = WordReader(text.folded[word.foldedRange])
        if reader.skip(anyOf: "e"), reader.skipOptional("p"), let episode = reader.number() {
            return finish(text, season, episode, &reader, from: start, next: index + 1)
        }
        if episodeWords.contains(word.hash) || shortEpisodeWords.contains(word.hash), index + 1 < text.words.count,
            let episode = text.words[index + 1].number, episode <= maximumEpisode
        {
            return EpisodeMarker(season: season, episode: episode, words: start..<(index + 2))
        }
        // "Low Tide S2 | 3".
        if let episode = word.number, episode <= longestSeason, !sizes.contains(episode), word.group == 0,
            text.gap(before: index).contains(UInt8(ascii: "|")),
            index + 1 == text.words.count || text.words[index + 1].group > 0
        {
            return EpisodeMarker(season: season, episode: episode, words: start..<(index + 1))
        }
        return nil
    }

    /// Reads further episodes: "E02-E03", "E02E03", "E02-03", "E02 & E03".
    private static func finish(
        _ text: FoldedText, _ season: Int, _ episode: Int, _ reader: inout WordReader, from start: Int, next: Int
    ) -> EpisodeMarker? {
        guard episode <= maximumEpisode else { return nil }
        var marker = EpisodeMarker(season: season, episode: episode, words: start..<next)
        while reader.skip(anyOf: "e"), let further = reader.number() { _ = marker.add(further) }
        guard reader.isAtEnd else { return nil }
        var next = next
        while let (number, end) = further(text, at: next), marker.add(number) { next = end }
        marker.words = start..<next
        return marker
    }

    private static func further(_ text: FoldedText, at index: Int) -> (number: Int, end: Int)? {
        guard index < text.words.count else { return nil }
        let isJoined = text.words[index].hash == andWord && index + 1 < text.words.count
        guard isJoined || text.hasDash(before: index) else { return nil }
        let place = isJoined ? index + 1 : index
        var reader = WordReader(text.folded[text.words[place].foldedRange])
        // A number alone only directly behind the dash: "S01E02 - 24 Hours".
        let isBare = !reader.skip(anyOf: "e")
        guard !isBare || !isJoined && text.gap(before: index).count == 1, let number = reader.number(),
            reader.isAtEnd, !isBare || (2...3).contains(text.words[place].foldedRange.count)
        else { return nil }
        return (number, place + 1)
    }

    /// The folded form of "&".
    private static let andWord = WordHash.of("and")

    /// - Returns: whether it can be one of the same file.
    private mutating func add(_ further: Int) -> Bool {
        guard let episode, further > episode, further - episode < 100 else { return false }
        lastEpisode = further
        return true
    }

    /// "Season 1 Episode 2", "Staffel 1 Folge 2", "1 сезон 2 серия", "S 1 E 2".
    static func spelled(_ text: FoldedText, at index: Int) -> EpisodeMarker? {
        let words = text.words
        if let marker = spelledJoined(text, at: index) { return marker }
        guard index + 3 < words.count else { return nil }
        func isSeason(_ place: Int) -> Bool { seasonWords.contains(words[place].hash) }
        func isEpisode(_ place: Int) -> Bool { episodeWords.contains(words[place].hash) }
        let isMarked =
            (isSeason(index) || shortSeasonWords.contains(words[index].hash))
            && (isEpisode(index + 2) || shortEpisodeWords.contains(words[index + 2].hash))
        if isMarked, let season = words[index + 1].number,
            let episode = words[index + 3].number, season <= maximumSeason, episode <= maximumEpisode
        {
            let marker = EpisodeMarker(season: season, episode: episode, words: index..<(index + 4))
            return marker.withSeasonAgain(in: text)
        }
        if isSeason(index + 1), isEpisode(index + 3), let season = words[index].number,
            let episode = words[index + 2].number, season <= maximumSeason, episode <= maximumEpisode
        {
            return EpisodeMarker(season: season, episode: episode, words: index..<(index + 4))
        }
        // "Season 1, 2. Folge" and "Temporada 1 - 02".
        if isSeason(index), isEpisode(index + 3), let season = words[index + 1].number,
            let episode = words[index + 2].number, season <= maximumSeason, episode <= maximumEpisode
        {
            return EpisodeMarker(season: season, episode: episode, words: index..<(index + 4))
        }
        return nil
    }

    /// "第1季 第5集".
    private static func ordinal(_ text: FoldedText, at index: Int) -> EpisodeMarker? {
        let words = text.words
        guard index + 5 < words.count, words[index].hash == ordinalWord, words[index + 3].hash == ordinalWord,
            seasonWords.contains(words[index + 2].hash), episodeWords.contains(words[index + 5].hash),
            let season = words[index + 1].number, let episode = words[index + 4].number, season <= maximumSeason,
            episode <= maximumEpisode
        else { return nil }
        return EpisodeMarker(season: season, episode: episode, words: index..<(index + 6))
    }

    /// "One Piece - 1071", also before brackets, except a possible year.
    private static func dashedNumber(_ text: FoldedText, at index: Int) -> EpisodeMarker? {
        let word = text.words[index]
        guard index > 0, let episode = word.number, episode <= maximumEpisode, word.group == 0,
            text.words[index - 1].number == nil, !TitleCleaner.years.contains(episode), text.isSegment(before: index),
            index + 1 == text.words.count || text.words[index + 1].group > 0
        else { return nil }
        return EpisodeMarker(episode: episode, words: index..<(index + 1))
    }

    /// "Detective Conan #1100"; "One Piece 1071" where the group is of anime, as it is "Area 51" elsewhere.
    private static func lastNumber(_ text: FoldedText, isAnime: Bool) -> EpisodeMarker? {
        guard text.words.count > 1, let last = text.words.indices.last, let episode = text.words[last].number,
            text.words[last].group == 0, text.words[last - 1].number == nil
        else { return nil }
        let isHashed = text.gap(before: last).last == UInt8(ascii: "#")
        let isLong = (100...9_999).contains(episode) && !TitleCleaner.years.contains(episode)
        guard isHashed || isAnime && isLong, episode <= maximumEpisode else { return nil }
        return EpisodeMarker(episode: episode, words: last..<(last + 1))
    }

    /// "Episode 5", "第5集", "5. Bölüm", "Ep5", "E05".
    static func bareEpisode(_ text: FoldedText, at index: Int) -> EpisodeMarker? {
        guard index < text.words.count else { return nil }
        let word = text.words[index]
        // Some lists write the word twice: "Tập Tập 03".
        let next = index + 1 < text.words.count && text.words[index + 1].hash == word.hash ? index + 2 : index + 1
        if episodeWords.contains(word.hash), next < text.words.count, let episode = text.words[next].number,
            episode <= maximumEpisode
        {
            return EpisodeMarker(episode: episode, words: index..<(next + 1)).withSeasonAgain(in: text)
        }
        // "Tập206", "Ep05-06", and "Tập 42a", one of an episode's halves.
        if let episode = joined(text.folded[word.foldedRange], episodeWords) {
            return single(episode, text, at: index)
        }
        if episodeWords.contains(word.hash), index + 1 < text.words.count, let half = half(text, at: index + 1) {
            var marker = EpisodeMarker(episode: half.number, words: index..<(index + 2))
            marker.half = half.letter
            return marker
        }
        // But "24 Episode 5" is the fifth, and so is "Season 2 Episode 5".
        if let episode = word.number, index + 1 < text.words.count, episodeWords.contains(text.words[index + 1].hash),
            index + 2 == text.words.count || text.words[index + 2].number == nil,
            index == 0 || !seasonWords.contains(text.words[index - 1].hash), episode <= maximumEpisode
        {
            let start = index > 0 && text.words[index - 1].hash == ordinalWord ? index - 1 : index
            return EpisodeMarker(episode: episode, words: start..<(index + 2))
        }
        var reader = WordReader(text.folded[word.foldedRange])
        guard reader.skip(anyOf: "e"), reader.skipOptional("p"), let episode = reader.number(), reader.isAtEnd else {
            return nil
        }
        return single(episode, text, at: index)
    }

    /// The episode that one word says, with those that the next ones add.
    private static func single(_ episode: Int, _ text: FoldedText, at index: Int) -> EpisodeMarker {
        var marker = EpisodeMarker(episode: episode, words: index..<(index + 1))
        if let (number, end) = further(text, at: index + 1), marker.add(number) { marker.words = index..<end }
        return marker
    }

    /// "2024-01-15", "2024.01.15", "15.01.2024", and with the month's name.
    package static func date(_ text: FoldedText, at index: Int) -> EpisodeMarker? {
        if let spelled = spelledDate(text, at: index) { return spelled }
        guard index + 2 < text.words.count, let first = text.words[index].number,
            let month = text.words[index + 1].number, let third = text.words[index + 2].number,
            (1...12).contains(month), text.words[index + 2].range.upperBound - text.words[index].range.lowerBound <= 10
        else { return nil }
        let (year, day) = first > 31 ? (first, third) : (third, first)
        guard (1950...2100).contains(year), (1...31).contains(day) else { return nil }
        let start = index > 1 && dayPrepositions.contains(text.words[index - 1].hash) ? index - 1 : index
        return EpisodeMarker(
            airDate: AirDate(year: year, month: month, day: day), words: start..<(index + 3))
    }
}

/// Reads the folded bytes of one word.
struct WordReader {
    private let bytes: ArraySlice<UInt8>
    private(set) var position = 0

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    private var current: UInt8? { isAtEnd ? nil : bytes[bytes.startIndex + position] }

    mutating func skip(anyOf letters: StaticString) -> Bool {
        guard let current, letters.withUTF8Buffer({ $0.contains(current) }) else { return false }
        position += 1
        return true
    }

    mutating func skip(_ letters: [UInt8]) -> Bool {
        guard bytes.dropFirst(position).starts(with: letters) else { return false }
        position += letters.count
        return true
    }

    /// Always true, whether the letter was there or not.
    mutating func skipOptional(_ letter: StaticString) -> Bool {
        _ = skip(anyOf: letter)
        return true
    }

    mutating func number() -> Int? {
        var value = 0
        let start = position
        while let digit = current, digit.isDigit, position - start < 6 {
            value = value * 10 + Int(digit - 0x30)
            position += 1
        }
        return position > start ? value : nil
    }
}
