internal import CatalogFormats
internal import CatalogRecognition
internal import TextFolding

/// Converts a panel's titles to entries of a playlist.
struct XtreamEntryBuilder: Sendable {
    let address: XtreamEndpoint
    /// The extension of live streams.
    let liveExtension: String

    /// The default extension of files.
    private static let defaultFileExtension = "mp4"

    /// A channel or film.
    func entry(_ title: XtreamTitle, _ section: XtreamResponses.Section, line: Int) -> M3UEntry {
        var entry = common(title, section, line: line)
        let isLive = section.section == .live
        let ending = isLive ? liveExtension : title.ending ?? Self.defaultFileExtension
        entry.address = address.stream(section.section.rawValue, id: title.id, ending: ending)
        entry.title = title.name
        add("stream-id", "\(section.section.rawValue) \(title.id)", to: &entry)
        guard isLive else {
            entry.title = Self.named(title)
            add("type", "movie", to: &entry)
            entry.duration = title.seconds.map(Double.init)
            entry.overview = title.overview ?? ""
            if let id = title.tmdbID { add("tmdb-id", String(id), to: &entry) }
            entry.details = title.details
            return entry
        }
        add("type", "live", to: &entry)
        entry.duration = -1
        entry.guideID = title.guideID ?? ""
        entry.channelNumber = title.number.map(String.init) ?? ""
        if title.isRadio { add("radio", "true", to: &entry) }
        if title.archiveDays > 0 {
            add("catchup", "xc", to: &entry)
            add("catchup-days", String(title.archiveDays), to: &entry)
        }
        return entry
    }

    /// An episode.
    ///
    /// - Parameter isFirst: Whether it is the series' episode that carries the panel's data of the series.
    func entry(
        _ episode: XtreamEpisode, of series: XtreamTitle, isFirst: Bool = false, _ section: XtreamResponses.Section,
        line: Int
    ) -> M3UEntry {
        var entry = common(series, section, line: line)
        entry.address = address.stream("series", id: episode.id, ending: episode.ending ?? Self.defaultFileExtension)
        let own = Self.episodeTitle(episode.title, series: series.name)
        let (name, season) = Self.splitSeason(series.name)
        // A series that is one season of another numbers its seasons from one.
        let number = EpisodeNumber.text(
            season: episode.season == 1 ? season ?? 1 : episode.season, episode: episode.number)
        entry.title = "\(name) \(number) \(own)".trimmingSpaces()
        entry.duration = episode.seconds.map(Double.init)
        entry.overview = episode.overview ?? ""
        entry.logo = episode.picture ?? entry.logo
        var details = SourceDetails()
        details.releaseDate = episode.airDate
        if isFirst { details.series = SeriesDetails(series) }
        if details != SourceDetails() { entry.details = details }
        add("type", "series", to: &entry)
        add("stream-id", "episode \(episode.id)", to: &entry)
        return entry
    }

    private func common(_ title: XtreamTitle, _ section: XtreamResponses.Section, line: Int) -> M3UEntry {
        var entry = M3UEntry()
        entry.line = line
        entry.logo = title.picture ?? ""
        // Groups are split at semicolons in a list, and a category name is a single group.
        entry.groupText = title.categories.compactMap { section.categories[$0]?.replacing(";", with: ",") }
            .joined(separator: ";")
        if title.isAdult { add("is_adult", "1", to: &entry) }
        if let certification = title.certification { add("rating", certification, to: &entry) }
        if !title.genres.isEmpty { add("genre", title.genres.joined(separator: ", "), to: &entry) }
        return entry
    }

    private func add(_ name: String, _ value: String, to entry: inout M3UEntry) {
        entry.attributes.append(M3UAttribute(name: name, value: value))
    }

    /// A film's name with its year, which is part of its identity.
    private static func named(_ title: XtreamTitle) -> String {
        guard let year = title.year, !title.name.contains(String(year)) else { return title.name }
        return "\(title.name) (\(year))"
    }

    /// The name of a series, and a season at its end: some panels have "Dark S01" and "Dark S02" as two.
    static func splitSeason(_ name: String) -> (name: String, season: Int64?) {
        let text = FoldedText(name)
        guard let last = text.words.last, text.words.count > 1, last.isUppercase,
            text.folded[last.foldedRange].first == UInt8(ascii: "s"), last.foldedRange.count == 3,
            let season = Int64(text.text(of: last).dropFirst())
        else { return (name, nil) }
        let rest = text.sourceText(0..<last.range.lowerBound)
        return (String(rest.reversed().drop { " -|:([".contains($0) }.reversed()), season)
    }

    /// An episode's own title: panels write its series and number in front.
    static func episodeTitle(_ title: String, series: String) -> String {
        let text = FoldedText(title)
        if let marker = EpisodeMarker.find(in: text, allowsBareEpisode: false), marker.episode != nil {
            guard marker.words.upperBound < text.words.count else { return "" }
            let rest = text.source[text.words[marker.words.upperBound].range.lowerBound...]
            return String(decoding: rest, as: UTF8.self)
        }
        return title.lowercased() == series.lowercased() ? "" : title
    }
}
