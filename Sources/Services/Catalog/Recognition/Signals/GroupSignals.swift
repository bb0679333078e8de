internal import CatalogFormats
internal import TextFolding

/// The signals in a group's name: lists have few groups and many entries, so it is parsed once.
package struct GroupSignals: Sendable {
    /// ISO 3166-1 alpha-2.
    package var country: String?
    /// ISO 639-1.
    package var languages: [String] = []
    package var genres: [Genre] = []
    /// The group's name has a word for films or series.
    var suggestsVideo = false
    /// The group's name has a word for series.
    var suggestsSeries = false
    /// The group's name has a word for films that is not just a place where they are shown.
    var suggestsMovies = false
    /// The group's name is one of films only: with their year, genre or version.
    var namesMovies = false
    /// The group's name has a word for channels.
    var suggestsChannels = false
    /// The group's name has a word for radio.
    var suggestsRadio = false
    /// The group's name has a word for anime.
    var suggestsAnime = false
    /// The group's name may be a series': it is neither a genre nor a kind.
    var mayBeSeries = false
    /// The group has channels that repeat something around the clock.
    var suggestsLoop = false
    package var adult: AdultFinding?

    package init() {}

    package init(_ name: String) {
        let text = FoldedText(name)
        guard !text.words.isEmpty else { return }
        genres = GenreMapper.genres(in: text)
        adult = AdultDetector.finding(group: name)
        var hasTelevision = false
        for word in text.words {
            if Self.seriesWords.contains(word.hash) { (suggestsSeries, suggestsVideo) = (true, true) }
            if Self.movieWords.contains(word.hash) { (suggestsMovies, suggestsVideo) = (!Self.isCartoons(text), true) }
            if Self.placeWords.contains(word.hash) { suggestsVideo = true }
            if Self.channelWords.contains(word.hash) { suggestsChannels = true }
            if Self.radioWords.contains(word.hash) || Self.has(Self.radioParts, text, word) { suggestsRadio = true }
            if Self.has(Self.videoParts, text, word) { suggestsVideo = true }
            if Self.has(Self.seriesParts, text, word) { (suggestsSeries, suggestsVideo) = (true, true) }
            if Self.televisionWords.contains(word.hash) { hasTelevision = true }
            if Self.animeWords.contains(word.hash) { suggestsAnime = true }
        }
        // "Radio TV" has what stations show, and "Music channels and radio" both.
        if hasTelevision || suggestsRadio && suggestsChannels && Self.isJoined(text) { suggestsRadio = false }
        suggestsLoop = text.isLoop
        let years = text.words.count { $0.number.map(TitleCleaner.years.contains) ?? false }
        let hasYear = years > 0
        // "2017", "2015 - 2016": films by their years.
        if hasYear, text.words.count == years { (suggestsMovies, suggestsVideo) = (true, true) }
        let hasVersion = text.words.contains { Self.versionWords.contains($0.hash) }
        namesMovies =
            !suggestsChannels
            && (suggestsMovies && hasYear || hasVersion && !suggestsSeries
                || !genres.isEmpty && suggestsMovies)
        let tags = TitleCleaner.clean(text, words: text.words.indices, style: .channel).tags
        (country, languages) = (tags.country, tags.languages)
        if country == nil { country = Self.country(in: text) }
        mayBeSeries =
            suggestsSeries || !suggestsVideo && !hasVersion && !suggestsRadio && !suggestsLoop && !Self.isKind(text)
    }

    /// Merges the signals of another group of an entry.
    package mutating func merge(_ other: GroupSignals) {
        country = country ?? other.country
        for code in other.languages where !languages.contains(code) { languages.append(code) }
        genres = Set(genres).union(other.genres).sorted()
        suggestsVideo = suggestsVideo || other.suggestsVideo
        suggestsSeries = suggestsSeries || other.suggestsSeries
        suggestsMovies = suggestsMovies || other.suggestsMovies
        suggestsChannels = suggestsChannels || other.suggestsChannels
        namesMovies = (namesMovies || other.namesMovies) && !suggestsChannels
        suggestsRadio = suggestsRadio || other.suggestsRadio
        suggestsAnime = suggestsAnime || other.suggestsAnime
        suggestsLoop = suggestsLoop || other.suggestsLoop
        mayBeSeries = mayBeSeries || other.mayBeSeries
        adult = adult ?? other.adult
    }

    /// Whether a word for channels and one for radio have a word between them that joins two things: "Canali musicali e Web Radio".
    private static func isJoined(_ text: FoldedText) -> Bool {
        guard let channels = text.words.firstIndex(where: { channelWords.contains($0.hash) }),
            let radio = text.words.firstIndex(where: {
                radioWords.contains($0.hash) || has(radioParts, text, $0)
            }), channels != radio
        else { return false }
        return text.words[min(channels, radio)..<max(channels, radio)].contains { joints.contains($0.hash) }
    }

    private static let joints = vocabulary("& + and e y et und og och en i и ve")

    /// Turkish names cartoons "drawn film", on channels as well.
    private static func isCartoons(_ text: FoldedText) -> Bool { text.words.contains { $0.hash == cartoonWord } }

    private static let cartoonWord = WordHash.of("çizgi")

    /// Whether a name consists of genres and numbers only.
    private static func isKind(_ text: FoldedText) -> Bool {
        var index = 0
        while index < text.words.count {
            if text.words[index].number != nil {
                index += 1
            } else if let (_, length) = GenreMapper.phrase(at: index, in: text) {
                index += length
            } else {
                return false
            }
        }
        return true
    }

    /// A country's name anywhere ("VOD Italy"), or its code as the whole name ("UK").
    private static func country(in text: FoldedText) -> String? {
        if let whole = TagVocabulary.shared.country(hash: text.hash(of: text.words.indices)) { return whole }
        for start in text.words.indices {
            for length in (1...3).reversed() where start + length <= text.words.count {
                let range = start..<(start + length)
                let bytes =
                    text.words[start].foldedRange.lowerBound..<text.words[start + length - 1].foldedRange.upperBound
                guard bytes.count > 3, let country = TagVocabulary.shared.country(hash: text.hash(of: range)) else {
                    continue
                }
                return country
            }
        }
        return nil
    }

    private static let movieWords = vocabulary(
        "movie movies film films filme filmes filmy filmovi filmer vod kinofilme peliculas película pelicula pelis фильм фильмы "
            + "мультфильмы أفلام افلام filmler filmleri filmi filmai elokuvat spielfilme svod ταινίες סרטים phim")
    private static let placeWords = vocabulary("kino cinema cine")
    /// Words in names of groups of films only; Turkish lists name channels of films "Sinema".
    private static let versionWords = vocabulary(
        "filmler dublado dublados legendado legendados dublaj altyazılı altyazı lektor vostfr subtitulada subtituladas dubbed"
    )
    /// Words for channels and live programmes.
    private static let channelWords = vocabulary(
        "tv channel channels canal canais canales chaine chaines kanal kanallar kanallari kanały kanaly kanäle sender canali каналы "
            + "каналов телеканалы live vivo canlı sport sports spor")
    private static let seriesWords = vocabulary(
        "series serie serien séries seriale serial serials dizi diziler сериал сериалы مسلسلات serier sarjat tvshows seriál serije"
    )

    /// One series: "SERIE EL CHAPO" is named so, "SERIES INFANTILES" is not.
    private static let oneSeries = vocabulary("serie serial dizi сериал مسلسل seriál")

    private static let radioWords = vocabulary(
        "radio radios radyo rádió rádiók rádio rádia raadio ραδιόφωνο ραδιόφωνα радио радіо радиостанции радиостанция радіостанції "
            + "راديو إذاعة إذاعات radiostanice radiostanica radiostacje radiowe radijas radiosender radiozender radiozenders hörfunk "
            + "webradio webradios internetradio רדיו 라디오 ラジオ 广播 電台 电台 วิทยุ")
    /// What words for radio have in them, in scripts without spaces as well: "Radyolar", "Webradios".
    private static let radioParts = ["radio", "radyo", "радио", "راديو", "วิทยุ", "广播", "電台", "电台"].map {
        FoldedText($0).compact
    }
    /// What words for films have in them in such scripts: "หนังไทย". Groups of channels are called so, too.
    private static let videoParts = ["หนัง", "ภาพยนตร์", "电影", "電影", "映画", "영화"].map { FoldedText($0).compact }
    private static let seriesParts = ["ซีรี", "ละคร"].map { FoldedText($0).compact }
    private static let televisionWords = vocabulary("tv television televisión televisão televizyon тв телевидение")

    private static func has(_ parts: [[UInt8]], _ text: FoldedText, _ word: FoldedText.Word) -> Bool {
        let bytes = text.folded[word.foldedRange]
        return parts.contains { part in
            bytes.indices.contains { bytes[$0] == part[0] && bytes[$0...].starts(with: part) }
        }
    }

    private static let animeWords = vocabulary("anime animes аниме أنمي アニメ")

    /// The name behind the word for a series: "SERIES | The Wire", "SERIE EL CHAPO".
    static func seriesName(_ group: String) -> String {
        let text = FoldedText(group)
        guard text.words.count > 1, seriesWords.contains(text.words[0].hash),
            text.isDivided(before: 1) || oneSeries.contains(text.words[0].hash)
        else { return group }
        return text.sourceText(text.words[1].range.lowerBound..<text.source.count)
    }

    /// Whether a group may be called as one series is: not after films or series, a kind of them, or a service that has them.
    static func mayBeSeriesName(_ group: String) -> Bool {
        let name = FoldedText(seriesName(group))
        guard !name.words.isEmpty, !isKind(name) else { return false }
        if case .provider? = name.tag(name.words.indices, in: .all)?.meaning { return false }
        return !name.words.contains { seriesWords.contains($0.hash) || movieWords.contains($0.hash) }
    }

    private static func vocabulary(_ words: String) -> Set<UInt64> {
        Set(words.split(separator: " ").map { WordHash.of(String($0)) })
    }
}
