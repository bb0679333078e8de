package import CatalogFormats
internal import TextFolding

/// The signals of films, episodes and channels in an entry's address, title, picture and duration.
///
/// One signal alone means little, as channels have names such as "Cinema 2010" and addresses with "vod" in them;
/// ``MovieStatistics`` counts them over a group and a list. It works on bytes: every entry of a list needs it.
package struct MovieSignals {
    /// Whether there is a signal of a film.
    var isFilm: Bool { isSure || hasSign }
    /// Whether the address is certainly a film's: it has the film's number at IMDb, a release name, or the form in
    /// which a file server packages it.
    package private(set) var isSure = false
    /// Whether there is a signal of a channel.
    package private(set) var isLive = false
    private var hasSign = false
    /// A folder of the address is called after films.
    private var hasFolder = false
    /// The title has a number that is not its year: episodes do, whatever the list calls them.
    package private(set) var isNumbered = false

    /// - Parameter signs: the same entry's, for the signals of a picture in its name.
    package init(_ entry: M3UEntry, address: AddressParts, signs: RadioSignals) {
        readAddress(address)
        isLive =
            isLive || signs.isNamedTelevision || !entry.channelNumber.isEmpty || entry["catchup"] != nil
            || GuideID(entry.guideID) != nil && !Self.isName(entry.guideID, of: entry.title)
        let title = Array(entry.title.utf8)
        let year = Self.startOfYear(title)
        isNumbered = title[..<(year ?? title.count)].contains(where: \.isDigit)
        hasSign =
            hasSign || entry.duration ?? 0 >= EntryClassifier.minimumMovieSeconds || Self.isPoster(entry.logo)
            || year != nil
    }

    // MARK: The address

    /// Reads the signals of an address alone.
    package init(address: AddressParts) { readAddress(address) }

    private mutating func readAddress(_ address: AddressParts) {
        if address.isLiveProtocol {
            isLive = true
            return
        }
        if address.isTorrent {
            isSure = true
            return
        }
        if address.panel == .live || address.isPanelStream || address.ending == "ts" || address.ending == "flv" {
            isLive = true
        }
        if address.panel == .movie || address.panel == .series { hasSign = true }
        if EntryClassifier.movieExtensions.contains(address.ending) || address.isPackagedFile { hasSign = true }
        for (place, range) in address.segments.enumerated() {
            let part = address.bytes[range]
            if place == 0, address.hasScheme {
                readHost(part)
            } else {
                readFolder(part, isLast: place == address.segments.count - 1)
            }
        }
        // "/vod/low_720p.mp4/index.m3u8".
        if hasFolder, address.isPackagedFile { isSure = true }
    }

    private mutating func readHost(_ host: ArraySlice<UInt8>) {
        let labels = host.prefix { $0 != UInt8(ascii: ":") }.split(separator: UInt8(ascii: "."))
        for (place, label) in labels.enumerated() {
            for part in label.split(separator: UInt8(ascii: "-")) {
                if Self.isWord(part, "vod") { hasSign = true }
                // What the domain is called says nothing: "vod.all-live.example" has films.
                if place + 2 < labels.count, Self.isWord(part, "live") { isLive = true }
            }
        }
    }

    private mutating func readFolder(_ part: ArraySlice<UInt8>, isLast: Bool) {
        // "/hls/,a,b,.urlset/master.m3u8": a server that packages files, never live streams.
        if part.count > 7, part.suffix(7).elementsEqual(".urlset".utf8) { isSure = true }
        if Self.isIMDbID(part) { isSure = true }
        let word = part.count <= Self.longestWord ? String(decoding: part.map(\.lowercased), as: UTF8.self) : ""
        if !isLast, Self.movieFolders.contains(word) { hasFolder = true }
        if !isLast, hasFolder || Self.isDay(part) { hasSign = true }
        if !isLast, Self.liveFolders.contains(word) { isLive = true }
        guard part.count >= Self.shortestRelease else { return }
        for token in part.split(whereSeparator: { !$0.isLetter && !$0.isDigit }) where token.count <= Self.longestWord {
            if Self.releaseWords.contains(String(decoding: token.map(\.lowercased), as: UTF8.self)) { isSure = true }
        }
    }

    /// "vod", "vod03".
    private static func isWord(_ label: ArraySlice<UInt8>, _ word: StaticString) -> Bool {
        guard label.count >= word.utf8CodeUnitCount else { return false }
        let isPrefix = word.withUTF8Buffer { wanted in zip(label, wanted).allSatisfy { $0.lowercased == $1 } }
        return isPrefix && label.dropFirst(word.utf8CodeUnitCount).allSatisfy(\.isDigit)
    }

    /// "tt0133093".
    private static func isIMDbID(_ part: ArraySlice<UInt8>) -> Bool {
        (9...10).contains(part.count) && part.starts(with: "tt".utf8) && part.dropFirst(2).allSatisfy(\.isDigit)
    }

    /// "20240516": servers store films in folders by the day of their arrival.
    private static func isDay(_ part: ArraySlice<UInt8>) -> Bool {
        guard part.count == 8, part.starts(with: "20".utf8), part.allSatisfy(\.isDigit) else { return false }
        func number(_ range: Range<Int>) -> Int {
            part.dropFirst(range.lowerBound).prefix(range.count).reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        return (1...12).contains(number(4..<6)) && (1...31).contains(number(6..<8))
    }

    /// Bytes.
    private static let (longestWord, shortestRelease) = (12, 6)
    private static let movieFolders: Set<String> = [
        "vod", "avod", "svod", "tvod", "ovod", "movie", "movies", "film", "films", "filme", "filmes", "filmler",
        "filmy",
        "peliculas", "pelis", "phim", "drive", "series", "serials", "episodes",
    ]
    private static let liveFolders: Set<String> = ["live", "livehls", "hlslive", "channel", "channels", "iptv", "tv"]
    /// Words in names of film releases, and never of streams.
    private static let releaseWords: Set<String> = [
        "bdrip", "brrip", "webrip", "hdrip", "dvdrip", "dvdscr", "hdtvrip", "tvrip", "camrip", "vhsrip", "webdl",
        "webdlrip",
        "bdremux", "bluray", "hdcam",
    ]

    // MARK: The picture

    /// Whether a picture's address contains "poster", or is at a film site.
    static func isPoster(_ address: String) -> Bool {
        if MovieStatistics.isPoster(address) { return true }
        guard !address.isEmpty else { return false }
        let text = address.lowercased()
        return text.contains("/poster") || movieSites.contains { text.contains($0) }
    }

    private static let movieSites = [
        "themoviedb.org/t/p/", "acsta.net/", "kinorium.com/", "kinopoisk", "filmaffinity", "phimimg.", "cinecalidad",
        "fanart.tv/",
        "thetvdb.com/", "justwatch.com/",
    ]

    // MARK: The title

    /// The start of the year at the end of a title, in brackets or not, when the title is more than that: "Gizli Yüz
    /// 1991", "Heat (1995)".
    private static func startOfYear(_ title: [UInt8]) -> Int? {
        var end = title.count
        // "Low.Tide.2019.mp4".
        if let dot = title.suffix(longestEnding).lastIndex(of: UInt8(ascii: ".")),
            EntryClassifier.movieExtensions.contains(
                String(decoding: title[(dot + 1)...].map(\.lowercased), as: UTF8.self))
        {
            end = dot
        }
        while end > 0,
            title[end - 1] == 0x20 || title[end - 1] == UInt8(ascii: ")") || title[end - 1] == UInt8(ascii: "]")
        {
            end -= 1
        }
        guard end > 5, title[(end - 4)..<end].allSatisfy(\.isDigit) else { return nil }
        let before = title[end - 5]
        guard !before.isDigit, !before.isLetter, before < 0x80 else { return nil }
        let year = title[(end - 4)..<end].reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return TitleCleaner.years.contains(year) ? end - 4 : nil
    }

    /// The bytes of a dot and the extension.
    private static let longestEnding = 6

    /// Whether an id starts as the title does: lists make ids of films from their titles, and use IMDb's.
    private static func isName(_ id: String, of title: String) -> Bool {
        func letters(_ text: String) -> [UInt8] {
            Array(text.utf8.lazy.filter { $0.isLetter || $0.isDigit }.map(\.lowercased).prefix(comparedLetters))
        }
        let start = letters(id)
        return start.starts(with: "tt".utf8) && start.dropFirst(2).allSatisfy(\.isDigit) || start == letters(title)
    }

    private static let comparedLetters = 5
}

extension AddressParts {
    /// "http://host:8080/account/password/1234": a panel's channel, without a folder.
    var isPanelStream: Bool {
        guard segments.count == 4, isNumber(name), let host = segments.first else { return false }
        return bytes[host].contains(UInt8(ascii: ":")) && (ending.isEmpty || ending == "m3u8")
    }

    /// Whether it is one of BitTorrent, which carries files and no streams, also as a question to a player's plugin:
    /// "plugin://plugin.video.low/play?uri=magnet:?xt=urn:btih:89AB…".
    var isTorrent: Bool {
        let sign = Array("urn:btih:".utf8)
        return ending == "torrent"
            || bytes.indices.contains { bytes[$0] == sign[0] && bytes[$0...].starts(with: sign) }
    }

    /// Whether the address has a protocol for streams only.
    var isLiveProtocol: Bool {
        guard hasScheme, let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return Self.liveProtocols.contains(String(decoding: bytes[..<colon].map(\.lowercased), as: UTF8.self))
    }

    private static let liveProtocols: Set<String> = [
        "rtmp", "rtmps", "rtmpt", "rtmpe", "rtsp", "rtp", "udp", "mms", "mmsh", "mmst", "mmsu", "srt",
    ]
}
