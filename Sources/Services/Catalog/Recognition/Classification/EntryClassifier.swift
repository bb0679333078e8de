internal import CatalogFormats
package import HearthModel
internal import TextFolding

/// The kind of an entry, and the reason.
package struct Classification: Sendable, Equatable {
    package enum Reason: String, Sendable {
        case declared = "the list declares its type"
        case path = "its address says so"
        case episodeNumber = "its title has a season and episode"
        case fileEnding = "its address is a film file"
        case yearInTitle = "its title ends in a year"
        case onDemand = "it is marked as on demand"
        case group = "its group and duration"
        case amongFilms = "its group is one of films"
        case poster = "its group has posters of films for pictures"
        case radio = "it is a radio station"
        case nothing = "nothing says otherwise"

        /// The line to store among an entry's reasons.
        package var line: String { "kind\t\(rawValue)" }
    }

    package var kind: ContentKind
    package var reason: Reason

    package init(_ kind: ContentKind, _ reason: Reason) {
        (self.kind, self.reason) = (kind, reason)
    }
}

/// Tells channels, films and episodes apart. The strongest signal counts: a declared type, the address's path, an
/// episode number, the file extension, a year in the title, and at last the group.
///
/// A group alone is not enough: lists name groups of live channels "VOD Italy" and "Movies".
enum EntryClassifier {
    /// Extensions of files that are watched from the start. Streams of live television end in `ts`, `m3u8`, `mpd` or
    /// `flv`.
    static let movieExtensions: Set<String> = [
        "3gp", "asf", "avi", "divx", "f4v", "iso", "m4v", "mk3d", "mkv", "mov", "mp4", "mpeg", "mpg", "ogv", "rm",
        "rmvb", "vob",
        "webm", "wmv",
    ]
    private static let streamExtensions: Set<String> = ["ts", "m3u8", "mpd", "flv"]
    static let audioExtensions: Set<String> = [
        "aac", "aacp", "flac", "m4a", "mp2", "mp3", "oga", "ogg", "opus", "pls", "wax", "wma",
    ]

    /// The minimum duration of films and episodes.
    static let minimumMovieSeconds = 240.0

    /// The kind of an entry.
    ///
    /// - Parameters:
    ///   - isFileName: Whether the title as written ends as a film's file does.
    ///   - isNamedEpisode: Whether the group, or the title as written, names the episode as one.
    ///   - isInMovieGroup: Whether all of the list's group are films.
    ///   - hasPosters: Whether the list's group has posters for pictures.
    ///   - isOfRadio: Whether name, address and the rest of the list indicate radio.
    ///   - isNotice: Whether its file stands under other names, too.
    static func classify(
        _ entry: M3UEntry, address: AddressParts, title: FoldedText, isFileName: Bool = false, marker: EpisodeMarker?,
        isNamedEpisode: Bool = false,
        isInMovieGroup: Bool = false, hasPosters: Bool = false, isOfRadio: Bool = false,
        isNotice: Bool = false, group: GroupSignals
    ) -> Classification {
        if let declared = declared(entry, marker: marker) { return declared }
        if entry.isRadio { return Classification(.channel, .radio) }
        switch address.panel {
        case .live: return Classification(.channel, .path)
        case .series, .movie: return Classification(marker == nil ? .movie : .episode, .path)
        case nil: break
        }
        let ending = address.ending
        // A podcast's episode is a file of sound.
        if audioExtensions.contains(ending), let marker, marker.episode != nil, marker.season != nil || isNamedEpisode {
            return Classification(.episode, .episodeNumber)
        }
        if audioExtensions.contains(ending) { return Classification(.channel, .radio) }
        if isOfRadio, marker == nil { return Classification(.channel, .radio) }
        // Live streams are packaged under such names, too; then the group or the title has to indicate otherwise.
        let isPackaged =
            ending == "m3u8" && address.isPackagedFile && (group.suggestsVideo || marker != nil || isFileName)
        let isFile =
            (movieExtensions.contains(ending) || isFileName && !streamExtensions.contains(ending))
            && !address.isLiveProtocol && !isNotice
            && !isStream(entry, title: title, address: address, group: group)
            || isPackaged && !MovieStatistics.isLive(entry, title: title, address: address)
        // Some public lists loop a file as a channel; then it has a guide id.
        let isLoop = group.suggestsLoop || title.isLoop
        let guideID = GuideID(entry.guideID)
        let looksLive = isLoop || guideID.map { !$0.isIMDbID } ?? false && entry.duration.map { $0 <= 0 } ?? true
        // "SuperTide" of "Super Tide (2024)": made from the title.
        let isOfTitle = !isLoop && guideID.map { MovieStatistics.isName($0, of: title) } ?? false
        // Lists give guide ids to episodes, too.
        if let marker, marker.episode != nil, marker.season != nil || isNamedEpisode, isFile || !isLoop {
            return Classification(.episode, .episodeNumber)
        }
        if isFile, !looksLive || group.suggestsVideo && !isLoop {
            return Classification(marker == nil ? .movie : .episode, .fileEnding)
        }
        if !looksLive || isOfTitle, MovieSignals(address: address).isSure,
            !MovieStatistics.isLive(entry, title: title, address: address)
        {
            return Classification(marker == nil ? .movie : .episode, .path)
        }
        let isIMDbID = !isLoop && guideID?.isIMDbID ?? false
        if entry.isVideoOnDemand || entry.flag("media") || entry["media-dir"] != nil || isIMDbID
            || !isLoop && isWhole(title)
        {
            return Classification(marker == nil ? .movie : .episode, .onDemand)
        }
        if isInMovieGroup || group.namesMovies && !title.endsInSize, !isLoop,
            !MovieStatistics.isLive(entry, title: title, address: address)
        {
            return Classification(marker == nil ? .movie : .episode, .amongFilms)
        }
        if hasPosters, !isLoop, !title.endsInSize, MovieStatistics.isPoster(entry.logo),
            !MovieStatistics.isLive(entry, title: title, address: address)
        {
            return Classification(marker == nil ? .movie : .episode, .poster)
        }
        if looksLive, !(isOfTitle && group.suggestsMovies) { return Classification(.channel, .nothing) }
        if entry.groups.isEmpty, ending.isEmpty, isStation(title) { return Classification(.channel, .radio) }
        if hasYearInBrackets(title, isMovieGroup: group.suggestsVideo) { return Classification(.movie, .yearInTitle) }
        if group.suggestsVideo, let duration = entry.duration, duration >= minimumMovieSeconds {
            return Classification(marker == nil ? .movie : .episode, .group)
        }
        return Classification(.channel, .nothing)
    }

