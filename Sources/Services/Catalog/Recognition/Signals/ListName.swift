internal import CatalogFormats
internal import TextFolding

/// What the name of a list's file, and of the folder that it is in, says of its entries: "radio.m3u", "radios_fr.m3u8",
/// "radio/jazz.m3u", "movies.m3u".
struct ListName {
    /// The file is called after stations, and not after channels as well.
    let isOfStations: Bool
    /// The folder is.
    let isAmongStations: Bool
    /// The file is called after films, and not after channels as well.
    let isMovies: Bool
    /// The file is called after series, and not after channels as well.
    let isSeries: Bool
    /// The word by which the file is called after pornography.
    let adultWord: String?

    /// - Parameter list: the list's address or path.
    init(_ list: String) {
        var path = list.prefix { $0 != "?" && $0 != "#" }
        var isRemote = false
        if let scheme = path.firstRange(of: "://") { (path, isRemote) = (path[scheme.upperBound...], true) }
        let parts = path.split(separator: "/").dropFirst(isRemote ? 1 : 0)
        let file = Self.words(parts.last)
        let folder = Self.words(parts.dropLast().last)
        let hasChannels = file.contains { Self.channelWords.contains($0) || Self.isBoth($0) }
        isOfStations = !hasChannels && file.contains(where: Self.isRadio)
        isAmongStations =
            !hasChannels && folder.contains(where: Self.isRadio) && !folder.contains { Self.channelWords.contains($0) }
        isMovies = !hasChannels && file.contains { Self.movieWords.contains($0) }
        isSeries = !hasChannels && file.contains { Self.seriesWords.contains($0) }
        adultWord = Self.adultWord(in: file)
    }

    /// "adult.m3u", "xxx_vod.m3u"; in "polska+xxx.m3u" most titles are of another kind, "no_adult.m3u" has none.
    private static func adultWord(in file: [String]) -> String? {
        let words = file.filter { !plainWords.contains($0) && !channelWords.contains($0) && !movieWords.contains($0) }
        guard words.count == 1, let word = words.first else { return nil }
        return AdultDetector.finding(group: word)?.evidence
    }

    private static let plainWords: Set<String> = ["m", "u", "list", "lista", "playlist", "free", "my", "all", "videos"]

    /// "canais_filmes", "PeliculasAnime".
    private static func words(_ part: Substring?) -> [String] {
        var words: [String] = []
        var last: Character = " "
        for character in part ?? "" where character.isLetter || last.isLetter {
            if !character.isLetter || !last.isLetter || character.isUppercase && last.isLowercase { words.append("") }
            if character.isLetter { words[words.count - 1] += character.lowercased() }
            last = character
        }
        return words.filter { !$0.isEmpty }
    }

    /// "radios", "webradio", "radyolar".
    private static func isRadio(_ word: String) -> Bool {
        stationWords.contains(word) || word.contains("radio") || word.contains("radyo")
    }

    /// "radiotv", "tvradio".
    private static func isBoth(_ word: String) -> Bool {
        isRadio(word) && (word.hasPrefix("tv") || word.hasSuffix("tv"))
    }

    private static let stationWords: Set<String> = [
        "rádio", "rádió", "радио", "fm", "shoutcast", "icecast", "stations", "emisoras",
    ]
    private static let movieWords: Set<String> = [
        "movie", "movies", "film", "films", "filme", "filmes", "filmy", "filmler", "filmi", "peliculas", "películas",
        "pelis", "vod", "phim", "фильмы",
    ]
    private static let seriesWords: Set<String> = [
        "series", "serie", "serien", "seriale", "serials", "serial", "dizi", "diziler", "novelas", "novela",
        "telenovelas", "anime", "animes", "doramas", "dorama", "kdrama", "tvshows", "сериалы",
    ]
    /// Lists of stations and channels are called "radio-tv.m3u", those of channels of films "movies-tv.m3u".
    private static let channelWords: Set<String> = [
        "tv", "television", "iptv", "channel", "channels", "canales", "canais", "kanallar", "video", "live",
    ]
}
