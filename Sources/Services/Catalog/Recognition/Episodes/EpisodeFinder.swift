internal import CatalogFormats
internal import TextFolding

/// Finds the season and episode of a playlist's entry: in its title, by its group, by what the rest of the list has, and in the
/// name of its file.
struct EpisodeFinder {
    let entry: M3UEntry
    /// The title.
    let text: FoldedText
    let address: AddressParts
    let group: GroupSignals
    let statistics: SeriesStatistics

    /// The marker, and whether the group, the list or the title as written names the entry as an episode.
    func find() -> (marker: EpisodeMarker?, isNamed: Bool) {
        let isDeclared = entry.declaredType.map { $0.hasPrefix("serie") || $0 == "episode" } ?? false
        let seasonOfGroup = entry.groups.last.flatMap(EpisodeMarker.seasonAlone)
        let allowsBare =
            group.suggestsSeries || isDeclared || address.panel == .series || seasonOfGroup != nil
            || isInSeries
        let found = EpisodeMarker.find(in: text, allowsBareEpisode: allowsBare, isAnime: group.suggestsAnime)
        if let found, found.season != nil || found.airDate != nil {
            return (found.withRepetition(in: text), false)
        }
        let isFile = EntryClassifier.movieExtensions.contains(address.ending)
        let named = EpisodeMarker.named(
            in: text, group: entry.groups.last ?? "", facts: group, isFile: isFile,
            hasShorts: statistics.hasShorts(entry.groupText),
            isCounted: { statistics.isCounted(text, $0, isFile: isFile) })
        // "Low Tide 2025-11-26 Episode 262" has a number as well.
        if found == nil, named == nil, let day = EpisodeMarker.day(in: text, of: entry.groups.last ?? "") {
            return (day, true)
        }
        let numbered =
            named == nil && isFile
            ? statistics.episode(text, group: entry.groupText) ?? statistics.trailing(
                text, group: entry.groupText, facts: group)
                ?? statistics.ofFile(entry, address) : nil
        var marker = (found ?? named ?? numbered)?.withNumberOfSeason(in: text, group: group)
        if marker?.episode != nil, marker?.season == nil {
            marker?.season = seasonOfGroup
        }
        let isNamed = named != nil || numbered != nil || isInSeries && found != nil
        guard isFile, address.panel == nil else { return (marker, isNamed) }
        let byPath = withPath(marker)
        return (byPath, isNamed || marker == nil && byPath != nil)
    }

    /// Whether the list is called after series, and the entry is not among channels.
    private var isInSeries: Bool {
        statistics.isNamed && !group.suggestsChannels && !group.suggestsLoop && address.panel != .live
            && !address.isLiveProtocol
    }

    /// The same with the season of the path; where the title has no number at all, those of the file's name.
    private func withPath(_ found: EpisodeMarker?) -> EpisodeMarker? {
        let path = EpisodePath(address)
        if found?.season != nil || found?.airDate != nil { return found }
        guard var marker = found else {
            guard let numbers = path.numbers, !group.suggestsLoop else { return nil }
            // "1x02" may be anything where nothing says that the group is a series.
            guard numbers.isSpelled || group.mayBeSeries && !entry.groupText.isEmpty else { return nil }
            return EpisodeMarker(season: numbers.season, episode: numbers.episode, words: 0..<0)
        }
        if let numbers = path.numbers {
            if numbers.episode == marker.episode { marker.season = numbers.season }
        } else {
            marker.season = path.season
        }
        return marker
    }
}