    /// Whether a film's extension is no signal: the file has a stream's name ("/pid/5f0c…/stream.mp4" is AceStream's
    /// address of anything), or the name is a channel's, and the group is not one of films.
    private static func isStream(
        _ entry: M3UEntry, title: FoldedText, address: AddressParts, group: GroupSignals
    ) -> Bool {
        guard !group.suggestsVideo, entry.duration.map({ $0 <= 0 }) ?? true else { return false }
        if streamNames.contains(String(decoding: address.bytes[address.name].map(\.lowercased), as: UTF8.self)) {
            return true
        }
        guard title.words.count > 1, let first = title.words.first, let last = title.words.last else { return false }
        return isTelevision(title.folded[first.foldedRange]) || last.hash == televisionWord
    }

    /// Servers' names of a channel's stream.
    private static let streamNames: Set<String> = [
        "stream", "live", "livestream", "index", "playlist", "chunklist", "manifest", "master", "mono", "output",
        "channel", "hls",
    ]
    private static let televisionWord = WordHash.of("tv")

    private static func declared(_ entry: M3UEntry, marker: EpisodeMarker?) -> Classification? {
        switch entry.declaredType {
        case "live", "channel", "tv", "livetv", "live_tv", "stream", "radio": Classification(.channel, .declared)
        // "video" is what a link has, of channels as well.
        case "movie", "movies", "vod", "film", "adult", "xxx", "18+":
            Classification(marker == nil ? .movie : .episode, .declared)
        case "series", "serie", "episode", "tvshow", "tv_show", "show", "tvshows":
            Classification(marker == nil ? .movie : .episode, .declared)
        default: nil
        }
    }

    /// Whether a title marks the film as complete: "Low Tide - Tập Full", "Low Tide (Vietsub) [Full]".
    private static func isWhole(_ title: FoldedText) -> Bool {
        guard let last = title.words.indices.last, last > 1, title.words[last].hash == full else { return false }
        return title.words[last - 1].hash == episode && title.isSegment(before: last - 1)
            || title.words[last].group > 0 && title.words[last - 1].group != title.words[last].group
    }

    private static let (full, episode) = (WordHash.of("full"), WordHash.of("tập"))

    /// Whether a name is that of a radio station: "Radio Caprice - Breakcore", "Diesel FM".
    private static func isStation(_ title: FoldedText) -> Bool {
        title.words.count > 1 && !title.words.contains { isTelevision(title.folded[$0.foldedRange]) }
            && (title.words[0].hash == radio || title.words.dropFirst().contains { $0.hash == frequency })
    }

    /// "TV", "Televizija", "Televisión".
    private static func isTelevision(_ word: ArraySlice<UInt8>) -> Bool {
        word.elementsEqual("tv".utf8) || word.starts(with: "televi".utf8)
    }

    private static let (radio, frequency) = (WordHash.of("radio"), WordHash.of("fm"))

    /// A year in brackets at the end of the title and not at its start: "Monaco GP (2024) Practice 1" is a broadcast,
    /// and a film only in a group of films. There the year may stand in front, and beside the film's origin.
    private static func hasYearInBrackets(_ title: FoldedText, isMovieGroup: Bool) -> Bool {
        var start = 0
        while start < title.words.count {
            let group = title.words[start].group
            let end = title.words[start...].firstIndex { $0.group != group } ?? title.words.count
            if group > 0, title.bracketedYear(start..<end) != nil {
                let isAlone = end == start + 1
                if isMovieGroup ? end - start < title.words.count : start > 0 && isAlone && isTags(title, from: end) {
                    return true
                }
            }
            start = end
        }
        return false
    }

    /// Whether only tags, scores and brackets follow from a word on.
    private static func isTags(_ title: FoldedText, from start: Int) -> Bool {
        var index = start
        while index < title.words.count {
            if title.words[index].group > 0 || title.words[index].number != nil {
                index += 1
                continue
            }
            let ends = (index + 1)...min(index + 3, title.words.count)
            guard let end = ends.last(where: { title.tag(index..<$0, in: .all) != nil }) else { return false }
            index = end
        }
        return true
    }
}
